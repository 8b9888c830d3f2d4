"""Nothing of a screen or table that was left does anything more, however early it was left."""

from __future__ import annotations

import asyncio
import gc
import importlib
import pkgutil
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest
from textual.screen import Screen

import cardtable.tui
from cardtable.bots.styles.durak.steady import Steady
from cardtable.engine.moves import Move
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes import thinking
from cardtable.tui.boxes.advice import AdviceList
from cardtable.tui.boxes.dialogs import Box, Pick
from cardtable.tui.boxes.form import SetupScreen
from cardtable.tui.boxes.full import FullBox
from cardtable.tui.boxes.rules_reader import Reading
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.menus.bracket import BracketScreen
from cardtable.tui.menus.commands import Anything
from cardtable.tui.menus.doors import Doors
from cardtable.tui.menus.game_menu import GameMenu
from cardtable.tui.menus.hall_screen import ListScreen
from cardtable.tui.program import WayBack
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.afterwards import play_again
from cardtable.tui.table.match_flow import Phase
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid, seat, table_app
from tests.tui.screens import SCREENS, at_menu, on_nothing, record_a_match
from tests.tui.tables import WatchedTable, attacking, made, put, seated
from tests.waiting import PATIENCE


@pytest.fixture
def with_a_match(own_home: Path) -> None:
    record_a_match(own_home)


def kinds_of(kind: type[Screen[Any]]) -> set[type[Screen[Any]]]:
    """The subclasses of a screen that are ours."""
    below = {other for child in kind.__subclasses__() for other in {child, *kinds_of(child)}}
    return {other for other in below if other.__module__.startswith("cardtable.")}


def test_every_screen_is_tried() -> None:
    for module in pkgutil.iter_modules(cardtable.tui.__path__):
        importlib.import_module(f"cardtable.tui.{module.name}")
    abstract = {Box, Doors, FullBox, GameMenu, ListScreen, Pick, Reading, SetupScreen, WayBack}
    assert set(SCREENS) == kinds_of(Screen) - abstract - {Anything}


@pytest.mark.usefixtures("with_a_match")
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
@pytest.mark.every(20)
async def test_a_screen_may_be_left_in_the_turn_in_which_it_was_opened(kind: type[Screen[Any]]) -> None:
    """And in each of the next turns of the loop, while it is being built."""
    app = on_nothing()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for turns in (0, 0, 1, 2, 4, 9):
            screen = SCREENS[kind]()
            app.push_screen(screen)
            for _ in range(turns):
                await asyncio.sleep(0)
            app.pop_screen()
            await pilot.pause()
        assert len(app.screen_stack) == 1
        await pilot.pause()


@pytest.mark.usefixtures("with_a_match")
async def test_advice_that_comes_after_its_list_was_closed_is_dropped() -> None:
    app = at_menu()
    async with app.run_test(size=(80, 24)) as pilot:
        box = SCREENS[AdviceList]()
        assert isinstance(box, AdviceList)
        app.push_screen(box)
        await pilot.pause()
        app.pop_screen()
        await pilot.pause()
        box._add(["too late"])


def closing() -> WatchedTable:
    """Seat 0 attacks; nothing may be done at this table once it is closed."""
    deals = {"match": "deals", "match_length": 3}
    return attacking("7h 9d Jc Qd", stock=0, hands={"P1": "8h 6d Ts"}, options=deals)


def leave(app: CardtableApp) -> None:
    """Leaves the table for a menu."""
    app.leave_table()


