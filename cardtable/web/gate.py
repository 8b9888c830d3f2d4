"""The gate of the pages' port, for connections without a complete request: few at a time, and none for long.

A connection takes a file of this process, and a client that sends half a request, or does not read the answer, would
keep it. So a connection is passed to the server of the pages only once a complete request has arrived, and then has a
limited time to read its answer. If there are too many, the one that has waited longest goes: a browser sends its
requests at once. A page that has a seat, or a program, is no longer a stranger, and is counted by whoever gave it that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from cardtable.web import is_loopback

REQUEST_FOR, ANSWER_FOR = 10.0, 60.0
"""Time limits in seconds: for a complete request, and for reading its answer."""
OF_ONE, OF_ALL = 24, 96
"""Maximum connections waiting for either: from one address, and in all."""
LONGEST = 1 << 14
"""Maximum bytes of a request before its body; none of our pages sends one."""


class Wait:
    """Connections waiting for the same thing, limited in time and number."""

    def __init__(self, seconds: float, place_of: Callable[[str], str]) -> None:
        self._seconds = seconds
        self._place_of = place_of
        self._waiting: dict[asyncio.Transport, tuple[str, asyncio.TimerHandle]] = {}
        """Oldest first."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, pipe: asyncio.Transport) -> None:
        """Adds a connection, until `leave`; if there are too many, cuts off the oldest."""
        self._forget_closed()
        address = str((pipe.get_extra_info("peername") or ("",))[0])
        place = self._place_of(address)
        late = asyncio.get_running_loop().call_later(self._seconds, self._cut, pipe)
        self._waiting[pipe] = place, late
        same = [other for other, (where, _) in self._waiting.items() if where == place]
        # Everybody behind a proxy or a tunnel on this computer shares one address.
        if len(same) > OF_ONE and not (is_loopback(address) or is_loopback(place)):
            self._cut(same[0])
        if len(self._waiting) > OF_ALL:
            self._cut(next(iter(self._waiting)))

    def leave(self, pipe: asyncio.Transport) -> None:
        """Removes a connection, if it is waiting."""
        _, late = self._waiting.pop(pipe, ("", None))
        if late is not None:
            late.cancel()

    def close(self) -> None:
        """Cuts off all that are waiting."""
        for pipe in [*self._waiting]:
            self._cut(pipe)

    def _cut(self, pipe: asyncio.Transport) -> None:
        self.leave(pipe)
        pipe.abort()

    def _forget_closed(self) -> None:
        for pipe in [pipe for pipe in self._waiting if pipe.is_closing()]:
            self.leave(pipe)


class PageGate:
    """Counts the connections that are still strangers."""

    def __init__(self, place_of: Callable[[str], str] = lambda address: address) -> None:
        """`place_of` says which addresses count as one."""
        self.asking = Wait(REQUEST_FOR, place_of)
        self.answered = Wait(ANSWER_FOR, place_of)

    def let_in(self, pipe: asyncio.BaseTransport | None) -> None:
        """Lets in a connection that has got a page that stays open."""
        self.answered.leave(cast("asyncio.Transport", pipe))

    def close(self) -> None:
        """Cuts off all strangers."""
        self.asking.close()
        self.answered.close()


class Stranger(asyncio.Protocol):
    """A connection without a complete request."""

    def __init__(self, gate: PageGate, server: Callable[[], asyncio.BaseProtocol]) -> None:
        self._gate = gate
        self._server = server
        self._pipe: asyncio.Transport | None = None
        self._read = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts waiting."""
        self._pipe = cast("asyncio.Transport", transport)
        self._gate.asking.add(self._pipe)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops waiting: the connection has gone without a request."""
        if self._pipe is not None:
            self._gate.asking.leave(self._pipe)

    def data_received(self, data: bytes) -> None:
        """Passes the connection to the server once the request is complete."""
        pipe, gate = self._pipe, self._gate
        if pipe is None or pipe.is_closing():
            return
        self._read += data
        # Servers ignore empty lines before a request.
        if b"\r\n\r\n" in self._read.lstrip(b"\r\n"):
            gate.asking.leave(pipe)
            gate.answered.add(pipe)
            server = cast("asyncio.Protocol", self._server())
            pipe.set_protocol(server)
            server.connection_made(pipe)
            server.data_received(bytes(self._read))
        elif len(self._read) > LONGEST:
            pipe.abort()
