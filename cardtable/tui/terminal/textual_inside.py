"""What the table needs of Textual's inside, in one place: private names, which any version may change.

`tests/tui/test_textual_inside.py` says of each what is no more as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cached_cell_len
from rich.segment import Segment
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

__all__ = [
    "Compositor",
    "CompositorUpdate",
    "LayoutUpdate",
    "StylesCache",
    "XTermParser",
    "await_answer",
    "compose_by",
    "draw_soon",
    "forget_all_drawn",
    "forget_drawn",
    "parts_of",
    "take_apart",
]


def compose_by(screen: Screen[Any], compositor: Compositor) -> None:
    """Has a screen put together by another compositor than Textual's."""
    screen._compositor = compositor


def draw_soon(widget: Widget, changed: Sequence[Region]) -> bool:
    """Has these places of a widget without border or padding drawn with the next picture; False where it is not seen.

    Asking as Textual's widgets do takes them five messages.
    """
    screen = widget.screen
    if widget not in screen._compositor.visible_widgets:
        return False
    widget._repaint_regions.update(changed)
    widget._styles_cache.set_dirty(*changed)
    screen._dirty_widgets.add(widget)
    screen._update_timer.resume()
    return True


def forget_drawn(widget: Widget) -> None:
    """Empties what is remembered of what a widget drew; it holds the widget, which may have gone."""
    widget._styles_cache.clear()


def parts_of(screen: Screen[Any]) -> list[DOMNode]:
    """A screen and its widgets, with what is nobody's child: their scroll bars, and what holds the looks of parts."""
    widgets = [*screen.walk_children(Widget, with_self=True)]
    widgets += [bar for widget in widgets for bar in widget._get_virtual_dom()]
    looks = (styles.node for widget in widgets for styles in widget._component_styles.values())
    return [*widgets, *(node for node in looks if node is not None)]


def take_apart(gone: Iterable[DOMNode]) -> None:
    """Takes what is shown no more to pieces: else it is garbage, and collecting that would hold up others.

    Textual keeps what it drew of the last widgets, and with it a whole screen; these hold each other too, and so do the
    entries of what a widget remembers.
    """
    for part in gone:
        for remembered in vars(part).values():
            if isinstance(remembered, StylesCache):
                remembered.clear()
            elif isinstance(remembered, LRUCache):
                for entry in remembered._cache.values():
                    entry.clear()
        vars(part).clear()


def _divided(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """The parts of a row of signs, which is remembered there, but not a row that is its own only part.

    Every row of every box would hold itself, and be garbage that has to be collected.
    """
    parts = _divide(strip, cuts)
    if len(parts) == 1 and parts[0] is strip:
        strip._divide_cache.clear()
    return parts


_divide = Strip.divide
Strip.divide = _divided  # type: ignore[method-assign,assignment]


def forget_all_drawn() -> None:
    """Empties what Textual and rich remember of all that was ever drawn: many megabytes after an evening.

    Textual remembers the colours of a thousand widgets, and with them the lines of those that are gone; rich remembers
    sixteen thousand pieces that were cut out of lines, and four thousand that were measured.
    """
    for remembered in (StylesCache.get_inner_outer, Segment._split_cells, cached_cell_len):
        remembered.cache_clear()


def await_answer(screen: Screen[Any]) -> None:
    """Gives the first screen of a program the answer that Textual takes away when another one comes in its place."""
    if not screen._result_callbacks:
        screen._push_result_callback(screen, None)


def rows_of(screen: Screen[Any]) -> list[Strip]:
    """The cells of a screen as they were drawn last, a strip a row."""
    return [Strip(list(row)).simplify() for row in screen._compositor.render_strips()]
