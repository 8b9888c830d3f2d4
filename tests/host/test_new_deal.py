"""The next deal begins while a box is open over a table: no box with another purpose is closed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from cardtable.host.tables import HallTable
from cardtable.match.shared import SharedTable
from cardtable.player.saved import SavedTable
from cardtable.tui.boxes.sheet import ScoreSheet
from cardtable.tui.boxes.too_small import TooSmall
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.menus.hall_screen import HallScreen, HostScreen
from cardtable.tui.table.seat_screen import SILENT, SeatScreen
from tests.host.helpers import new_hall, new_table
from tests.host.test_hall import at_home
from tests.host.test_screens import Shown, on_screen, shared_of


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question, and every new size takes effect at once."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr("cardtable.tui.terminal.link.SIZE_TAKES", 0)


def new_shared() -> SharedTable:
    """Two people in a match that goes on only when a test says so."""
    return shared_of(new_table("king_simple", *["person"] * 3))


def end(shared: SharedTable) -> None:
    """Plays the deal to its end."""
    table = shared.table
    while not table.deal_over:
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    shared._noticed()


def deal(shared: SharedTable) -> None:
    """Begins the next deal, as when the time to read the end of the last one is over."""
    end(shared)
    shared.table.next_deal()
    shared._noticed("deal")


def kinds(app: Any) -> list[type[Any]]:
    """The kinds of screens on the stack, from the bottom to the top."""
    return [type(screen) for screen in app.screen_stack]


async def resize(shown: Shown, width: int, height: int) -> None:
    """Resizes the terminal."""
    shown.link.resize(width, height)
    await shown.drawn()


async def test_a_terminal_that_is_too_small_is_told_so_until_it_is_larger() -> None:
    shared = new_shared()
    async with on_screen(shared, 0) as shown:
        await resize(shown, 50, 10)
        assert kinds(shown.app) == [SeatScreen, TooSmall]
        deal(shared)
        await shown.drawn()
        assert kinds(shown.app) == [SeatScreen, TooSmall]
        await resize(shown, 100, 30)
        screen: Any = shown.app and shown.app.screen
        assert isinstance(screen, SeatScreen)
        assert screen.flow._seen == shared.number


async def test_the_lists_of_the_host_stay_where_they_are() -> None:
    shared, hall = new_shared(), new_hall([])
    hall.add(HallTable(SavedTable("king_simple", shared.table.names, (None,) * 3), shared=shared))
    app = at_home(hall.come(shared.names[0], is_host=True))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("t")
        deal(shared)
        await pilot.pause()
        assert kinds(app) == [SeatScreen, HostScreen, HallScreen]
        await pilot.press("escape", "escape")
        screen: Any = app.screen
        assert isinstance(screen, SeatScreen)
        assert screen.flow._seen == shared.number
    hall.close()


async def test_what_is_about_the_deal_before_makes_way() -> None:
    shared = new_shared()
    async with on_screen(shared, 0) as shown:
        end(shared)
        await shown.drawn()
        await shown.press("\x1b[18~")
        assert kinds(shown.app) == [SeatScreen, DealResult, ScoreSheet]
        deal(shared)
        await shown.drawn()
        assert kinds(shown.app) == [SeatScreen]


async def test_who_reads_the_end_of_a_deal_when_the_next_one_has_begun_has_not_read_the_end_of_that() -> None:
    shared = new_shared()
    async with on_screen(shared, 0) as shown:
        end(shared)
        await shown.drawn()
        await resize(shown, 50, 10)
        deal(shared)
        await resize(shown, 100, 30)
        assert kinds(shown.app) == [SeatScreen, DealResult]
        await shown.press("\r")
        assert kinds(shown.app) == [SeatScreen]
        end(shared)
        await shown.drawn()
        assert kinds(shown.app) == [SeatScreen, DealResult], "they are shown how it ended"


async def test_who_has_read_the_end_of_a_deal_sees_whom_the_next_one_waits_for() -> None:
    shared = new_shared()
    name = shared.names[1]
    async with on_screen(shared, 0) as host, on_screen(shared, 1) as silent:
        end(shared)
        await host.drawn()
        await host.press("\r")
        await host.drawn()
        assert f"The next deal waits for {name}." in host.text
        app: Any = host.app
        app.screen.flow._waits_since -= SILENT
        app.screen.flow._still_waits()
        await host.drawn()
        assert "Silent for a minute" not in host.text, "a guest can do nothing about it"
        app.is_host = True
        app.screen.flow._still_waits()
        await host.drawn()
        assert f"Silent for a minute: {name}." in host.text
        await silent.drawn()
        await silent.press("\r")
        await host.drawn()
        assert name not in host.text.splitlines()[-2]
