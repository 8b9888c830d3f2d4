"""Practice at a real table: hints, taking back, and sorting the hand to taste."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cardtable.cards import bits, parse_card, parse_cards
from cardtable.desk.replays import archive
from cardtable.games import find_preset
from cardtable.match.record import HelpLine, Journal, Line, make_header, read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Read
from cardtable.tui.boxes.weighed import ReasonsBox, WhatWasWeighed
from cardtable.tui.felt.arranging import in_order
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import seated

pytestmark = pytest.mark.asyncio


def real_table(kinds: tuple[str, ...] = ("person", "bot:steady"), path: Path | None = None) -> Table:
    """A recorded table of `throw_in` at which Anna attacks first."""
    game, preset = find_preset("throw_in")
    header = make_header(
        game, "throw_in", preset.options, ("Anna", "Boris", "Vera", "Gleb", "Dina")[: len(kinds)], kinds, 4
    )
    return Table.begin(game.rules(preset.options, len(kinds)), header, path)


def app_of(table: Table) -> CardtableApp:
    """The app as a player starts it for this table."""
    return CardtableApp(table, Words("en"), Settings(delay=0))


async def test_a_hint_names_a_move_and_its_reason_and_goes_to_the_card() -> None:
    table = real_table()
    app = CardtableApp(table, Words("en"), Settings(delay=0, adviser="steady"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while table.to_act[:1] != (0,):
            await pilot.pause()
        await pilot.press("i")
        await pilot.pause()
        move = table.hint(0, "steady").move
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


@pytest.mark.usefixtures("own_home")
@pytest.mark.slow
async def test_a_deal_that_is_over_is_dealt_again_with_the_same_cards(tmp_path: Path) -> None:
    kinds = ("person", *["bot:steady"] * 4)  # Where no search judges a deal, which is expensive.
    table = real_table(kinds, tmp_path / "first.jsonl")
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
        assert second.header.kinds == kinds


async def played_to(table: Table, app: CardtableApp, pilot: Pilot[int]) -> None:
    """Anna attacks, and Boris answers."""
    while table.to_act[:1] != (0,):
        await pilot.pause()
    seat(app).flow.make(0, table.legal(0)[0])
    await pilot.pause()
    while table.to_act[:1] != (0,):
        await pilot.pause()


async def test_a_bot_says_why_it_moved_as_it_had_decided_it(tmp_path: Path) -> None:
    """It gives the reason for the move itself, and the record notes the help, once a deal."""
    path = tmp_path / "match.jsonl"
    table = real_table(path=path)
    app = app_of(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await played_to(table, app, pilot)
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, Read)
        reasons = table.reasons(0)
        assert reasons
        assert all(reason.seat == 1 for reason in reasons)
        for reason in reasons:
            assert app.words.text(reason.label, table.names) in app.screen.text
            assert app.words.text(reason.why, table.names) in app.screen.text
        table.close()
    helps = [line for line in read_record(path).lines if isinstance(line, HelpLine)]
    assert helps == [HelpLine(0)]
    again = Table.resume(path)
    assert again.legal(0) == table.legal(0), "the match goes on behind such a line"
    assert Replay(read_record(path)).moments
    again.close()


def answered(table: Table) -> None:
    """Anna has moved, and then the others, until it is her turn again."""
    while table.to_act[:1] != (0,):
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
    table.submit(0, table.legal(0)[0])
    while table.to_act[:1] not in ((0,), ()):
        table.submit(table.to_act[0], table.bot_move(table.to_act[0]))


@pytest.mark.slow
async def test_what_an_expert_weighed_is_shown_on_a_key_after_it_was_said_what_that_tells(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    table = real_table(("person", "bot:expert", "bot:steady"), path)
    while not table.reasons(0):
        answered(table)
    app = app_of(table)
    async with app.run_test(size=(110, 34)) as pilot:
        await pilot.press("f2", "escape")
        while not any(reason.weighed for reason in table.reasons(0)):
            answered(table)
        seat(app).flow.advance()
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, ReasonsBox)
        told = grid(app)
        assert "The record says that you were helped in this deal." in told
        assert "m shows what was weighed: that tells cards of a hand that is still played." in told
        helps = [line for line in read_record(path).lines if isinstance(line, HelpLine)]
        assert helps == [HelpLine(0)], "on the disk before anything is shown"
        await pilot.press("ь")
        await pilot.pause()
        assert isinstance(app.screen, WhatWasWeighed)
        shown = grid(app)
        (one, *_) = app.screen.weighed
        assert sum(move.made for move in one.weighed) == 1
        for move in one.weighed:
            parts = app.words.text(move.label, table.names), f" {round(100 * move.value)} ", f" {move.tried} "
            assert any(all(part in row for part in parts) for row in shown.splitlines())
        await pilot.press("escape", "escape")
        assert seat(app)
    table.close()


@pytest.mark.slow
async def test_what_was_weighed_is_what_was_known_and_forgotten_with_the_move() -> None:
    """The moves are those of the seat's own hand, as a new expert weighs them from its observation."""
    table = real_table(("person", "bot:expert", "bot:steady"))
    answered(table)
    while not any(reason.weighed for reason in table.reasons(0)):
        answered(table)
    before = len(table.reasons(0))
    thoughts = table._reasons._kept[-before:]
    for reason, thought in zip(table.reasons(0), reversed(thoughts), strict=True):
        legal = table.rules.legal(thought.seen.state, thought.seen.seat)
        assert {move for move, _, _ in thought.weighed} <= set(legal)
        assert [one.tried for one in reason.weighed] == [tried for _, tried, _ in thought.weighed]
        assert reason.weighed == () or reason.seat == 1
    table.take_back(0)
    assert not [thought for thought in table._reasons._kept if thought in thoughts]


