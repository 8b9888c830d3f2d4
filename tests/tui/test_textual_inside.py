"""The Textual internals that we use still exist, and do what we use them for: one test for each name."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from rich.cells import cached_cell_len
from rich.segment import Segment
from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import OptionList

from cardtable.tui.draw.canvas import Canvas, CanvasCompositor
from cardtable.tui.terminal.textual_inside import (
    LayoutUpdate,
    StylesCache,
    XTermParser,
    await_answer,
    draw_soon,
    forget_all_drawn,
    forget_drawn,
    parts_of,
    take_apart,
)
from tests.host.helpers import new_table
from tests.tui.helpers import table_app


def table() -> Any:
    return table_app(new_table("throw_in", "person", "bot:lowest"))


async def test_compositor_a_screen_is_put_together_by_ours() -> None:
    """`Screen._compositor`, `Compositor.render_full_update`, `LayoutUpdate`: a picture has every whole row once."""
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        compositor = app.screen._compositor
        assert isinstance(compositor, CanvasCompositor)
        update = compositor.render_full_update()
        assert isinstance(update, LayoutUpdate)
        assert update.region.size == (80, 24)
        assert len(list(update.strips)) == 24


async def test_dirty_widgets_what_is_asked_for_is_drawn_with_the_next_picture() -> None:
    """Of a visible widget the named rows are drawn, and nothing of an invisible one.

    `Compositor.visible_widgets`, `Widget._repaint_regions`, `StylesCache.set_dirty`, `Screen._dirty_widgets` and
    `_update_timer`.
    """
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen, canvas = app.screen, max(app.screen.query(Canvas), key=lambda one: one.size.height)
        screen._update_timer.pause()
        assert draw_soon(canvas, [Region(0, 1, canvas.size.width, 1)])
        assert screen._update_timer._active.is_set()
        screen._compositor.update_widgets(screen._dirty_widgets)
        x, y = canvas.region.offset
        assert screen._compositor._dirty_regions == {Region(x, y + 1, canvas.size.width, 1)}
        canvas.display = False
        await pilot.pause()
        assert not draw_soon(canvas, [Region(0, 1, 80, 1)])


async def test_styles_cache_what_was_drawn_can_be_forgotten() -> None:
    """`Widget._styles_cache`, `StylesCache.get_inner_outer`, `Segment._split_cells`: they keep what is gone."""
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        canvas = next(iter(app.screen.query(Canvas)))
        canvas.render_lines(canvas.size.region)
        assert canvas._styles_cache._cache
        forget_drawn(canvas)
        assert not canvas._styles_cache._cache
        forget_all_drawn()
        for remembered in (StylesCache.get_inner_outer, Segment._split_cells, cached_cell_len):
            assert remembered.cache_info().currsize == 0


def test_divide_cache_a_row_does_not_hold_itself() -> None:
    """`Strip._divide_cache`: a row that is its own only part would be stored there, and become garbage."""
    row = Strip([Segment("ten signs!")])
    assert row.divide([10]) == [row]
    assert len(row._divide_cache) == 0
    assert [part.text for part in row.divide([3, 10])] == ["ten", " signs!"]
    assert len(row._divide_cache) == 1


async def test_virtual_dom_a_screen_is_taken_to_pieces_whole() -> None:
    """`Widget._get_virtual_dom`, `Widget._component_styles`, `LRUCache._cache`: parts outside the tree form cycles."""
    app: App[None] = App()
    async with app.run_test(size=(60, 16)):
        box, choice = ModalScreen[None](), OptionList("one")
        await app.push_screen(box)
        await box.mount(choice)
        bar = choice.vertical_scrollbar
        parts = parts_of(box)
        assert bar in parts
        assert DOMNode in map(type, parts)
        kept = weakref.ref(bar)
        await app.pop_screen()
        gc.collect()
        gc.disable()
        try:
            take_apart(parts)
            del bar, box, choice
            parts.clear()
            assert kept() is None
        finally:
            gc.enable()


async def test_result_callbacks_the_first_screen_can_be_replaced() -> None:
    """`Screen._result_callbacks`: Textual removes one with each screen, and has given the first none."""
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        while len(app.screen_stack) > 1:
            app.pop_screen()
        await_answer(app.screen)
        other: Screen[None] = Screen()
        app.switch_screen(other)
        await pilot.pause()
        assert app.screen is other


def test_xterm_parser_what_is_typed_becomes_keys() -> None:
    """`XTermParser`: a link to a friend's terminal uses it to read keys."""
    found = [event.key for event in XTermParser().feed("a\x1b[A") if isinstance(event, events.Key)]
    assert found == ["a", "up"]
