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
from cardtable.tui.menu import Menu
from cardtable.tui.rules_reader import RulesReader
from tests.tui.helpers import grid
from tests.tui.screens import SCREENS, at_menu, record_a_match

ODD = ((1, 1), *(pytest.param(size, marks=pytest.mark.slow) for size in ((400, 120), (19, 90), (300, 5), (59, 17))))
USUAL, LARGE = (80, 24), (140, 40)


@pytest.fixture(autouse=True)
def _own_files(own_home: Path) -> None:
    record_a_match(own_home)


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """The terminal is of this size from now on."""
    await pilot.resize_terminal(*size)
    await pilot.pause()


def drawn(app: CardtableApp) -> list[str]:
    """The picture, but for the bars of lists under a box: Textual draws those anew only when they are on top."""
    rows = [list(row.ljust(app.size.width)) for row in grid(app).splitlines()]
    for screen in app.screen_stack[:-1]:
        for menu in screen.query(Menu):
            bar = menu.vertical_scrollbar.region
            for row in rows[bar.y : bar.bottom]:
                row[bar.x : bar.right] = " " * bar.width
    return ["".join(row).rstrip() for row in rows]


@pytest.mark.parametrize("odd", ODD, ids=str)
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
async def test_every_screen_is_whole_again_after_any_size_and_bears_a_wheel_and_clicks_anywhere(
    kind: type[Screen[Any]], odd: tuple[int, int]
) -> None:
    rng = Random(kind.__name__)
    app = at_menu()
    async with app.run_test(size=USUAL) as pilot:
        app.push_screen(SCREENS[kind]())
        await pilot.pause()
        await resize(pilot, LARGE)
        await resize(pilot, USUAL)
        begun = drawn(app)
        await resize(pilot, odd)
        await resize(pilot, USUAL)
        if kind is not RulesReader:  # A long text that was broken anew may be scrolled to another of its lines.
            assert drawn(app) == begun
        for size in (USUAL, odd):
            await resize(pilot, size)
            for _ in range(5):
                x, y = rng.randrange(size[0]), rng.randrange(size[1])
                for turn in (events.MouseScrollDown, events.MouseScrollUp, events.MouseScrollDown):
                    app.screen._forward_event(turn(None, x, y, 0, 1, 0, False, False, False, x, y))
                await pilot.click(offset=(x, y))
        assert app.is_running
