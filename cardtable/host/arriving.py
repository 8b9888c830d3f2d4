"""Connections of strangers: the work they cause is done in small pieces, first come, first served.

A key exchange takes milliseconds of this process. A hundred at the same instant would hold up every table for all of
theirs; between two pieces everybody else gets a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, cast

import asyncssh

from cardtable.host.places import Coming, Places
from cardtable.host.turns import Turns

PIECE = 1 << 12
"""Bytes of a stranger's data handled at a time; a key exchange needs fewer."""
GREETING = 10.0
"""Time limit in seconds for a key exchange."""


class Proves(Protocol):
    """Decides whether a key that has signed is enough."""

    def signed(self, key: asyncssh.SSHKey) -> bool:
        """Returns whether a key that has proved itself is enough."""

    def take_half(self) -> bool:
        """Returns whether the login now being refused was right, only not sufficient."""


class Arrival(asyncssh.SSHServerConnection):
    """A connection whose every step waits for its turn until its owner is known."""

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, turns: Turns, places: Places) -> None:
        super().__init__(asyncio.get_running_loop(), options)
        self.coming: Coming | None = None
        """Its place at the door; once its owner is known, it no longer waits."""
        self._turns = turns
        self._places = places
        self._pipe: asyncio.Transport | None = None
        """Its transport, not read from while data waits for its turn."""
        self._unread = b""
        self._greeting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection, and starts it when its turn comes."""
        pipe = cast("asyncio.Transport", transport)
        # Through a tunnel it is a channel: its address is known, and the socket is the relay's.
        known = self.get_extra_info("peername")
        address = str((known or pipe.get_extra_info("peername") or ("",))[0])
        file = None if known else pipe.get_extra_info("socket")
        self.coming = self._places.come(address, pipe.abort, -1 if file is None else file.fileno())
        if self.coming is None:
            pipe.abort()
            return
        self._pipe = pipe
        self._greeting = asyncio.get_running_loop().call_later(GREETING, pipe.abort)
        pipe.pause_reading()
        self._turns.add(partial(self._begin, super().connection_made))

    def connection_lost(self, exc: Exception | None = None) -> None:
        """Drops everything still waiting."""
        self._pipe = None
        if self._greeting is not None:
            self._greeting.cancel()
        if self.coming is not None:
            self.coming.gone()
        super().connection_lost(exc)

    def greeted(self) -> None:
        """Lifts the time limit: the keys have been exchanged."""
        if self._greeting is not None:
            self._greeting.cancel()
        if self.coming is not None:
            self.coming.has_greeted = True

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Handles data, in turn if necessary."""
        if self._pipe is None or self.coming is None or self.coming.name is not None:
            super().data_received(data, datatype)
            return
        self._unread = data
        self._pipe.pause_reading()
        self._turns.add(self._take)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Returns whether a key may sign, and once it has, whether that is enough: only here is a key proved."""
        good = await super().validate_public_key(username, key_data, msg, signature)
        if good and msg:
            return cast("Proves", self._owner).signed(asyncssh.public_key.decode_ssh_public_key(key_data))
        return good

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Reports partial success to a client with a valid key that is not enough: AsyncSSH has no such case."""
        asked = cast("Proves | None", self._owner)
        super().send_userauth_failure(partial_success or (asked is not None and asked.take_half()))

    def _begin(self, begin: Callable[[asyncio.BaseTransport], None]) -> bool:
        if self._pipe is None:
            return False
        begin(self._pipe)
        self._go_on()
        return True

    def _take(self) -> bool:
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        if self._pipe is None:
            return False
        super().data_received(piece)
        self._go_on()
        return True

    def _go_on(self) -> None:
        if self._unread:
            self._turns.add(self._take)
        elif self._pipe is not None:
            self._pipe.resume_reading()
