"""Every screen after every other: none leaves a trace on those opened later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from tests.tui.screens import SCREENS, on_nothing, record_a_match


@pytest.fixture(autouse=True)
def _own_files(own_home: Path) -> None:
    record_a_match(own_home)


async def styled(kinds: Iterable[type[Screen[Any]]]) -> dict[str, list[str]]:
    """The styles of everything on these screens when they are opened and closed one after the other."""
    found = {}
    app = on_nothing()
    async with app.run_test(size=(80, 24)) as pilot:
        for kind in kinds:
            app.push_screen(SCREENS[kind]())
            await pilot.pause()
            found[kind.__name__] = [f"{widget}: {widget.styles.css}" for widget in app.screen.walk_children(Widget)]
            app.pop_screen()
    return found


@pytest.mark.slow
async def test_what_was_open_before_changes_no_screen() -> None:
    """Whichever of two came first: Textual keeps every screen's style sheet until the program ends."""
    assert await styled(SCREENS) == await styled(reversed(SCREENS))


def own(kind: type[DOMNode]) -> set[type[DOMNode]]:
    """The program's own subclasses of this class."""
    below = {kind for child in kind.__subclasses__() for kind in own(child)}
    return below | ({kind} if kind.__module__.startswith("cardtable.") else set())


def test_no_two_widgets_have_one_name() -> None:
    """A style sheet knows them only by their names."""
    names = Counter(kind.__name__ for kind in own(DOMNode))
    assert [name for name, count in names.items() if count > 1] == []
