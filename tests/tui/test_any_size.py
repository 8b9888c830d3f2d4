"""Every screen and box in a terminal resized to anything, under random scrolling and clicks."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.rules_reader import RulesReader
from tests.tui.helpers import grid
from tests.tui.screens import SCREENS, on_nothing, record_a_match

ODD = ((1, 1), *(pytest.param(size, marks=pytest.mark.slow) for size in ((400, 120), (19, 90), (300, 5), (59, 17))))
USUAL, LARGE = (80, 24), (140, 40)


@pytest.fixture(autouse=True)
def _own_files(own_home: Path) -> None:
    record_a_match(own_home)


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Resizes the terminal."""
    await pilot.resize_terminal(*size)
    await pilot.pause()


async def shaken(pilot: Pilot[Any], app: CardtableApp, rng: Random) -> None:
    """Turns the wheel and clicks anywhere, five times if there is room."""
    width, height = app.size
    for _ in range(min(5, width * height)):
        x, y = rng.randrange(width), rng.randrange(height)
        for turn in (events.MouseScrollDown, events.MouseScrollUp, events.MouseScrollDown):
            app.screen._forward_event(turn(None, x, y, 0, 1, 0, False, False, False, x, y))
        await pilot.click(offset=(x, y))


@pytest.mark.parametrize("odd", ODD, ids=str)
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
@pytest.mark.every(20)
async def test_every_screen_is_whole_again_after_any_size_and_bears_a_wheel_and_clicks_anywhere(
    kind: type[Screen[Any]], odd: tuple[int, int]
) -> None:
    rng = Random(kind.__name__)
    app = on_nothing()
    async with app.run_test(size=USUAL) as pilot:
        app.push_screen(SCREENS[kind]())
        await pilot.pause()
        await resize(pilot, LARGE)
        await resize(pilot, USUAL)
        begun = grid(app)
        await resize(pilot, odd)
        await resize(pilot, USUAL)
        if kind is not RulesReader:  # A long text that was wrapped again may be scrolled to another of its lines.
            assert grid(app) == begun
        await shaken(pilot, app, rng)
        await resize(pilot, odd)
        await shaken(pilot, app, rng)
        assert app.is_running
