"""The clock of the screen's tests."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot


class Clock:
    """Stands still but for what a test lets pass: a second before every key and click, as of a player who looks."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.before_a_key = 1.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The app's clock, and players who do not press a key before they have seen what is asked."""
    clock = Clock()
    monkeypatch.setattr("cardtable.tui.app.monotonic", clock)
    press, click = Pilot.press, Pilot.click

    async def press_unhurried(self: Pilot[Any], *keys: str) -> None:
        for key in keys:
            await self.pause()
            clock.now += clock.before_a_key
            await press(self, key)

    async def click_unhurried(self: Pilot[Any], *place: Any, **given: Any) -> bool:
        await self.pause()
        clock.now += clock.before_a_key
        return await click(self, *place, **given)

    monkeypatch.setattr(Pilot, "press", press_unhurried)
    monkeypatch.setattr(Pilot, "click", click_unhurried)
    return clock
