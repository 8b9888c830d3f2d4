"""A list to choose from, used in menus and boxes."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.geometry import Size
from textual.widgets import OptionList

from cardtable.tui.draw.fresh import Fresh

LEAST = 8
"""Minimum columns lines can be wrapped to."""


class Menu(OptionList):
    """A list; Enter picks the current line, and so does a click on it.

    A click on any other line, or on a list that has just appeared under the pointer, only moves the cursor there.
    """

    # The background is the same for every list, focused or not.
    DEFAULT_CSS = "Menu:focus { background-tint: transparent; }"

    def __init__(self, *lines: Any, **given: Any) -> None:
        super().__init__(*lines, **given)
        self._fresh = Fresh(self)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Returns the rows it takes; in a terminal too narrow for any box, those at `LEAST` columns."""
        # Textual cannot wrap lines to zero columns.
        return super().get_content_height(container, viewport, max(width, LEAST))

    def on_mount(self) -> None:
        self._fresh.begin()

    def clear_options(self) -> Menu:
        """Clears the list: a new one is about to appear."""
        self._fresh.begin()
        super().clear_options()
        return self

    def action_page_up(self) -> None:
        """Moves a page up; does nothing while the list has no size."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def step(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        if by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    async def _on_click(self, event: events.Click) -> None:
        """Moves the cursor on the first click and picks on the second."""
        line = event.style.meta.get("option")
        if line is not None and (line != self.highlighted or self._fresh.too_soon):
            event.prevent_default()
            self.highlighted = line
