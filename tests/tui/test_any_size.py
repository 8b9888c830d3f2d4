"""Every screen and box in a terminal that changes its size to anything, under a wheel and clicks that mean nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.tui.app import CardtableApp
from cardtable.tui.rules_reader import RulesReader
from tests.tui.helpers import grid
from tests.tui.screens import SCREENS, on_nothing, record_a_match

ODD = ((1, 1), *(pytest.param(size, marks=pytest.mark.slow) for size in ((400, 120), (19, 90), (300, 5), (59, 17))))
USUAL, LARGE = (80, 24), (140, 40)


@pytest.fixture(autouse=True)
def _own_files(own_home: Path) -> None:
    record_a_match(own_home)


async def resize(pilot: Pilot[Any], app: CardtableApp, size: tuple[int, int]) -> None:
    """The terminal is of this size from now on."""
    await pilot.resize_terminal(*size)
    app._check_resize()  # What Textual does a hundredth of a second later.
    for _ in range(5):  # What is scrolled is scrolled after the next frame.
        await pilot.pause()


async def settled(pilot: Pilot[Any], app: CardtableApp) -> str:
    """The picture once it has stood still for two frames: Textual draws by the clock."""
    before, now = None, grid(app)
    while now != before:
        await pilot.pause(1 / 30)
        before, now = now, grid(app)
    return now


async def shaken(pilot: Pilot[Any], app: CardtableApp, rng: Random) -> None:
    """The wheel is turned and the mouse clicked anywhere, five times where there is so much room."""
    width, height = app.size
    for _ in range(min(5, width * height)):
        x, y = rng.randrange(width), rng.randrange(height)
        for turn in (events.MouseScrollDown, events.MouseScrollUp, events.MouseScrollDown):
            app.screen._forward_event(turn(None, x, y, 0, 1, 0, False, False, False, x, y))
        await pilot.click(offset=(x, y))


@pytest.mark.parametrize("odd", ODD, ids=str)
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
async def test_every_screen_is_whole_again_after_any_size_and_bears_a_wheel_and_clicks_anywhere(
    kind: type[Screen[Any]], odd: tuple[int, int]
) -> None:
    rng = Random(kind.__name__)
    app = on_nothing()
    async with app.run_test(size=USUAL) as pilot:
        app.push_screen(SCREENS[kind]())
        await pilot.pause()
        await resize(pilot, app, LARGE)
        await resize(pilot, app, USUAL)
        begun = await settled(pilot, app)
        await resize(pilot, app, odd)
        await resize(pilot, app, USUAL)
        if kind is not RulesReader:  # A long text that was broken anew may be scrolled to another of its lines.
            assert await settled(pilot, app) == begun
        await shaken(pilot, app, rng)
        await resize(pilot, app, odd)
        await shaken(pilot, app, rng)
        assert app.is_running
