"""Work that is put off, a piece in each turn of the loop: between two pieces everybody else has a turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """Work that waits, of which one piece is done in each turn of the loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Callable[[], object]) -> None:
        """Does this after all that waits already."""
        self._waiting.append(work)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)
