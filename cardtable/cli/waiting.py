"""Helpers for long-running commands: a progress bar, and an interruption that leaves nothing half done."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


@contextmanager
def stoppable() -> Iterator[Callable[[], int]]:
    """Defers Ctrl+C and SIGTERM: the yielded function returns the number of the signal received, or 0.

    An exception raised at an arbitrary point could be swallowed, or leave a deck half counted.
    """
    came = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = came or number

    # Signals that the program was started to ignore, as by a background shell, stay ignored.
    heard = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, note) for each in heard}
    try:
        yield lambda: came
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def progress(what: str, total: int, *, hidden: bool) -> Iterator[Callable[[], None]]:
    """A progress bar; call the yielded function after every step."""
    if hidden or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
