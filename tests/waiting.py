"""How tests wait: until there is nothing left to be done, never for some time."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.app import App

PATIENCE = 120.0
"""Seconds after which something that was waited for is taken as lost, on a machine busy with other things."""
FRAMES = 50
"""More than ever follow from one another: a screen that waits for the test itself is not waited for."""


async def quiet(*_: object) -> None:
    """Lets every task go as far as it can: afterwards there is nothing but timers and threads to wait for."""
    ready: Any = getattr(asyncio.get_running_loop(), "_ready")  # noqa: B009  (mypy knows only what is public)
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)


async def drawn(app: App[Any]) -> None:
    """Waits until everything is drawn that there is to draw: what Textual does by its clock is done at once.

    That is how a new size reaches the screen, at its start too, and each frame; what is laid out or scrolled in one
    frame may be drawn only in the next.
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
    """Whether the screen on top waits for its next frame."""
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
