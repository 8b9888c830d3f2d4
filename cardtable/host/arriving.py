"""Strangers at the door: what their connections have to be done is done a piece at a time, in the order of asking.

A key exchange takes milliseconds of this process. A hundred who come at the same instant would hold up every table for
all of theirs: between two pieces everybody else has a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import asyncssh

from cardtable.host.turns import Turns

PIECE = 1 << 12
"""Bytes of a stranger that are taken at a time; a key exchange needs fewer."""
MOST_WAITING = 256
"""Pieces that may wait, one of each connection: who comes when there are more is not let in."""


class Arrival(asyncssh.SSHServerConnection):
    """A connection that waits for its turn with all it does, until it is known whose it is."""

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, turns: Turns) -> None:
        super().__init__(asyncio.get_running_loop(), options)
        self.is_known = False
        """Whether somebody has proved who they are."""
        self._turns = turns
        self._pipe: asyncio.Transport | None = None
        """What it comes by; nothing more is read from there while something waits for its turn."""
        self._unread = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins, when its turn comes."""
        pipe = cast("asyncio.Transport", transport)
        if len(self._turns) >= MOST_WAITING:
            pipe.abort()
            return
        self._pipe = pipe
        pipe.pause_reading()
        self._turns.add(partial(self._begin, super().connection_made))

    def connection_lost(self, exc: Exception | None = None) -> None:
        """Nothing of it waits any more."""
        self._pipe = None
        super().connection_lost(exc)

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Takes it, if need be when its turn comes."""
        if self.is_known or self._pipe is None:
            super().data_received(data, datatype)
            return
        self._unread = data
        self._pipe.pause_reading()
        self._turns.add(self._take)

    def _begin(self, begin: Callable[[asyncio.BaseTransport], None]) -> None:
        if self._pipe is not None:
            begin(self._pipe)
            self._go_on()

    def _take(self) -> None:
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        if self._pipe is not None:
            super().data_received(piece)
            self._go_on()

    def _go_on(self) -> None:
        if self._unread:
            self._turns.add(self._take)
        elif self._pipe is not None:
            self._pipe.resume_reading()
