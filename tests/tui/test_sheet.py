"""The score sheet, and decisions that are made in words: by digit, by the letter of a suit, on either layout."""

from __future__ import annotations

import pytest

from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import SheetRow
from cardtable.engine.scene import Choice, Scene
from cardtable.engine.text import Suit, say
from cardtable.tui.dialogs import Pick
from cardtable.tui.sheet import ScoreSheet, running
from tests.tui.fakes import FakeTable
from tests.tui.helpers import grid, table_app


class Written(FakeTable):
    """A table at which points are written down."""

    def __init__(self, deals: int) -> None:
        super().__init__(3, [0])
        self.written = tuple(
            SheetRow(say("clubs and hearts"), (nth, -2.5, None), (say("back to 0"),)) for nth in range(1, deals + 1)
        )


class Ordering(FakeTable):
    """A table at which the viewer names a suit; nothing is laid."""

    def scene(self, seat: Seat) -> Scene:
        choices = tuple(
            Choice(Move("order", 0, suit), say("order {suit}", suit=Suit(suit)), suit=suit) for suit in range(4)
        )
        return super().scene(seat)._replace(choices=choices, verb="", prompt=say("Which suit?"))

    def submit(self, seat: Seat, move: Move) -> None:
        self.submitted.append((seat, move))


def test_points_add_up_and_a_given_total_goes_on_from_there() -> None:
    rows = [
        SheetRow(say("a"), (5, None)),
        SheetRow(say("a"), (96, 3), totals=(0, 3)),
        SheetRow(say("a"), (7, -1)),
    ]
    assert list(running(rows)) == [(5, None), (0, 3), (7, 2)]


@pytest.mark.asyncio
async def test_the_sheet_shows_its_last_deal_and_notes() -> None:
    app = table_app(Written(40))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, ScoreSheet)
        shown = grid(app)
        assert "40 clubs and hearts" in shown
        assert "40   820" in shown
        assert "−2.5  −100" in shown
        assert "Whoever reaches 101 is out." in shown
        assert "Mila" in shown
        await pilot.press("escape")
        assert not isinstance(app.screen, ScoreSheet)


@pytest.mark.asyncio
async def test_without_points_there_is_no_sheet() -> None:
    app = table_app(FakeTable())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "score" not in grid(app)
        await pilot.press("f7")
        assert not isinstance(app.screen, ScoreSheet)


@pytest.mark.asyncio
@pytest.mark.parametrize(("key", "suit"), [("h", 1), ("р", 1), ("3", 2), ("в", 2), ("C", 3)])
async def test_a_suit_is_named_by_its_letter_or_digit(key: str, suit: int) -> None:
    table = Ordering()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "decide" in grid(app)
        await pilot.press("enter")
        assert isinstance(app.screen, Pick)
        await pilot.press(key)
        await pilot.pause()
        assert table.submitted[0] == (0, Move("order", 0, suit))
