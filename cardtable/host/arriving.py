"""Strangers at the door: what their connections have to be done is done a piece at a time, in the order of asking.

A key exchange takes milliseconds of this process. A hundred who come at the same instant would hold up every table for
all of theirs: between two pieces everybody else has a turn.
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
"""Bytes of a stranger that are taken at a time; a key exchange needs fewer."""
GREETING = 10.0
"""Seconds for a key exchange."""


class Proves(Protocol):
    """Whoever is asked whether a key that has signed is enough."""

    def signed(self, key: asyncssh.SSHKey) -> bool:
        """A key has proved itself; whether that is enough."""

    def take_half(self) -> bool:
        """Whether what is refused now was right, and only not enough."""


class Arrival(asyncssh.SSHServerConnection):
    """A connection that waits for its turn with all it does, until it is known whose it is."""

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, turns: Turns, places: Places) -> None:
        super().__init__(asyncio.get_running_loop(), options)
        self.coming: Coming | None = None
        """Its place at the door; once somebody has proved who they are it waits no more."""
        self._turns = turns
        self._places = places
        self._pipe: asyncio.Transport | None = None
        """What it comes by; nothing more is read from there while something waits for its turn."""
        self._unread = b""
        self._greeting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins, when its turn comes; from now on it counts."""
        pipe = cast("asyncio.Transport", transport)
        # By a tunnel it comes as a channel: its address is known, and the socket is the relay's.
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
        """Nothing of it waits any more."""
        self._pipe = None
        if self._greeting is not None:
            self._greeting.cancel()
        if self.coming is not None:
            self.coming.gone()
        super().connection_lost(exc)

    def greeted(self) -> None:
        """The keys are exchanged: it may take its time now."""
        if self._greeting is not None:
            self._greeting.cancel()
        if self.coming is not None:
            self.coming.has_greeted = True

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        """Takes it, if need be when its turn comes."""
        if self._pipe is None or self.coming is None or self.coming.name is not None:
            super().data_received(data, datatype)
            return
        self._unread = data
        self._pipe.pause_reading()
        self._turns.add(self._take)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Whether a key may sign; once it has, whether that is enough: here alone a key is proved."""
        good = await super().validate_public_key(username, key_data, msg, signature)
        if good and msg:
            return cast("Proves", self._owner).signed(asyncssh.public_key.decode_ssh_public_key(key_data))
        return good

    def send_userauth_failure(self, partial_success: bool) -> None:
        """AsyncSSH knows no half of a login: who has proved a key that is not enough is told that it was right."""
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
