"""Discards the output that code from other packages prints while it plays."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any


class _Unheard(local):
    """Per-thread depth of contexts that discard output."""

    deep = 0


_unheard = _Unheard()


class _Heard:
    """Wraps a stream and drops what third-party code prints."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Writes a text, or discards it."""
        written: int = len(text) if _unheard.deep else self.stream.write(text)
        return written


@contextmanager
def unheard() -> Iterator[None]:
    """Discards what this thread prints inside the context: the terminal belongs to the player.

    Per thread, because a table may go on while a third-party bot thinks.
    """
    for name in ("stdout", "stderr"):
        if not isinstance(stream := getattr(sys, name), _Heard) and stream is not None:
            setattr(sys, name, _Heard(stream))
    _unheard.deep += 1
    try:
        yield
    finally:
        _unheard.deep -= 1
