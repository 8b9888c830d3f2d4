"""The score sheet, and decisions in words: by digit, by the letter of a suit, on either layout."""

from __future__ import annotations

import dataclasses

import pytest

from cardtable.engine.moves import Move
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import say
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.boxes.sheet import ScoreSheet, running
from tests.tui.helpers import grid, seat, table_app
from tests.tui.tables import made, seated, write_down


def test_points_add_up_and_a_given_total_goes_on_from_there() -> None:
    rows = [
        SheetRow(say("a"), (5, None)),
        SheetRow(say("a"), (96, 3), totals=(0, 3)),
        SheetRow(say("a"), (7, -1)),
    ]
    assert list(running(rows)) == [(5, None), (0, 3), (7, 2)]


@pytest.mark.asyncio
async def test_the_sheet_shows_its_last_deal_and_notes() -> None:
    table = seated("classic", 3)
    row = say("clubs and hearts")
    write_down(table, [SheetRow(row, (nth, -2.5, None), (say("back to 0"),)) for nth in range(1, 41)])
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, ScoreSheet)
        shown = grid(app)
        assert "40 clubs and hearts" in shown
        assert "40   820" in shown
        assert "−2.5  −100" in shown
        assert "Who reaches 101 is out." in shown
        assert "Mila" in shown
        await pilot.press("escape")
        assert not isinstance(app.screen, ScoreSheet)


@pytest.mark.asyncio
async def test_the_sheets_of_matches_before_are_turned_to() -> None:
    table = seated("classic", 3, evening=True)
    write_down(table, [SheetRow(say("now"), (1, 2, 3))])
    for nth in (1, 2):
        earlier = table.rules.start()
        table._match.past.append(dataclasses.replace(earlier, sheet=(SheetRow(say(f"past {nth}"), (nth, nth, nth)),)))
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        for key, match, row in (
            ("right", 3, "now"),
            ("left", 2, "past 2"),
            ("left", 1, "past 1"),
            ("left", 1, "past 1"),
            ("right", 2, "past 2"),
            ("right", 3, "now"),
        ):
            await pilot.press(key)
            await pilot.pause()
            shown = grid(app)
            assert f"match {match} of 3" in shown
            assert row in shown
            assert ("Who reaches 101 is out." in shown) is (match == 3)
        write_down(table, [])
        table._views.clear()
        await pilot.press("escape")
        await pilot.pause()
        seat(app).flow.look()
        await pilot.press("f7")
        await pilot.pause()
        await pilot.pause()
        assert "match 2 of 2" in grid(app), "before the first deal of a match is over"


@pytest.mark.asyncio
async def test_without_points_there_is_no_sheet() -> None:
    app = table_app(seated("throw_in", 2))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "score" not in grid(app)
        await pilot.press("f7")
        assert not isinstance(app.screen, ScoreSheet)


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "suit"), [("h", 1), ("р", 1), ("3", 2), ("в", 2), ("C", 3)])
@pytest.mark.every(2)
async def test_a_suit_is_named_by_its_letter_or_digit(key: str, suit: int) -> None:
    """In a palace whose court has no places yet every player names a suit."""
    table = seated("palace_ladder", 5, (2,), seed=0)
    assert table.to_act[0] == 2
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Pick)
        await pilot.pause()  # It is drawn in the turn of the loop after it was opened.
        assert "decide" in grid(app)
        await pilot.press(key)
        await pilot.pause()
        assert made(table)[0] == (2, Move("vote", 0, suit))
