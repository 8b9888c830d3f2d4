"""The widget that shows a sheet of cells and sends the terminal only what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import getitem, itemgetter, ne, or_
from typing import Any, cast

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import WHITE, Color
from textual.containers import Horizontal, Vertical
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.painter import Painter
from cardtable.tui.program import program
from cardtable.tui.terminal.frames import PLAIN, Cell, Frames, Pen, change, empty, pen
from cardtable.tui.terminal.palette import Palette
from cardtable.tui.terminal.textual_inside import Compositor, CompositorUpdate, LayoutUpdate, draw_soon
from cardtable.words import Words


class NewWords(Message):
    """The words have changed: a screen that gets this message renders all its text again."""


HEMMED = 16
"""Minimum rows of a cloth for a rim: on a lower one, rows are too precious."""
RIMMED = 30
"""Minimum rows of the screen for a rim around lists."""
MOST_INKS = 4096
"""Maximum number of styles whose terminal codes are cached."""


class Canvas(Widget, can_focus=False):
    """A widget that paints a sheet and sends the terminal only the cells that changed."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Canvas { height: 1; }"
    CLOTH = False
    """Whether this is the playing cloth, which gets a rim if it is high enough."""

    class Clicked(Message):
        """A clickable region was clicked."""

        def __init__(self, canvas: Canvas, action: str) -> None:
            super().__init__()
            self.canvas = canvas
            self.action = action

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words
        self._sheet: Sheet | None = None
        self._places: list[tuple[Region, str]] = []

    def paint(self, sheet: Sheet) -> None:
        """Paints everything this canvas shows; every subclass has its own."""
        raise NotImplementedError  # A Textual widget cannot be an ABC too: the metaclasses differ.

    @property
    def palette(self) -> Palette:
        """The styles of the current theme."""
        return program(self).palette

    @property
    def small(self) -> bool:
        """Whether the player prefers small cards everywhere."""
        return program(self).settings.small

    @property
    def painter(self) -> Painter:
        return Painter(self.words, self.palette)

    @property
    def ascii_only(self) -> bool:
        """Whether the terminal gets only ASCII."""
        return self.words.glyphs == "ascii"

    def answers(self, region: Region, action: str) -> None:
        """Makes a region clickable while painting; regions added later are on top."""
        self._places.append((region, action))

    def _painted(self, size: Size) -> Sheet:
        self._places.clear()
        sheet = Sheet(*size, self.palette.table)
        self.paint(sheet)
        if self.CLOTH and sheet.height >= HEMMED and self.painter.pixels:
            sheet.hem(self.palette.rim)
        return sheet

    def repaint(self) -> None:
        """Paints again after a change."""
        if not self.is_mounted or not (size := self.size):
            return
        old, new = self._sheet, self._painted(size)
        self._sheet = new
        if old is None or old.width != new.width or old.height != new.height:
            self.refresh()
            return
        # Whole rows: the cells that really changed are worked out later, once, for the terminal.
        regions = []
        changed = map(or_, map(ne, old.signs, new.signs), map(ne, old.styles, new.styles))
        for is_changed, rows in groupby(enumerate(changed), itemgetter(1)):
            if is_changed:
                (first, _), *more = rows
                regions.append(Region(0, first, new.width, 1 + len(more)))
        if regions:
            self._ask_for(regions)

    def _ask_for(self, changed: Sequence[Region]) -> None:
        """Requests drawing of these regions; a canvas has no border or padding, so its coordinates are its widget's."""
        if not draw_soon(self, changed):
            self.refresh(*changed)

    def forget(self) -> None:
        """Drops the painted sheet to repaint everything: for a new theme, or cards that must disappear at once."""
        self._sheet = None
        self.refresh()

    @property
    def sheet(self) -> Sheet:
        """The painted sheet at the current size."""
        return self.sheet_of(self.size)

    def sheet_of(self, size: Size) -> Sheet:
        """Returns the painted sheet at `size`, the canvas's own."""
        if self._sheet is None or (self._sheet.width, self._sheet.height) != size:
            self._sheet = self._painted(size)
        return self._sheet

    def render_line(self, y: int) -> Strip:
        """Returns a row of the sheet."""
        sheet = self.sheet
        if y < sheet.height:
            return sheet.row(y, ascii_only=self.ascii_only)
        return Strip.blank(self.size.width, self.palette.table)

    def on_click(self, event: events.Click) -> None:
        """Finds the topmost region under the mouse and posts its action."""
        for region, action in reversed(self._places):
            if region.contains(event.x, event.y):
                self.post_message(self.Clicked(self, action))
                return


