"""The widget that shows a sheet of cells, and sends to the terminal only what changed."""

from __future__ import annotations

from typing import Any

from rich.cells import cached_cell_len
from rich.segment import Segment
from textual import events
from textual._styles_cache import StylesCache
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from cardtable.tui.cells import Sheet
from cardtable.tui.painter import Painter
from cardtable.tui.palette import Palette
from cardtable.words import Words


def forget_drawn() -> None:
    """Empties what Textual and rich remember of all that was ever drawn: many megabytes after an evening.

    Textual remembers the colours of a thousand widgets, and with them the lines of those that are gone; rich remembers
    sixteen thousand pieces that were cut out of lines, and four thousand that were measured.
    """
    for remembered in (StylesCache.get_inner_outer, Segment._split_cells, cached_cell_len):
        remembered.cache_clear()


class NewWords(Message):
    """The words have changed: a screen that gets this says everything anew."""


HEMMED = 16
"""Rows from which a cloth has a rim: on a lower one its rows are too dear."""
BLOCK = 8
"""Columns that are sent together. Textual keeps every region that ever changed, here and in its caches; of whole blocks
there are so few that an evening does not fill the memory with them."""


class Canvas(Widget, can_focus=False):
    """A widget that paints a sheet, and sends to the terminal only the cells that changed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Canvas { height: 1; }"
    CLOTH = False
    """Whether this is the cloth that is played on: where it is high enough, it has a rim."""

    class Clicked(Message):
        """A place that answers to the mouse was clicked."""

        def __init__(self, canvas: Canvas, action: str) -> None:
            super().__init__()
            self.canvas = canvas
            self.action = action

        async def obey(self, screen: Screen[Any]) -> None:
            """Does it on its screen, unless something lies over that by now: the first half of a double click did."""
            self.stop()
            if screen.app.screen is screen:
                await screen.run_action(self.action)

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words
        self._sheet: Sheet | None = None
        self._strips: list[Strip] = []
        self._places: list[tuple[Region, str]] = []

    def paint(self, sheet: Sheet) -> None:
        """Paints everything this canvas shows; every kind of canvas has its own."""
        raise NotImplementedError  # A Textual widget cannot be an ABC too: the metaclasses differ.

    @property
    def palette(self) -> Palette:
        """The styles of the theme shown."""
        palette: Palette = self.app.palette  # type: ignore[attr-defined]  # our own app
        return palette

    @property
    def small(self) -> bool:
        """Whether the player wants small cards everywhere."""
        small: bool = self.app.settings.small  # type: ignore[attr-defined]  # our own app
        return small

    @property
    def painter(self) -> Painter:
        """The painter of cards."""
        return Painter(self.words, self.palette)

    @property
    def ascii_only(self) -> bool:
        """Whether the terminal gets ASCII signs only."""
        return self.words.glyphs == "ascii"

    def answers(self, region: Region, action: str) -> None:
        """Says, while painting, that a click here means this action. What is painted later lies on top."""
        self._places.append((region, action))

    def _painted(self) -> Sheet:
        self._places.clear()
        sheet = Sheet(self.size.width, self.size.height, self.palette.table)
        self.paint(sheet)
        if self.CLOTH and sheet.height >= HEMMED and self.painter.pixels:
            sheet.hem(self.palette.rim)
        return sheet

    def repaint(self) -> None:
        """Paints again after something changed."""
        if not self.is_mounted or not self.size:
            return
        old, new = self._sheet, self._painted()
        self._sheet = new
        self._strips = new.strips(ascii_only=self.ascii_only)
        if old is None or old.width != new.width or old.height != new.height:
            self.refresh()
            return
        changed = []
        for y in range(new.height):
            if old.signs[y] != new.signs[y] or old.styles[y] != new.styles[y]:
                columns = [
                    x
                    for x in range(new.width)
                    if old.signs[y][x] != new.signs[y][x] or old.styles[y][x] is not new.styles[y][x]
                ]
                if columns:
                    first, end = columns[0] // BLOCK * BLOCK, min(columns[-1] // BLOCK * BLOCK + BLOCK, new.width)
                    changed.append(Region(first, y, end - first, 1))
        if changed:
            self.refresh(*changed)

    def forget(self) -> None:
        """Drops what was painted, so that all is painted anew: another theme, or cards that must go at once."""
        self._sheet = None
        self._strips = []
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the sheet."""
        sheet = self._sheet
        if sheet is None or (sheet.width, sheet.height) != (self.size.width, self.size.height):
            sheet = self._sheet = self._painted()
            self._strips = sheet.strips(ascii_only=self.ascii_only)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.palette.table)

    def on_click(self, event: events.Click) -> None:
        """Finds what lies uppermost under the mouse."""
        for region, action in reversed(self._places):
            if region.contains(event.x, event.y):
                self.post_message(self.Clicked(self, action))
                return


class ReadBack(Canvas):
    """Rows of which the newest are seen, until somebody goes back in them."""

    back = 0
    """Rows scrolled back from the newest."""

    def scroll_back(self, rows: int) -> None:
        """Goes back (or on, below zero) by so many rows."""
        self.back = max(0, self.back + rows)
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes back."""
        event.stop()
        self.scroll_back(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel comes on again."""
        event.stop()
        self.scroll_back(-3)
