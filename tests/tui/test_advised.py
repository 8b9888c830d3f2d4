"""Hints from a bot that takes its time: keys work meanwhile, and an unwanted thought has no effect."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import sleep
from typing import Any

import pytest
import pytest_asyncio
from textual.pilot import Pilot

from cardtable.bots import Decision
from cardtable.bots.hints import Hint
from cardtable.bots.ratings import best
from cardtable.bots.search.expert import Expert
from cardtable.bots.styles.durak.steady import Steady
from cardtable.cards import parse_cards
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Text
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes import thinking
from cardtable.tui.boxes.hint_card import HintCard
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.tui.conftest import Clock
from tests.tui.helpers import grid, seat
from tests.tui.strangers import Stranger, thoughts
from tests.tui.tables import WatchedTable, attacking, made, seated
from tests.waiting import PATIENCE

pytestmark = pytest.mark.asyncio

HAND = "6c 7c 9d Qh"


def waiting() -> WatchedTable:
    """A table on which the tests' keys do not wait for bots that think."""
    table = attacking(HAND)
    table.held_back.clear()
    return table


def advised(table: WatchedTable, adviser: str = "expert") -> CardtableApp:
    """The app of a player whose adviser is this style."""
    return CardtableApp(table, Words("en"), Settings(delay=0, adviser=adviser))


