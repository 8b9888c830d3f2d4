"""The board of friends on the screen of a day that is over."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardtable.desk import puzzles as desk
from cardtable.desk.replays import archive
from cardtable.desk.screen import puzzles
from cardtable.puzzles import board, daily
from cardtable.puzzles.daily import HASHED, day_of, open_day
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.protocol import Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.words import Words
from tests.test_days import line_of, played
from tests.tui.helpers import grid

LATE = date(2027, 2, 1)


@pytest.fixture
def app(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> CardtableApp:
    """The app at a day that has just been played."""
    monkeypatch.setattr(desk, "today", lambda: LATE)
    day = day_of(HASHED, LATE)
    table = open_day(day, "Anna", "en", desk.kept_at(), desk.days_dir())
    while table.to_act:
        seat = table.to_act[0]
        table.submit(seat, table.bot_decision(seat).move if seat else table.hint(0, "steady").move)
    daily.keep_par(desk.kept_at(), day, 0.0)
    return CardtableApp(table, Words("en"), Settings(archive=archive(), puzzles=puzzles))


async def compared(app: CardtableApp, pilot: Any) -> None:
    """Goes on to where it is told how the day compares."""
    await pilot.pause()
    await pilot.press("enter")
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert "Friends of this day" in grid(app)


@pytest.mark.slow
async def test_a_friends_line_is_pasted_looked_at_and_left_again(app: CardtableApp) -> None:
    line = line_of(played(day_of(HASHED, LATE), name="Boris"), "Boris")
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("b")
        await pilot.pause()
        assert "by honour" in grid(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, TypedLine)
        app.screen.field.value = str(line)[:-1]
        await pilot.press("enter")
        await pilot.pause()
        assert "ask for the line again" in grid(app)
        app.screen.field.value = str(line)
        await pilot.press("enter")
        await pilot.pause()
        assert board.load(desk.days_dir() / board.FILE) == [line]
        assert "Boris: " in grid(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert "Boris" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "by honour" in grid(app), "one comes back to the board"
        await pilot.press("escape")
        await pilot.pause()
        assert "Friends of this day" in grid(app)


async def test_both_lines_are_copied(app: CardtableApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("c")
        await pilot.pause()
        first, second = app.clipboard.splitlines()
        assert "deal: " in first
        assert second.startswith(f"cardtable {HASHED.isoformat()} Anna ")
        assert "Friends of this day" in grid(app)


async def test_a_board_that_is_damaged_is_named(app: CardtableApp) -> None:
    (desk.days_dir() / board.FILE).write_text("what is this\n", encoding="utf-8")
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("b")
        await pilot.pause()
        assert "line 1" in grid(app)
