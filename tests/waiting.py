"""How tests wait: until there is nothing left to do, never for a fixed time."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App

PATIENCE = 120.0
"""Seconds after which a wait has failed, on a machine busy with other things."""
FRAMES = 50
"""More frames than ever follow one another: a screen waiting for the test itself must not be waited for."""


async def quiet(*_: object) -> None:
    """Lets every task run as far as it can; afterwards there are only timers and threads to wait for."""
    ready: Any = getattr(asyncio.get_running_loop(), "_ready")  # noqa: B009  (mypy knows only what is public)
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)


async def drawn(app: App[Any]) -> None:
    """Waits until everything due has been drawn; does at once what Textual does by its clock.

    This is how a new size reaches the screen, at the start too, and how each frame is drawn; what is laid out or
    scrolled in one frame may be drawn only in the next.
    """
    await quiet()
    for _ in range(FRAMES):
        if not _has_screen(app):
            return
        with app._context():
            if app._resize_timer is not None:
                app._check_resize()
            app.screen._on_timer_update()
        await quiet()
        if not _has_screen(app) or not _has_to_draw(app):
            return


def _has_screen(app: App[Any]) -> bool:
    return app.is_running and bool(app.screen_stack)


def _has_to_draw(app: App[Any]) -> bool:
    """Whether the top screen is waiting for its next frame."""
    screen = app.screen
    if app._batch_count or not screen.is_current:
        return False
    return bool(
        app._resize_timer is not None
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
