"""The private parts of Textual that the table uses, in one place: any version may change them.

`tests/tui/test_textual_inside.py` reports those that have changed.
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
    """Makes a screen use another compositor than Textual's."""
    screen._compositor = compositor


def draw_soon(widget: Widget, changed: Sequence[Region]) -> bool:
    """Schedules these regions of a widget without border or padding for drawing; returns False if it is not visible.

    Doing this the usual Textual way takes five messages.
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
    """Empties the cache of a widget's drawn lines, which keeps the widget alive even after it is removed."""
    widget._styles_cache.clear()


def parts_of(screen: Screen[Any]) -> list[DOMNode]:
    """Returns a screen and its widgets, including parts that are no children: scroll bars and component styles."""
    widgets = [*screen.walk_children(Widget, with_self=True)]
    widgets += [bar for widget in widgets for bar in widget._get_virtual_dom()]
    looks = (styles.node for widget in widgets for styles in widget._component_styles.values())
    return [*widgets, *(node for node in looks if node is not None)]


def take_apart(gone: Iterable[DOMNode]) -> None:
    """Breaks up parts that are no longer shown; otherwise they are garbage whose collection would delay others.

    Textual caches what it drew of the last widgets, and with it a whole screen; these parts also refer to each other,
    and so do the entries of a widget's caches.
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
    """Divides a strip, which caches the result; but drops a cached result that is just the strip itself.

    Otherwise every row of every box would refer to itself, and be garbage for the collector.
    """
    parts = _divide(strip, cuts)
    if len(parts) == 1 and parts[0] is strip:
        strip._divide_cache.clear()
    return parts


_divide = Strip.divide
Strip.divide = _divided  # type: ignore[method-assign,assignment]


def forget_all_drawn() -> None:
    """Empties Textual's and rich's caches of everything drawn: many megabytes after an evening.

    Textual caches the colours of a thousand widgets, and with them the lines of those removed; rich caches sixteen
    thousand split pieces of lines and the widths of four thousand.
    """
    for remembered in (StylesCache.get_inner_outer, Segment._split_cells, cached_cell_len):
        remembered.cache_clear()


def await_answer(screen: Screen[Any]) -> None:
    """Gives a program's first screen back the result callback that Textual removes when another replaces it."""
    if not screen._result_callbacks:
        screen._push_result_callback(screen, None)


def rows_of(screen: Screen[Any]) -> list[Strip]:
    """Returns the cells of a screen as last drawn, a strip per row."""
    return [Strip(list(row)).simplify() for row in screen._compositor.render_strips()]
