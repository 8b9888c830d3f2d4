"""Keys, clicks and what is pasted, on their way in: each waits until all that the one before it set going is done.

Textual hands a key to a widget and takes the next one at once. Typed fast it would reach a box that is not built up
yet, or what is left of one that has been answered.
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
"""Turns of the loop in which nothing waits in any queue. A message that is being handled lies in none for a turn or two
before it is passed on."""
PATIENCE: Final = 5.0
"""Seconds after which a part that does not say that it is done is waited for no more: it may have been taken away."""


class Gate:
    """Lets in one key or click after another, in the order in which they came."""

    def __init__(self, app: App[Any], let_in: Callable[[Event], Awaitable[None]]) -> None:
        self._app = app
        self._let_in = let_in
        self._waiting: deque[Event] = deque()
        self._resting: asyncio.Task[None] | None = None
        """Waits until what was let in last is done."""
        self._is_shut = False

    def shut(self) -> None:
        """Lets nothing in any more: the program ends."""
        self._is_shut = True
        self._waiting.clear()
        if self._resting is not None:
            self._resting.cancel()

    async def take(self, event: Event) -> None:
        """Lets it in as soon as everything rests: at once, unless another one came just before it."""
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
            if not self._app.screen_stack:  # It has ended otherwise than by `exit`.
                return
            quiet = quiet + 1 if await self._is_quiet() else 0
            await asyncio.sleep(0)
        self._app.call_later(self._let_next)

    async def _is_quiet(self) -> bool:
        """Whether nobody has anything to do; else waits until those who have are done with it.

        What is under the uppermost screen hears no key, and what is closing none either.
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
