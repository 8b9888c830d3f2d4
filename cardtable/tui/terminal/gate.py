"""The gate for keys, clicks and pasted text: each waits until everything the one before it started is done.

Textual hands a key to a widget and takes the next one at once. When typing fast, it would reach a box that is not built
yet, or the remains of one that has been answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import App
    from textual.events import Event

QUIET: Final = 8
"""Turns of the event loop with all queues empty before the app counts as idle: a message being handled is in no queue
for a turn or two before it is passed on.
"""
PATIENCE: Final = 5.0
"""Seconds after which a part that does not report back is no longer waited for: it may have been removed."""


class Gate:
    """Lets in keys and clicks one at a time, in the order they arrive."""

    def __init__(self, app: App[Any], let_in: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._let_in = let_in
        self._waiting: deque[Event] = deque()
        self._resting: asyncio.Task[None] | None = None
        """Waits until the last event let in is done."""
        self._is_shut = False

    def shut(self) -> None:
        """Lets in nothing more: the program is ending."""
        self._is_shut = True
        self._waiting.clear()
        if self._resting is not None:
            self._resting.cancel()

    async def take(self, event: Event) -> None:
        """Lets an event in as soon as the app is idle: at once, unless another came just before it."""
        if self._is_shut:
            return
        self._waiting.append(event)
        if self._resting is None:
            await self._let_next()

    async def _let_next(self) -> None:
        self._resting = None
        if self._waiting and not self._is_shut:
            event = self._waiting.popleft()
            self._resting = asyncio.create_task(self._rest())
            await self._let_in(event)

    async def _rest(self) -> None:
        quiet = 0
        while quiet < QUIET:
            if not self._app.screen_stack:  # The app ended by some way other than `exit`.
                return
            quiet = quiet + 1 if await self._is_quiet() else 0
            await asyncio.sleep(0)
        self._app.call_later(self._let_next)

    async def _is_quiet(self) -> bool:
        """Returns whether all parts are idle; if not, first waits until the busy ones are done.

        Only the top screen is asked: the ones below it get no keys, and neither do closing ones.
        """
        parts: list[App[Any] | Widget] = [self._app, *self._app.screen.walk_children(Widget, with_self=True)]
        working = [part for part in parts if part.message_queue_size or not part.is_mounted]
        done = [asyncio.Event() for _ in working]
        asked = [event for part, event in zip(working, done, strict=True) if part.call_later(event.set)]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for event in asked:
                    await event.wait()
        return not working
