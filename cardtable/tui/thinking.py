"""Bots that take their time: they think in a thread, one after the other, while keys go on as if they did not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from threading import Thread
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
    """A thread for every thought. The end of the program waits for none of them, as it does for asyncio's own: a bot of
    somebody else's may think for as long as it likes, and nothing stops it.
    """

    def submit(
        self, fn: Callable[ParamsT, ThoughtT], /, *args: ParamsT.args, **kwargs: ParamsT.kwargs
    ) -> Future[ThoughtT]:
        """Begins to think at once."""
        coming: Future[ThoughtT] = Future()
        coming.set_running_or_notify_cancel()
        Thread(target=_think, args=(coming, partial(fn, *args, **kwargs)), name="thought", daemon=True).start()
        return coming


def _think(coming: Future[ThoughtT], thought: Callable[[], ThoughtT]) -> None:
    try:
        coming.set_result(thought())
    except BaseException as wrong:  # It is raised again where the thought is waited for.
        coming.set_exception(wrong)
        del coming  # What was raised holds this frame: together they would be rubbish that has to be looked for.


UNWAITED = Unwaited()


class Thinking:
    """The thoughts at one table."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()

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
                    return await asyncio.get_running_loop().run_in_executor(UNWAITED, thought)
            except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
                if is_wanted():
                    raise
                return None
            finally:
                telling.cancel()
                tell(False)
