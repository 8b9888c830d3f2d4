"""Bots that take their time: they think in a thread, one after the other, while keys go on as if they did not."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cache, partial
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

ParamsT = ParamSpec("ParamsT")
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


class Unwaited(Executor):
    """One thread for thoughts, as long as there are any; one waits for the other. The end of the program waits for none
    of them, as it does for asyncio's own: a bot of somebody else's may think for as long as it likes, and nothing stops
    it. However often such a one is asked again meanwhile, it keeps no more than this thread.
    """

    def __init__(self) -> None:
        self._due: deque[Callable[[], None]] = deque()
        self._is_busy = False
        self._lock = Lock()

    def submit(
        self, fn: Callable[ParamsT, ThoughtT], /, *args: ParamsT.args, **kwargs: ParamsT.kwargs
    ) -> Future[ThoughtT]:
        """Begins to think as soon as nobody does; a thought that is given up before is not begun."""
        coming: Future[ThoughtT] = Future()
        with self._lock:
            self._due.append(partial(_think, coming, partial(fn, *args, **kwargs)))
            if not self._is_busy:
                Thread(target=self._go_on, name="thought", daemon=True).start()
                self._is_busy = True
        return coming

    def _go_on(self) -> None:
        while True:
            with self._lock:
                if not self._due:
                    self._is_busy = False
                    return
                think = self._due.popleft()
            think()
            del think  # Else what it has come to is kept until the next one.


def _think(coming: Future[ThoughtT], thought: Callable[[], ThoughtT]) -> None:
    if not coming.set_running_or_notify_cancel():
        return
    try:
        coming.set_result(thought())
    except BaseException as wrong:  # It is raised again where the thought is waited for.
        coming.set_exception(wrong)
        del coming  # What was raised holds this frame: together they would be rubbish that has to be looked for.


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
