"""Resigning a deal at the table: in the menu, when it is proven lost."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.bots.search.thoughts import thoughts_of
from cardtable.coach.tutor import is_lost
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import WatchedTable, played_until, seated


def lost_table(*, lost: bool) -> WatchedTable:
    """A table of two at which the player to move has certainly lost, or where nothing is proven."""
    for seed in range(60):
        table = seated("throw_in", 2, people=(), seed=seed, evening=True)

        def found(table: Table) -> bool:
            seat = table.to_act[0]
            if not lost:
                return seat == 0
            few = not table.observe(seat).state.stock
            return seat == 0 and few and is_lost(thoughts_of(table.rules), table.observe(seat))

        if played_until(table, found):
            table.people = frozenset((0,))
            return table
    raise AssertionError("nobody has lost for certain")


async def asked(pilot: Any, app: CardtableApp) -> None:
    """Chooses the line of the menu, and waits for the answer."""
    await pilot.press("escape")
    await pilot.pause()
    assert isinstance(app.screen, Choose)
    assert "I give this deal up" in grid(app)
    lines = [line for line, _ in app.menu_lines()]
    await pilot.press(str(1 + lines.index("I give this deal up")))
    await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize("key", ["1", "2"])
@pytest.mark.every(2)
async def test_what_is_proven_lost_may_be_given_up(key: str) -> None:
    table = lost_table(lost=True)
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await asked(pilot, app)
        assert "lost for certain" in grid(app)
        await pilot.press(key)
        await pilot.pause()
        assert table.resigned == (key == "1")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.picture.open_hands == table.resigned
        assert bool(screen.picture.scene.choices) != table.resigned


async def test_what_is_not_proven_is_played_on() -> None:
    table = lost_table(lost=False)
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await asked(pilot, app)
        assert "Nothing proves that this deal is lost" in grid(app)
        assert not table.resigned


async def test_with_other_people_nobody_gives_up() -> None:
    table = lost_table(lost=False)
    table.people = frozenset((0, 1))
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "I give this deal up" not in [line for line, _ in app.menu_lines()]
