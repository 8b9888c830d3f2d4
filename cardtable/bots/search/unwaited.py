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
        del coming  # What was raised holds this frame: together they would be garbage that has to be collected.