@asynccontextmanager
async def asking(slow: Slow) -> AsyncIterator[tuple[CardtableApp, Pilot[int], WatchedTable]]:
    """A player whose slow adviser has just begun to think."""
    table = waiting()
    app = advised(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await asyncio.wait_for(slow.began.wait(), PATIENCE)
        yield app, pilot, table


class Slow:
    """Blocks the expert's thinking until it is released, and records its beginnings and ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: str = "attack Qh") -> None:
        self.began, self.ended, self.let_go = asyncio.Event(), threading.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def think(expert: Expert, seen: Observation, choices: Sequence[Move], rng: Random) -> Iterator[Decision | None]:
            loop.call_soon_threadsafe(self.began.set)
            try:
                for _ in range(int(PATIENCE * 1000)):  # A failing test must end too; its app waits for all threads.
                    if self.let_go.is_set():
                        break
                    sleep(0.001)
                    yield None
                yield Decision(expert.rules.parse_move(answer), Text("because it is so"))
            finally:
                self.ended.set()

        monkeypatch.setattr(Expert, "think", think)
        monkeypatch.setattr(thinking, "LONG_THOUGHT", 0)


@pytest_asyncio.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Slow]:
    """A slow expert; its thread ends with the test in any case."""
    expert = Slow(monkeypatch)
    yield expert
    expert.let_go.set()


async def test_keys_go_on_while_the_adviser_thinks_and_the_hint_then_comes(slow: Slow, clock: Clock) -> None:
    async with asking(slow) as (app, pilot, table):
        picture = seat(app).picture
        await pilot.pause()
        assert "Your adviser is thinking. Esc stops it." in grid(app)
        await pilot.press("home", "right", "i")
        assert picture.chosen() == parse_cards("7c")
        slow.let_go.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "because it is so" in grid(app)
        assert picture.chosen() == parse_cards("Qh")
        clock.before_a_key = 0
        await pilot.press("enter")
        assert not made(table), "an Enter that comes at once was meant for another card"


async def test_enter_right_after_the_question_waits_for_the_hint(slow: Slow) -> None:
    """The card under the cursor is not the one that was asked about; a player who has chosen another is not held up."""
    async with asking(slow) as (app, pilot, table):
        await pilot.press("enter")
        assert not made(table)
        assert "Esc stops it" in grid(app)
        await pilot.press("right", "enter")
        assert len(made(table)) == 1
        slow.let_go.set()
        table.held_back.set()


async def test_enter_counts_at_once_where_the_hint_leaves_the_cursor_on_its_card(slow: Slow, clock: Clock) -> None:
    async with asking(slow) as (app, pilot, table):
        await pilot.press("end")
        slow.let_go.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "because it is so" in grid(app)
        clock.before_a_key = 0
        await pilot.press("enter")
        assert made(table) == [(0, Move("attack", parse_cards("Qh")))]
        table.held_back.set()


@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(lambda app: app.screen.action_menu(), id="stopped"),
        pytest.param(lambda app: seat(app).flow.make(0, Move("attack", parse_cards("6c"))), id="moved"),
        pytest.param(lambda app: seat(app).flow.take_back(0), id="taken back"),
        pytest.param(lambda app: app.leave_table(), id="left"),
        pytest.param(lambda app: app.action_leave(), id="ended"),
    ],
)
@pytest.mark.every(2)
async def test_a_hint_that_nobody_wants_any_more_is_not_thought_out(stop: Callable[[Any], None], slow: Slow) -> None:
    async with asking(slow) as (app, pilot, table):
        cursor = seat(app).picture.cursor
        stop(app)
        assert await asyncio.to_thread(slow.ended.wait, PATIENCE), "the thread has gone on"
        table.held_back.set()
        if app.is_running and table.closed is False:
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "because" not in grid(app)
            assert "thinking" not in grid(app)
            if not made(table):
                assert seat(app).picture.cursor == cursor
            assert not seat(app).flow.is_advising


async def test_esc_opens_the_menu_again_once_no_hint_is_thought_out(slow: Slow) -> None:
    async with asking(slow) as (app, pilot, _):
        screen = app.screen
        await pilot.press("escape")
        assert app.screen is screen
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is not screen


async def test_a_thought_that_a_move_has_overtaken_ends_nobodys_screen(slow: Slow) -> None:
    async with asking(slow) as (app, pilot, table):
        # By a player elsewhere: this screen has not heard of it yet.
        table.submit(0, table.legal(0)[0])
        assert await asyncio.to_thread(slow.ended.wait, PATIENCE)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.is_running
        assert not seat(app).flow.is_advising


async def test_cards_that_are_turned_over_are_not_shown_for_a_hint(slow: Slow) -> None:
    async with asking(slow) as (app, pilot, _):
        await pilot.press("f8")
        slow.let_go.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Hint" not in grid(app)
        assert "Q♥" not in grid(app)


async def test_the_adviser_is_asked_where_they_play_and_the_best_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def hint(self: WatchedTable, seat: int, style: str | None = None, *wanted: object) -> Hint:
        asked.append(style)
        return Hint(self.legal(seat)[0], Text("that"), (Text("so"),))

    monkeypatch.setattr(WatchedTable, "hint", hint)
    for preset, seats in (("throw_in", 2), ("burkozel", 2)):
        table = seated(preset, seats, people=(0, 1))
        app = advised(table, "counter_player")
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("i")
            await app.workers.wait_for_complete()
    assert asked == ["counter_player", best("bura")]


async def test_a_quick_adviser_answers_at_once() -> None:
    table = attacking(HAND)
    app = advised(table, "steady")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seat(app).action_hint()
        assert seat(app).picture.reason.left.startswith("Hint: ")
        assert not hasattr(Steady, "think")


async def test_keys_go_on_while_an_adviser_of_another_package_is_slow(stranger: type[Stranger]) -> None:
    """Esc no longer waits for it, nor do bots; it can be asked again in the same thread, and then answers."""
    table = waiting()
    app = advised(table, "stranger")
    before = thoughts()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        for _ in range(3):
            await pilot.press("i")
            await stranger.is_asked()
            await pilot.pause()
            assert "Your adviser is thinking. Esc stops it." in grid(app)
            await pilot.press("home", "right")
            assert seat(app).picture.chosen() == parse_cards("7c")
            await pilot.press("escape")
            assert app.screen is screen
        await pilot.press("i")
        await pilot.pause()
        assert len(thoughts() - before) == 1
        stranger.let_go.set()
        await app.workers.wait_for_complete([worker for worker in app.workers if not worker.is_finished])
        await pilot.pause()
        assert "because strangers do" in grid(app)
        assert stranger.asked == 2, "what nobody waits for any more is not begun"


async def test_bots_do_not_wait_for_an_adviser_for_whom_nobody_waits(stranger: type[Stranger]) -> None:
    table = waiting()
    app = advised(table, "stranger")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await stranger.is_asked()
        await pilot.press("1", "1")
        async with asyncio.timeout(PATIENCE):
            while not table.asked:
                await asyncio.sleep(0.001)
        table.held_back.set()


async def test_an_adviser_of_another_package_that_is_too_slow_is_told(
    stranger: type[Stranger], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.tui.table.match_flow.LIMIT", 0.05)
    app = advised(waiting(), "stranger")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("i")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Your adviser has not answered in 0.05 s." in grid(app)
        assert not seat(app).flow.is_advising
        assert "Hint" not in grid(app)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.every(2)
async def test_a_reason_is_never_cut(width: int, long: bool) -> None:
    table = attacking(HAND)
    app = advised(table)
    why = " ".join(["therefore"] * (12 if long else 3))
    async with app.run_test(size=(width, 30)) as pilot:
        await pilot.pause()
        choice = next(choice for choice in seat(app).picture.scene.choices if choice.cards)
        seat(app)._show_hint(Hint(choice.move, choice.label, (Text(why),)))
        await pilot.pause()
        assert "…" not in grid(app)
        assert grid(app).lower().count("therefore") == (12 if long else 3)
        assert isinstance(app.screen, HintCard) == long
        await pilot.press("escape")
        assert made(table) == []


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (110, 34)])
@pytest.mark.every(2)
async def test_asked_twice_the_adviser_tells_all_they_know_on_a_card(language: str, size: tuple[int, int]) -> None:
    """A third press takes it away; so does any other key, which also does its own work."""
    words = Words(language)
    app = CardtableApp(attacking(HAND), words, Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in ("i", "home"):
            seat(app).action_hint()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert words.say("Hint") in grid(app)
            await pilot.press("i")
            await pilot.pause()
            assert isinstance(app.screen, HintCard)
            assert "…" not in grid(app)
            assert all(line in grid(app) for line in app.screen.told.content.splitlines())  # type: ignore[union-attr]
            await pilot.press(key)
            await pilot.pause()
            assert seat(app)
        assert seat(app).picture.cursor == 0
