"""A thread for bots that may never answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

ParamsT = ParamSpec("ParamsT")
ThoughtT = TypeVar("ThoughtT")


class Unwaited(Executor):
    """An executor with a single thread, alive only while there are thoughts to run, one after another. Unlike with
    asyncio's own executor, the program's exit does not wait for them: a third-party bot may think forever and cannot be
    stopped. However often it is asked again, it ties up no more than this thread.
    """

    def __init__(self) -> None:
        self._due: deque[Callable[[], None]] = deque()
        self._is_busy = False
        self._lock = Lock()

    def submit(
        self, fn: Callable[ParamsT, ThoughtT], /, *args: ParamsT.args, **kwargs: ParamsT.kwargs
    ) -> Future[ThoughtT]:
        """Queues a thought, to start when the thread is free; one cancelled before that never starts."""
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
            del think  # Otherwise its result would be kept alive until the next one.


def _think(coming: Future[ThoughtT], thought: Callable[[], ThoughtT]) -> None:
    if not coming.set_running_or_notify_cancel():
        return
    try:
        coming.set_result(thought())
    except BaseException as wrong:  # Raised again where the result is awaited.
        coming.set_exception(wrong)
        del coming  # The exception holds this frame: without this they would form a reference cycle.
