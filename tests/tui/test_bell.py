"""The bell: for a player whose turn comes after a long wait."""

from __future__ import annotations

import pytest

from cardtable.engine.moves import Move, Seat
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.tui.table.match_flow import RING_AFTER
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words
from tests.tui.conftest import Clock
from tests.tui.tables import seated

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(("wanted", "seconds", "rung"), [(True, RING_AFTER, 1), (True, 9.0, 0), (False, 60.0, 0)])
async def test_it_rings_once_after_a_long_wait(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, wanted: bool, seconds: float, rung: int
) -> None:
    table, bells = seated("throw_in", 2), []
    clock.before_a_key = 0.5
    think = table.bot_move

    def slowly(seat: Seat) -> Move:
        clock.now += seconds
        return think(seat)

    app = CardtableApp(table, Words("en"), Settings(delay=0, bell=wanted))
    monkeypatch.setattr(app, "bell", lambda: bells.append(clock.now))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (person,) = table.people
        assert person in table.to_act
        bells.clear()
        monkeypatch.setattr(table, "bot_move", slowly)
        moves = table._moves
        await pilot.press("1", "1")
        await pilot.pause()
        assert table._moves >= moves + 2, "the person and the bot have moved"
        assert person in table.to_act
        assert len(bells) == rung
        await pilot.press("escape", "escape")
        assert len(bells) == rung, "a menu that is closed is nobody's turn"


async def test_nobody_hears_that_somebody_is_asked_in_secret(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table, bells = seated("burkozel", 3), []
    app = CardtableApp(table, Words("en"), Settings(delay=0, bell=True))
    monkeypatch.setattr(app, "bell", lambda: bells.append(clock.now))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        flow = app.screen.flow
        step = flow.keyboard.next()
        assert step.kind == "person"
        bells.clear()
        for secret, rung in ((True, 0), (False, 1)):
            asked = step._replace(secret=secret)
            monkeypatch.setattr(flow.keyboard, "next", lambda asked=asked: asked)
            flow._waits_since = clock.now - 60
            flow.advance()
            await pilot.pause()
            assert len(bells) == rung
