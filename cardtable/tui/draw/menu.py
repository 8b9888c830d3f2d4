"""A list to choose from, in menus and boxes."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.geometry import Size
from textual.widgets import OptionList

from cardtable.tui.draw.fresh import Fresh

LEAST = 8
"""Columns into which lines can be wrapped."""


class Menu(OptionList):
    """Lines of which one is taken: by Enter, or by a click on the line that the cursor stands on.

    A click on any other line, or on a list that has just appeared under the pointer, only moves the cursor there.
    """

    # The cloth is the same under every list, whether keys go to it or not.
    DEFAULT_CSS = "Menu:focus { background-tint: transparent; }"

    def __init__(self, *lines: Any, **given: Any) -> None:
        super().__init__(*lines, **given)
        self._fresh = Fresh(self)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that it takes; in a terminal too narrow for any box as many as at some columns."""
        # Textual cannot wrap lines into no column at all.
        return super().get_content_height(container, viewport, max(width, LEAST))

    def on_mount(self) -> None:
        self._fresh.begin()

    def clear_options(self) -> Menu:
        """Another list appears."""
        self._fresh.begin()
        super().clear_options()
        return self

    def action_page_up(self) -> None:
        """A page up; where the list has no room yet, or none at all, there are no pages."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def step(self, by: int) -> None:
        """Moves the cursor to the line above or below."""
        if by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    async def _on_click(self, event: events.Click) -> None:
        """The first click chooses, the second takes."""
        line = event.style.meta.get("option")
        if line is not None and (line != self.highlighted or self._fresh.too_soon):
            event.prevent_default()
            self.highlighted = line
