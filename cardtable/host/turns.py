"""Deferred work, one piece per turn of the event loop: between two pieces everybody else gets a turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """A queue of work, one piece of which is done in each turn of the event loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_due = False

    def add(self, work: Callable[[], object]) -> None:
        """Queues a piece of work. One that returns False had nothing to do, and uses up no turn."""
        self._waiting.append(work)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        try:
            while self._waiting and self._waiting.popleft()() is False:
                pass
        finally:
            self._is_due = bool(self._waiting)
            if self._is_due:
                asyncio.get_running_loop().call_soon(self._next)
