"""What code of other packages prints while it plays, which nobody hears."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any


class _Unheard(local):
    """Whether what this thread prints is heard by nobody."""

    deep = 0


_unheard = _Unheard()


class _Heard:
    """A stream that takes what is printed, but not from code of somebody else's."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Writes a text, or nothing."""
        written: int = len(text) if _unheard.deep else self.stream.write(text)
        return written


@contextmanager
def unheard() -> Iterator[None]:
    """What this thread prints meanwhile is not heard: the terminal belongs to whoever plays there.

    By thread, since a table may go on while a bot of another package thinks.
    """
    for name in ("stdout", "stderr"):
        if not isinstance(stream := getattr(sys, name), _Heard) and stream is not None:
            setattr(sys, name, _Heard(stream))
    _unheard.deep += 1
    try:
        yield
    finally:
        _unheard.deep -= 1
