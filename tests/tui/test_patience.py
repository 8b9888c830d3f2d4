"""Bots wait for people who may act out of turn, such as to accuse a cheat, and for nobody else."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from cardtable.match.table import Table
from cardtable.tui.app import CardtableApp
from cardtable.tui.protocol import Settings
from cardtable.words import Words
from tests.host.helpers import new_table

DELAY = 1_000.0


@pytest.mark.parametrize("preset", ["throw_in", "cheaters"])
@pytest.mark.every(2)
@pytest.mark.slow
async def test_a_bot_waits_four_times_as_long_while_somebody_may_object(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table: Table = new_table(preset, "person", "bot:lowest", "bot:lowest", seed=4)
    waits: list[tuple[float, bool]] = []

    async def noted(waiting: Coroutine[Any, Any, object], left: float) -> None:
        waits.append((left, bool(table.legal(0))))
        waiting.close()
        raise TimeoutError

    monkeypatch.setattr("cardtable.tui.table.match_flow.asyncio.wait_for", noted)
    monkeypatch.setattr("cardtable.tui.table.match_flow.monotonic", lambda: 0.0)
    app = CardtableApp(table, Words("en"), Settings(delay=DELAY))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(20):
            if table.deal_over or len(waits) > 8:
                break
            await pilot.press("i", "enter")
    assert {wait for wait, may in waits if may} == ({4 * DELAY} if preset == "cheaters" else set())
    assert {wait for wait, may in waits if not may} == {DELAY}
