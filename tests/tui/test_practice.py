"""Practice at a real table: hints, taking back, and the hand as the player likes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.cards import bits, parse_card, parse_cards
from cardtable.cli.replays import archive
from cardtable.games import find_preset
from cardtable.record import make_header, read_record
from cardtable.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.arranging import in_order
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat

pytestmark = pytest.mark.asyncio


def real_table(kinds: tuple[str, ...] = ("person", "bot:steady"), path: Path | None = None) -> Table:
    """A table of `throw_in` at which Anna attacks first, recorded there."""
    game, preset = find_preset("throw_in")
    header = make_header(game, "throw_in", preset.options, ("Anna", "Boris", "Vera")[: len(kinds)], kinds, 4)
    return Table.begin(game.rules(preset.options, len(kinds)), header, path)


def app_of(table: Table) -> CardtableApp:
    """The app as somebody starts it for this table."""
    return CardtableApp(table, Words("en"), Settings(delay=0))


async def test_a_hint_names_a_move_and_its_reason_and_goes_to_the_card() -> None:
    table = real_table()
    app = app_of(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while table.to_act[:1] != (0,):
            await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        move, _ = table.hint(0, "steady")
        assert "Hint: " in grid(app)
        if move.cards:
            assert seat(app).picture.chosen() == move.cards


async def test_undo_gives_the_last_decision_again() -> None:
    table = real_table()
    app = app_of(table)
    async with app.run_test(size=(140, 30)) as pilot:
        await pilot.pause()
        while table.to_act[:1] != (0,):
            await pilot.pause()
        before = table.scene(0)
        assert "undo" not in grid(app), "nothing has been decided"
        table.submit(0, table.legal(0)[0])
        seat(app).flow.advance()
        await pilot.pause()
        while table.to_act[:1] != (0,) and not table.deal_over:
            await pilot.pause()
        assert "undo" in grid(app)
        await pilot.press("г")
        await pilot.pause()
        assert table.scene(0) == before
        assert "undo" not in grid(app)


async def test_nobody_takes_back_where_others_play() -> None:
    table = real_table(("person", "person", "bot:steady"))
    app = app_of(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        assert table.to_take_back(0) == 0


async def test_the_hand_is_sorted_as_the_player_likes() -> None:
    table = real_table()
    app = app_of(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        as_dealt = seat(app).picture.cards
        await pilot.press("s")
        assert seat(app).picture.cards == in_order(as_dealt, "suit", table.scene(0).trump)
        await pilot.press("s")
        assert seat(app).picture.cards == in_order(as_dealt, "rank", table.scene(0).trump)
        await pilot.press("s")
        assert seat(app).picture.cards == as_dealt


async def test_trumps_stand_at_the_right_and_jokers_last() -> None:
    hand = tuple(parse_card(card) for card in ("Xr", "7h", "As", "6d", "Kc", "9h"))
    assert in_order(hand, "suit", 1) == tuple(parse_card(card) for card in ("As", "Kc", "6d", "7h", "9h", "Xr"))
    assert in_order(hand, "rank", 1) == tuple(parse_card(card) for card in ("6d", "7h", "9h", "Kc", "As", "Xr"))
    assert sum(1 << card for card in in_order(hand, "suit", None)) == parse_cards("Xr 7h As 6d Kc 9h")


async def test_hands_are_opened_only_where_nobody_else_plays() -> None:
    for kinds, may in ((("person", "bot:steady"), True), (("person", "person"), False)):
        table = real_table(kinds)
        app = app_of(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            if not may:
                await pilot.press("enter")
            while table.to_act[0] not in table.people:
                await pilot.pause()
            await pilot.pause()
            before, viewer = grid(app), seat(app).picture.viewer
            assert viewer in table.people
            await pilot.press("f9")
            await pilot.pause()
            strip = grid(app).splitlines()[2]
            hand = bits(table._match.state.places[1 - viewer])
            assert all(Words("en").card(card) in strip for card in hand) == may
            assert (grid(app) != before) == may
            await pilot.press("f9")
            await pilot.pause()
            assert grid(app) == before
        table.close()


async def test_a_deal_that_is_over_is_dealt_again_with_the_same_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    table = real_table(("person", "bot:uniform"), tmp_path / "first.jsonl")
    while not table.deal_over:
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    app = CardtableApp(table, Words("en"), Settings(delay=0, archive=archive()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        await pilot.pause()
        again = seat(app).table
        assert again is not table
        assert again.path is not None
        assert table.path is not None
        first, second = read_record(table.path), read_record(again.path)
        assert second.lines[0] == first.lines[0]
        assert second.header.kinds == ("person", "bot:uniform")
