"""Bots that take their time: they think in a thread, one after the other, while keys go on as if they did not."""

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
"""While a bot thinks in its thread, keys must not wait for it (Python's default is 5 ms)."""
LONG_THOUGHT = 0.5
"""Seconds after which it is said that a bot thinks."""


@contextmanager
def keys_first() -> Iterator[None]:
    """While a thread is busy in this block keys need not wait for it."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


@cache
def adviser_thread(style: str) -> Unwaited:
    """Where an adviser thinks, whoever asks them at whichever table."""
    return Unwaited()


class Thinking:
    """The thoughts at one table."""

    def __init__(self, thread: Executor | None = None) -> None:
        self._one = asyncio.Lock()
        self._thread = thread or Unwaited()

    async def of(
        self,
        thought: Callable[[], ThoughtT],
        is_wanted: Callable[[], bool],
        tell: Callable[[bool], None] = lambda long: None,
    ) -> ThoughtT | None:
        """What comes of a thought; None once it is not wanted any more, because the table has changed or was left.

        `tell` is told when it has taken long, and when that is over.
        """
        async with self._one:
            if not is_wanted():
                return None
            telling = asyncio.get_running_loop().call_later(LONG_THOUGHT, lambda: tell(is_wanted()))
            try:
                with keys_first():
                    return await asyncio.get_running_loop().run_in_executor(self._thread, thought)
            except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
                if is_wanted():
                    raise
                return None
            finally:
                telling.cancel()
                tell(False)
