"""The ceremony of a deal: dealt in half a second, announced to all, ended by any key, and not part of the state."""

from __future__ import annotations

import asyncio

import pytest

from cardtable.games import FAMILIES, family
from cardtable.tui.app import CardtableApp
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.painter import SIZES
from cardtable.tui.felt import ceremony
from cardtable.tui.felt.announcing import announced
from cardtable.tui.felt.ceremony import FRAMES, TURNS, Banner, Block, Flights
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.helpers import grid, seat
from tests.tui.tables import seated

PRESETS = [(name, preset) for name in FAMILIES for preset in family(name).presets]


@pytest.fixture(autouse=True)
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that is fast enough, and frames that only come when a test asks for them."""
    monkeypatch.setattr("cardtable.tui.app.bearable", lambda colours, environ: True)
    monkeypatch.setattr("cardtable.tui.draw.motion.STEP", 60)


def app_of(preset: str, seats: int, *, seed: int = 4, motion: bool = True, delay: float = 60) -> CardtableApp:
    """The app of a player at a new table."""
    return CardtableApp(seated(preset, seats, seed=seed), Words("en"), Settings(delay=delay, motion=motion))


def test_of_all_that_is_dealt_little_is_in_the_air_at_once_and_all_has_landed_before_cards_are_turned() -> None:
    for seats in range(2, 13):
        dealing = Flights(range(seats))
        held = [tuple(dealing.landed(seat, 6, passed) for seat in range(seats)) for passed in range(FRAMES + 1)]
        assert held[0] == (0,) * seats
        assert held[FRAMES - TURNS] == held[FRAMES] == (6,) * seats
        assert held == sorted(held), "nobody's cards become fewer"
        most = max(len(dealing.in_air(passed)) for passed in range(FRAMES))
        assert 0 < most <= max(4, seats // 2), seats
    assert dealing.landed(12, 6, 0) == 6, "who gets none by air has theirs"


@pytest.mark.parametrize(("name", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
@pytest.mark.every(12)
def test_what_is_announced_has_room_on_every_screen_in_both_languages(name: str, preset: str) -> None:
    table = seated(preset, family(name).presets[preset].players, people=(), seed=3)
    for _ in range(8):
        for _ in range(6):
            for language in ("en", "ru"):
                banner = announced(table.scene(0), Words(language), table.names)
                if banner is None:
                    continue
                assert banner.headline
                assert len(banner.cards) <= 5
                for width, height in ((40, 8), (78, 10), (100, 20), (198, 36)):
                    block = Block.of(banner, width, height, SIZES[2::-1], ascii_only=False)
                    assert block.height <= height
                    assert all(width_of(row) <= width for row in block.large)
                    assert all(width_of(line) <= width - 4 for line in block.said)
                    assert " ".join(block.said) == " ".join(banner.said), "nothing is cut"
            if not table.to_act:
                break
            table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
        while table.to_act and not table.deal_over:
            table.submit(table.to_act[0], table.bot_move(table.to_act[0]))
        if table.match_over:
            break
        table.next_deal()


def test_the_marks_give_way_before_the_cards_and_the_cards_before_the_words() -> None:
    banner = Banner("no jacks", ("a", "b"), (5, 18), 2, 14, "deal 2 of 14")
    blocks = [Block.of(banner, 100, height, SIZES[2::-1], ascii_only=False) for height in (30, 13, 11, 7, 4)]
    assert [block.marked for block in blocks] == [True, False, False, False, False]
    assert [block.size for block in blocks] == [SIZES[2], SIZES[1], SIZES[0], None, None]
    assert [block.said for block in blocks] == [("a", "b")] * 5


async def test_a_contract_is_announced_after_the_deal_and_enter_only_takes_it_away() -> None:
    app = app_of("king_simple", 4)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        picture, table = seat(app).picture, seat(app).table
        board = picture.board
        assert board.dealing is not None
        assert board.banner is None, "first everybody has their cards"
        while board.frames_left:
            board._next_frame()
        await pilot.pause()
        assert board.banner is not None
        for _ in range(ceremony.OPENS):
            board._open_on()
        await pilot.pause()
        told = grid(app)
        assert "deal 1 of 14" in told
        assert "−2 a trick" in told
        assert "any key" in told.splitlines()[-1]
        before = table.spoken
        await pilot.press("enter")
        await pilot.pause()
        assert board.banner is None
        assert table.spoken == before, "Enter was for the banner"
        assert "any key" not in grid(app).splitlines()[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert table.spoken == before + 1


async def test_any_other_key_takes_it_away_and_is_obeyed() -> None:
    app = app_of("king_simple", 4)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        picture = seat(app).picture
        while picture.board.frames_left:
            picture.board._next_frame()
        picture.hand.settle()
        await pilot.pause()
        assert picture.board.banner is not None
        was = picture.cursor
        await pilot.press("right")
        await pilot.pause()
        assert picture.board.banner is None
        assert picture.cursor == was + 1


async def test_it_goes_by_itself_and_bots_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceremony, "STANDS", 0.01)
    app = app_of("burkozel_casual", 3, seed=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        assert board.solemn > 0
        while board.frames_left:
            board._next_frame()
        assert board.banner is not None
        assert board.solemn > 0
        while board._opened < ceremony.OPENS:
            board._open_on()
        while board.banner is not None:
            await asyncio.sleep(0)
        assert board.solemn == 0


@pytest.mark.parametrize(("motion", "delay"), [(False, 60.0), (True, 0.0)])
async def test_who_wants_no_motion_or_no_waiting_sees_the_table_at_once(motion: bool, delay: float) -> None:
    app = app_of("king_simple", 4, motion=motion, delay=delay)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        assert (board.dealing is not None) == motion
        while board.frames_left:
            board._next_frame()
        await pilot.pause()
        assert board.banner is None, "nothing is announced"
        assert motion or board.solemn == 0


async def test_no_card_of_the_hand_is_seen_before_it_is_turned_over() -> None:
    app = app_of("throw_in", 2, seed=1)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        hand = seat(app).picture.hand
        assert hand.frames_left == FRAMES
        at_rest = len(hand.cards)
        seen = []
        for left in range(FRAMES, 0, -1):
            hand.frames_left = left
            rows = hand._painted(hand.size).signs
            seen.append(sum("".join(row).count(sign) for row in rows for sign in "♠♥♦♣") > 0)
        assert seen == sorted(seen)
        assert not any(seen[: FRAMES - TURNS + 1])
        assert at_rest == 6


def test_only_a_table_at_which_nothing_was_played_is_new() -> None:
    table = seated("king_simple", 4, seed=4)
    assert table.is_new
    assert table.to_act[0] == 0
    table.submit(0, table.scene(0).choices[0].move)
    assert not table.is_new


async def test_a_table_that_is_gone_on_with_announces_nothing_but_what_is_named_then() -> None:
    app = app_of("king_simple", 4)
    table = app.table
    assert table is not None
    table.submit(0, table.scene(0).choices[0].move)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        board = seat(app).picture.board
        assert board.dealing is None
        assert board.banner is None


async def test_a_card_that_is_laid_takes_it_away_and_in_ascii_it_has_edges_too() -> None:
    app = CardtableApp(seated("throw_in", 3, seed=2), Words("en", glyphs="ascii"), Settings(delay=60, motion=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        picture, table = seat(app).picture, seat(app).table
        while picture.board.frames_left:
            picture.board._next_frame()
        for _ in range(ceremony.OPENS):
            picture.board._open_on()
        await pilot.pause()
        assert picture.board.banner is not None
        assert grid(app).isascii()
        assert "S P A D E S" in grid(app)
        table.submit(0, table.scene(0).choices[0].move)
        picture.look(table.view(0))
        assert picture.board.banner is None
