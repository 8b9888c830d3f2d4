"""Work that is put off, a piece in each turn of the loop: between two pieces everybody else has a turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """Work that waits, of which one piece is done in each turn of the loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_due = False

    def add(self, work: Callable[[], object]) -> None:
        """Does this after all that waits already. What gives False had nothing to do, and takes no turn."""
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
