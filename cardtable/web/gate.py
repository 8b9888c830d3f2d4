"""Who comes to the pages' port, until it is known what for: strangers are few at a time, and none of them stays long.

A connection takes a file of this process, and whoever sends half a request, or takes no answer, would keep it. So a
connection is handed to the server of the pages only once a request has come whole, and has then a while to take its
answer. Where there are too many, who has waited longest goes: what a browser asks for is there at once. A page that has
a seat, or a program, is no stranger any more, and is counted by those who gave it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from cardtable.web import is_loopback

REQUEST_FOR, ANSWER_FOR = 10.0, 60.0
"""Seconds for a request to be whole, and for its answer to be taken."""
OF_ONE, OF_ALL = 24, 96
"""Connections that wait for either, of one address and of all."""
LONGEST = 1 << 14
"""Bytes of a request before its body; no page of ours sends one."""


class Wait:
    """Those who wait for the same: each for so many seconds, and only so many at a time."""

    def __init__(self, seconds: float, place_of: Callable[[str], str]) -> None:
        self._seconds = seconds
        self._place_of = place_of
        self._waiting: dict[asyncio.Transport, tuple[str, asyncio.TimerHandle]] = {}
        """The oldest first."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, pipe: asyncio.Transport) -> None:
        """One more waits, until `leave`; where there are too many, the oldest is cut off."""
        self._forget_closed()
        address = str((pipe.get_extra_info("peername") or ("",))[0])
        place = self._place_of(address)
        late = asyncio.get_running_loop().call_later(self._seconds, self._cut, pipe)
        self._waiting[pipe] = place, late
        same = [other for other, (where, _) in self._waiting.items() if where == place]
        # Whoever comes by a proxy or a tunnel on this computer has one address with all others.
        if len(same) > OF_ONE and not (is_loopback(address) or is_loopback(place)):
            self._cut(same[0])
        if len(self._waiting) > OF_ALL:
            self._cut(next(iter(self._waiting)))

    def leave(self, pipe: asyncio.Transport) -> None:
        """It waits no more; nothing if it did not."""
        _, late = self._waiting.pop(pipe, ("", None))
        if late is not None:
            late.cancel()

    def close(self) -> None:
        """Nobody waits any more."""
        for pipe in [*self._waiting]:
            self._cut(pipe)

    def _cut(self, pipe: asyncio.Transport) -> None:
        self.leave(pipe)
        pipe.abort()

    def _forget_closed(self) -> None:
        for pipe in [pipe for pipe in self._waiting if pipe.is_closing()]:
            self.leave(pipe)


class PageGate:
    """Counts who has come and is a stranger still."""

    def __init__(self, place_of: Callable[[str], str] = lambda address: address) -> None:
        """`place_of` says which addresses count as one."""
        self.asking = Wait(REQUEST_FOR, place_of)
        self.answered = Wait(ANSWER_FOR, place_of)

    def let_in(self, pipe: asyncio.BaseTransport | None) -> None:
        """This one has a page that stays open."""
        self.answered.leave(cast("asyncio.Transport", pipe))

    def close(self) -> None:
        """Cuts off all strangers."""
        self.asking.close()
        self.answered.close()


class Stranger(asyncio.Protocol):
    """A connection whose request has not come whole."""

    def __init__(self, gate: PageGate, server: Callable[[], asyncio.BaseProtocol]) -> None:
        self._gate = gate
        self._server = server
        self._pipe: asyncio.Transport | None = None
        self._read = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Waits with the others."""
        self._pipe = cast("asyncio.Transport", transport)
        self._gate.asking.add(self._pipe)

    def connection_lost(self, exc: Exception | None) -> None:
        """Has gone before it asked for anything."""
        if self._pipe is not None:
            self._gate.asking.leave(self._pipe)

    def data_received(self, data: bytes) -> None:
        """Takes it to the server as soon as the request is whole."""
        pipe, gate = self._pipe, self._gate
        if pipe is None or pipe.is_closing():
            return
        self._read += data
        # Servers pass over empty lines before a request.
        if b"\r\n\r\n" in self._read.lstrip(b"\r\n"):
            gate.asking.leave(pipe)
            gate.answered.add(pipe)
            server = cast("asyncio.Protocol", self._server())
            pipe.set_protocol(server)
            server.connection_made(pipe)
            server.data_received(bytes(self._read))
        elif len(self._read) > LONGEST:
            pipe.abort()
