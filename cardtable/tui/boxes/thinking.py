"""Bots that take their time: they think in a thread, one at a time, while the keys keep working."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from cardtable.bots.search.unwaited import Unwaited

ThoughtT = TypeVar("ThoughtT")
SWITCH_INTERVAL = 0.001
"""Thread switch interval in seconds while a bot thinks, so that keys need not wait for it (Python's default is 5 ms).
"""
LONG_THOUGHT = 0.5
"""Seconds before the screen says that a bot is thinking."""


@contextmanager
def keys_first() -> Iterator[None]:
    """Keeps keys responsive while a thread is busy inside this block."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


@cache
def adviser_thread(style: str) -> Unwaited:
    """Returns the executor an adviser thinks in, shared by all tables."""
    return Unwaited()


class Thinking:
    """The thoughts at one table, one at a time."""

    def __init__(self, thread: Executor | None = None) -> None:
        self._one = asyncio.Lock()
        self._thread = thread or Unwaited()

    async def of(
        self,
        thought: Callable[[], ThoughtT],
        is_wanted: Callable[[], bool],
        tell: Callable[[bool], None] = lambda long: None,
    ) -> ThoughtT | None:
        """Returns the result of a thought; None if the table has changed or was left meanwhile.

        `tell` is called with True once it takes long, and with False when it is over.
        """
        async with self._one:
            if not is_wanted():
                return None
            telling = asyncio.get_running_loop().call_later(LONG_THOUGHT, lambda: tell(is_wanted()))
            try:
                with keys_first():
                    return await asyncio.get_running_loop().run_in_executor(self._thread, thought)
            except Exception:  # Thinking about a table that has changed may fail in any way; nobody needs the result.
                if is_wanted():
                    raise
                return None
            finally:
                telling.cancel()
                tell(False)