class ReadBack(Canvas):
    """Rows of text, scrolled to the newest until the player scrolls back."""

    back = 0
    """Rows scrolled back from the newest."""

    def scroll_back(self, rows: int) -> None:
        """Scrolls back by this many rows, or forward if negative."""
        self.back = max(0, self.back + rows)
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scrolls back."""
        event.stop()
        self.scroll_back(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scrolls forward."""
        event.stop()
        self.scroll_back(-3)


class Row:
    """Part of a terminal row. Unlike a Textual strip it is rendered only once, so it caches nothing."""

    __slots__ = ("_segments",)

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments

    def __iter__(self) -> Iterator[Segment]:
        return iter(self._segments)

    def render(self, console: Console) -> str:
        """Returns the text for the terminal."""
        system = console._color_system or ColorSystem.TRUECOLOR
        return "".join(
            text if style is None else Strip.render_style(style, text, color_system=system)
            for text, style, _ in self._segments
        )


class Ink(dict[str, Cell]):
    """The cells of one style, by sign. Equal cells are the same object, which makes comparing frames cheap."""

    def __init__(self, told: Pen) -> None:
        super().__init__()
        self.told = told

    def __missing__(self, sign: str) -> Cell:
        self[sign] = found = sign, empty(self.told) if sign == " " else self.told
        return found


class Inks(dict[Style, Ink]):
    """The terminal codes of each style used on the sheets."""

    def __init__(self, filters: Sequence[LineFilter], ground: Color, colours: ColorSystem) -> None:
        super().__init__()
        self.seen_by = filters, ground, colours
        """The settings the codes depend on."""
        self.by_id: dict[int, Ink] = {}
        """The same by `id` of the style: faster to look up than by value."""
        self._kept: list[Style] = []
        """Keeps those styles alive, so that their ids are not reused."""

    def __missing__(self, style: Style) -> Ink:
        filters, ground, colours = self.seen_by
        (segment,) = _filtered([Segment(" ", style)], filters, ground)
        self[style] = found = Ink(PLAIN if segment.style is None else pen(Strip.render_ansi(segment.style, colours)))
        return found

    def cells(self, signs: Sequence[str], styles: Sequence[Style]) -> list[Cell]:
        """Returns cells with these signs and the terminal codes of these styles."""
        try:
            return list(map(getitem, map(self.by_id.__getitem__, map(id, styles)), signs))
        except KeyError:
            for style in styles:
                if id(style) not in self.by_id:
                    self.by_id[id(style)] = self[style]
                    self._kept.append(style)
            return self.cells(signs, styles)


class Patches(CompositorUpdate):
    """Changed parts of rows, each with its position."""

    def __init__(self, parts: list[tuple[int, int, list[str], list[Style]]], frames: Frames, inks: Inks) -> None:
        self._parts = parts
        self._frames = frames
        self._inks = inks

    def render_segments(self, console: Console) -> str:
        """Returns the text for the terminal."""
        patches = ((y + 1, x + 1, self._inks.cells(signs, styles)) for y, x, signs, styles in self._parts)
        made = self._frames.made_of(patches)
        return self._in_full() if made is None else made

    def _in_full(self) -> str:
        told = []
        for y, x, signs, styles in self._parts:
            told.append(f"\x1b[{y + 1};{x + 1}H")
            for sign, style in zip(signs, styles, strict=True):
                told.append(f"\x1b[0m{change(PLAIN, self._inks[style].told)}{sign}")
        return "".join(told) + "\x1b[0m"