async def test_no_bot_gives_its_reasons_where_other_people_play(tmp_path: Path) -> None:
    table = real_table(("person", "bot:expert", "person"), tmp_path / "match.jsonl")
    while table.to_act[:1] != (1,):
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    table.submit(1, table.bot_move(1))
    assert table.reasons(0) == table.reasons(2) == [], "nor what was weighed"
    app = app_of(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.screen.dismiss(table.to_act[0])
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
        assert "Only where one person plays" in grid(app)
    table.close()


async def test_reasons_are_gone_with_the_moves_that_are_taken_back() -> None:
    table = real_table()
    while table.to_act[:1] != (0,):
        table.submit(1, table.bot_move(1))
    before = table.reasons(0)
    table.submit(0, table.legal(0)[0])
    while table.to_act[:1] == (1,):
        table.submit(1, table.bot_move(1))
    after = table.reasons(0)
    assert after
    table.take_back(0)
    assert table.reasons(0) == before


async def test_what_a_bot_is_asked_in_secret_is_not_told() -> None:
    """A claim asked for in secret between two tricks goes unnoticed, so it is not revealed afterwards either."""
    game, preset = find_preset("burkozel")
    for seed in range(6):
        kinds = ("person", "bot:steady")
        header = make_header(game, "burkozel", preset.options, ("Anna", "Boris"), kinds, seed)
        table = Table.begin(game.rules(preset.options, 2), header)
        while not table.deal_over:
            seat_ = table.to_act[0]
            secret = table.silence is not None
            before = len(table.reasons(0))
            table.submit(seat_, table.bot_move(1) if seat_ else table.legal(0)[-1])
            if secret and seat_ and not table.deal_over:
                assert len(table.reasons(0)) == before


async def test_a_full_disk_tells_no_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = real_table(path=tmp_path / "match.jsonl")
    app = app_of(table)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await played_to(table, app, pilot)

        def full(journal: Journal, line: Line) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Journal, "write", full)
        await pilot.press("f2")
        await pilot.pause()
        assert "Nothing is told" in grid(app)
    table.close()


async def test_open_hands_are_cards_at_a_small_terminal_and_seats_grow_for_nothing_else() -> None:
    app = CardtableApp(seated("throw_in", 3), Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        assert board.shape().seat_rows == 0
        await pilot.press("f9")
        await pilot.pause()
        assert board.shape().seat_rows == 5, "a frame round cards of three rows"
        await pilot.press("f9")
        await pilot.pause()
        assert board.shape().seat_rows == 0