async def while_a_bot_thinks(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """The bot gets its move when nobody is at the table any more."""
    table.held_back.clear()
    await pilot.press("1", "1")
    leave(app)
    table.held_back.set()


async def while_a_bot_waits(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """The pause before its move ends in the turn of the loop in which the table is left."""
    app.settings = Settings(delay=60)
    seat(app).take_settings(app.settings)
    await pilot.press("1", "1")
    await pilot.pause()
    seat(app).flow.hurry()
    leave(app)


async def before_the_next_turn(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """A move is played, and the table is left before the next player is looked for."""
    screen = seat(app)
    screen.flow.make(0, table.legal(0)[0])
    leave(app)


async def with_a_list_open(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """A line is chosen in the turn of the loop in which the table is left."""
    await pilot.press("m")
    await pilot.pause()
    box = app.screen
    assert isinstance(box, Pick)
    box.dismiss(0)
    leave(app)


async def with_the_result_open(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """The next deal is asked for in the turn of the loop in which the table is left."""
    put(table, attacking("7h", stock=0, hands={"P1": "9c 8d"})._match.state)
    table.submit(0, table.legal(0)[0])
    table.submit(1, Move("take"))
    seat(app).flow.advance()
    await pilot.pause()
    box = app.screen
    assert isinstance(box, DealResult)
    box.dismiss(True)
    leave(app)


async def with_a_move_that_could_not_be_saved(app: CardtableApp, table: WatchedTable, pilot: Any) -> None:
    """Space would try again."""
    screen = seat(app)
    screen.flow.phase = Phase.STUCK
    leave(app)
    screen.flow.hurry()


Moment = Callable[[CardtableApp, WatchedTable, Any], Any]
MOMENTS: tuple[Moment, ...] = (
    while_a_bot_thinks,
    while_a_bot_waits,
    before_the_next_turn,
    with_a_list_open,
    with_the_result_open,
    with_a_move_that_could_not_be_saved,
)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
@pytest.mark.every(2)
async def test_nothing_is_done_at_a_table_that_was_left(moment: Moment) -> None:
    table = closing()
    app = CardtableApp(None, Words("en"), Settings(delay=0), Home((), lambda preset, seats: table))
    async with app.run_test(size=(80, 24)) as pilot:
        app.sit_down(table)
        await pilot.pause()
        screen = seat(app)
        await moment(app, table, pilot)
        assert table.closed
        before = made(table)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        screen.flow.advance()
        screen.flow.make(0, Move("take"))
        assert not isinstance(app.screen, TableScreen)
        assert len(app.screen_stack) == 1, "nothing opens any more"
        assert made(table) == before
    assert app.return_code in (0, None)


async def test_another_match_is_begun_once_however_often_its_key_is_pressed() -> None:
    begun: list[Table] = []

    def another() -> Table:
        begun.append(seated("throw_in", 2))
        return begun[-1]

    menu = Home((), lambda preset, seats: seated("throw_in", 2), same_table=another)
    menu = Home((), lambda preset, seats: seated("throw_in", 2), same_table=another, again=lambda: menu)
    app = table_app(seated("throw_in", 2))
    app.home = menu
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        flow = seat(app).flow
        flow.instead(partial(play_again, app))
        flow.instead(partial(play_again, app))
        await pilot.pause()
        assert len(begun) == 1


@pytest.mark.parametrize("thinking", [True, False])
async def test_no_bot_moves_while_the_program_ends(thinking: bool) -> None:
    """Without a menu to go back to, the table's screen is still there when its record is closed."""
    table = closing()
    app = table_app(table, delay=0 if thinking else 60)
    async with app.run_test(size=(80, 24)) as pilot:
        if thinking:
            table.held_back.clear()
        await pilot.press("1", "1")
        await pilot.pause()
        seat(app).flow.hurry()
        app.leave_table()
        table.held_back.set()
        for _ in range(20):
            await asyncio.sleep(0.001)
    assert table.closed
    assert [by for by, _ in made(table)] == [0]


def seat_of(app: CardtableApp, number: int) -> str:
    """The text at a player's seat."""
    board = seat(app).picture.board
    places = board.laid_out(*board.size)[0].places
    (place,) = (each for chair, each in zip(board.felt.chairs, places, strict=True) if chair.seat == number)
    rows = grid(app).splitlines()[board.region.y + place.y :][: place.height]
    return "\n".join(row[board.region.x + place.x :][: place.width] for row in rows)


@pytest.mark.parametrize("where", ["table", "tournament"])
@pytest.mark.every(2)
async def test_work_that_ends_before_it_has_begun_leaves_no_coroutine_behind(where: str, own_home: Path) -> None:
    """As when the program fails in the turn in which bots were to begin: Python would warn on the terminal."""
    table = closing()
    app = table_app(table) if where == "table" else at_menu()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if where == "table":
            table.submit(0, table.legal(0)[0])
            begin = seat(app).flow.advance
        else:
            bracket = SCREENS[BracketScreen]()
            assert isinstance(bracket, BracketScreen)
            app.push_screen(bracket)
            await pilot.pause()
            begin = bracket.action_go_on
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            begin()
            assert len(app.workers) == 1
            app.workers.cancel_all()
            await pilot.pause()
            gc.collect()
        assert [str(warning.message) for warning in warned if "never awaited" in str(warning.message)] == []


async def test_a_long_thought_is_told_at_the_chair_and_ends_with_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player is told that a bot is thinking; undo and leaving do not wait for its result."""
    began, ended = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def forever(*args: Any) -> Iterator[None]:
        loop.call_soon_threadsafe(began.set)
        try:
            while True:
                sleep(0.001)
                yield None
        finally:
            ended.set()

    monkeypatch.setattr(Steady, "think", forever, raising=False)
    monkeypatch.setattr(thinking, "LONG_THOUGHT", 0)
    table = attacking("6C 7C 9D QH")
    table.held_back.clear()
    app = table_app(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1")
        for _ in range(2):
            await began.wait()
            began.clear()
            await pilot.pause()
            assert "thinks" in seat_of(app, 1)
            ended.clear()
            await pilot.press("u")
            assert await asyncio.to_thread(ended.wait, PATIENCE)
            assert not made(table)
            async with asyncio.timeout(PATIENCE):
                while "thinks" in grid(app):  # Its thread has yet to report.
                    await pilot.pause(0.001)
            await pilot.press("1", "1")
        await began.wait()
        ended.clear()
        app.leave_table()
        assert await asyncio.to_thread(ended.wait, PATIENCE)


def quit_by_menu(app: CardtableApp) -> None:
    """Chooses the last line of the menu."""
    app.menu_lines()[-1][1]()


def lose_the_terminal(app: CardtableApp) -> None:
    """The window is closed."""
    app.terminal._hang_up(signal.SIGHUP)


def fail(app: CardtableApp) -> None:
    """An unexpected error."""
    app._handle_exception(ZeroDivisionError())


@pytest.mark.parametrize("end", ["ctrl+q", "ctrl+c", quit_by_menu, lose_the_terminal, fail])
@pytest.mark.every(2)
async def test_the_end_of_the_program_ends_a_thought(
    end: str | Callable[[CardtableApp], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it ends, even with another table open over the one where a bot thinks."""
    began, ended = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def long(*args: Any) -> Iterator[None]:
        loop.call_soon_threadsafe(began.set)
        try:
            for _ in range(int(PATIENCE * 1000)):
                sleep(0.001)
                yield None
        finally:
            ended.set()

    monkeypatch.setattr(Steady, "think", long, raising=False)
    monkeypatch.setattr("cardtable.tui.terminal.terminal.threading.Timer", Mock())
    table = attacking("6C 7C 9D QH")
    table.held_back.clear()
    app = table_app(table)
    with suppress(ZeroDivisionError):
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("1", "1")
            await asyncio.wait_for(began.wait(), PATIENCE)
            if end == "ctrl+q":
                other = seated("throw_in", 2)
                other.held_back.clear()
                app.sit_down(other)
                await pilot.pause()
            if isinstance(end, str):
                await pilot.press(end)
            else:
                end(app)
    assert await asyncio.to_thread(ended.wait, 10), "the bot thinks on"
    assert table.closed


def test_the_end_of_the_program_does_not_wait_for_a_bot_that_nothing_stops() -> None:
    """Such as one from another package that is slow and does not think in slices."""
    table = attacking("6C 7C 9D QH")
    table.held_back.clear()

    async def play() -> None:
        app = table_app(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("1", "1")
            while not table.asked:
                await asyncio.sleep(0.001)
            await pilot.press("ctrl+q")

    try:
        asyncio.run(play())
        assert any(thread.name == "thought" for thread in threading.enumerate()), "it was waited for"
    finally:
        table.held_back.set()
