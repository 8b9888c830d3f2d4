"""A clock that moves on only when nothing is left to do, and bots that think at once."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import count
from typing import Any

from cardtable.match.shared import SharedTable
from tests.waiting import quiet


class AtOnce(Executor):
    """An executor that runs everything at once, in the caller's thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Runs the function; its result or exception is in the future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Time:
    """The clock that everybody sleeps by."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._number = count()

    def after(self, seconds: float, what: Callable[[], object]) -> None:
        """Schedules a call after so many seconds."""
        heapq.heappush(self._due, (self.now + seconds, next(self._number), what))

    async def sleep(self, seconds: float) -> None:
        """Sleeps for so many seconds."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        self.after(seconds, wake)
        await woken

    async def go(self, shared: SharedTable, is_enough: Callable[[], bool]) -> None:
        """Lets a match go on until the condition holds or nothing more will happen."""
        shared.sleep, shared.time = self.sleep, lambda: self.now
        going = asyncio.create_task(shared.run())
        try:
            while not is_enough():
                await quiet()
                if going.done():
                    going.result()
                    return
                if not self._due:
                    return
                self.now, _, what = heapq.heappop(self._due)
                what()
        finally:
            going.cancel()
            await quiet()