class CanvasCompositor(Compositor):
    """Composes canvases that are side by side directly from their cells.

    Textual first cuts every row of every widget into strips with seven caches each, which was nearly all the cost of a
    change on the table. If anything else is visible, such as a notification, Textual composes as usual.
    """

    _inks: Inks | None = None
    _lying: tuple[object, list[tuple[Canvas, Region]] | None, Color] = None, None, WHITE
    """The canvases side by side and the background colour; valid until Textual lays out the screen again."""

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        canvases, root = self._side_by_side(), self.root
        if canvases is None or root is None or simplify:
            return super().render_full_update(simplify)
        self._dirty_regions.clear()
        ground = self._lying[2]
        blank = Style(bgcolor=ground.rich_color)
        filters = root.app.get_line_filters()
        rows: list[list[Row]] = []
        sheets = [(canvas.sheet, region) for canvas, region in canvases]
        for y in range(self.size.height):
            row, end = [], 0
            for sheet, region in sheets:
                if region.y <= y < region.bottom:
                    row += [Segment(" " * (region.x - end), blank)] if region.x > end else []
                    row += sheet.runs(y - region.y, 0, region.width)
                    end = region.right
            row += [Segment(" " * (self.size.width - end), blank)] if self.size.width > end else []
            rows.append([_filtered(row, filters, ground)])
        # `LayoutUpdate` uses nothing of a strip that a `Row` does not have.
        return LayoutUpdate(cast("list[Iterable[Strip]]", rows), self.size.region)

    def render_partial_update(self) -> Any:
        canvases, root = self._side_by_side(), self.root
        if canvases is None or root is None or not self._dirty_regions:
            return super().render_partial_update()
        sheets = [(canvas.sheet_of(region.size), region) for canvas, region in canvases]
        parts: list[tuple[int, int, list[str], list[Style]]] = []
        for dirty in self._dirty_regions:
            bare = dirty.intersection(self.size.region).area
            for sheet, region in sheets:
                _, y, width, height = dirty.intersection(region)
                bare -= width * height
                rows = range(y, y + height if width else y)
                parts += [(row, region.x, sheet.signs[row - region.y], sheet.styles[row - region.y]) for row in rows]
                if not bare:
                    break
            if bare:
                return super().render_partial_update()
        self._dirty_regions.clear()
        app: Any = root.app
        seen_by = app.get_line_filters(), self._lying[2], app.console._color_system or ColorSystem.TRUECOLOR
        if self._inks is None or self._inks.seen_by != seen_by or len(self._inks.by_id) > MOST_INKS:
            self._inks = Inks(*seen_by)
        return Patches(sorted(parts, key=itemgetter(0, 1)), app.frames, self._inks)

    def _side_by_side(self) -> list[tuple[Canvas, Region]] | None:
        """Returns the canvases from left to right if only they and bare background are visible; otherwise None."""
        if self._lying[0] is not self.visible_widgets:
            ground = WHITE if self.root is None else self.root.background_colors[1]
            self._lying = self.visible_widgets, self._canvases(), ground
        found = self._lying[1]
        return None if found is None or any(canvas.ascii_only for canvas, _ in found) else found

    def _canvases(self) -> list[tuple[Canvas, Region]] | None:
        found: list[tuple[Canvas, Region]] = []
        for widget, (region, clip) in self.visible_widgets.items():
            if isinstance(widget, Canvas):
                if widget.size != region.size or not clip.contains_region(region):
                    return None
                if any(region.overlaps(other) for _, other in found):
                    return None
                found.append((widget, region))
            elif not isinstance(widget, (Vertical, Horizontal, Screen)) or widget.styles.gutter:
                return None
        return sorted(found, key=lambda one: one[1].x)


def _filtered(row: list[Segment], filters: Sequence[LineFilter], ground: Color) -> Row:
    for one in filters:
        row = one.apply(row, ground)
    return Row(row)
