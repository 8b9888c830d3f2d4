"""Claiming at a table with one person: by a key after their own tricks, and never by a question."""

from __future__ import annotations

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.position import put_down
from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.helpers import grid
from tests.tui.tables import seated

pytestmark = pytest.mark.asyncio
SILENT = Move("silent")


def after_a_trick(winner: Seat) -> tuple[Table, CardtableApp]:
    """A table of Burkozel at which this seat has just taken a trick; the bots wait before they lead."""
    table = seated("burkozel", 3, (0,))
    given = {"moment": "claims", "leader": f"P{winner}", "trump": "s", "hands": {"P0": "6h 7h 8h"}}
    table._match._state = put_down({"preset": "burkozel", "seats": 3, **given}, rules_of)[1]
    return table, CardtableApp(table, Words("en"), Settings(delay=60))


async def test_enter_goes_on_after_a_trick_of_ones_own_and_the_key_of_claiming_stands_at_the_foot() -> None:
    table, app = after_a_trick(0)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "c claim" in grid(app).splitlines()[-1]
        assert "Go on, or claim that you have 61 points." in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen), "no list is opened"
        assert (0, SILENT) in table._match.made


async def test_nobody_stops_after_a_trick_of_the_others_and_claiming_too_early_is_told() -> None:
    table, app = after_a_trick(1)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert [move for seat, move in table._match.made if seat == 0] == [SILENT]
        assert "claim" not in grid(app).splitlines()[-1]
        await pilot.press("c")
        await pilot.pause()
        assert "You may claim when a trick has been taken" in grid(app)
        assert isinstance(app.screen, TableScreen)
        assert app.screen.flow.keyboard._listens_to(0)
