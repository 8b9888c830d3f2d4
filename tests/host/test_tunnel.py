"""Friends through a relay: seats, cards and limits are the same as without it, and it may drop and come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.engine.text import Text
from cardtable.host.places import place_of
from cardtable.host.tunnel import BadTunnel, Relay, Tunnel, WayIn, relay_of
from cardtable.words import Words
from tests.host.helpers import KEY, Served, new_table, served, until
from tests.host.test_lines import Friend

LOCAL = "127.0.0.1"


class Lets(asyncssh.SSHServer):
    """A relay that lets everybody in and listens on any port."""

    def begin_auth(self, username: str) -> bool:
        """No authentication."""
        return False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Any port."""
        return True


class Refuses(Lets):
    """A relay that refuses to listen."""

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """No port."""
        return False


class Once(Lets):
    """A relay that listens on one port, and refuses another."""

    def __init__(self) -> None:
        self._listens = False

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Only the first."""
        first, self._listens = not self._listens, True
        return first


@asynccontextmanager
async def relaying(port: int = 0, kind: type[asyncssh.SSHServer] = Lets) -> AsyncIterator[asyncssh.SSHAcceptor]:
    """A relay, until it is killed with all its connections."""
    connections: list[asyncssh.SSHServerConnection] = []

    class Noted(kind):  # type: ignore[valid-type,misc]  # of this kind
        def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
            connections.append(conn)

    acceptor = await asyncssh.create_server(Noted, LOCAL, port, server_host_keys=[KEY])
    try:
        yield acceptor
    finally:
        acceptor.close()
        for connection in connections:
            connection.abort()
        await acceptor.wait_closed()


class Kept:
    """A tunnel to a hall, and the messages about it."""

    def __init__(self, host: Served, port: int, **given: object) -> None:
        self.ways: list[WayIn] = []
        usual = {"known_hosts": None, "client_keys": None, "agent_path": None, "config": None, "username": "me"}
        relay = Relay(LOCAL, port)
        pages: Any = given.pop("pages", None)
        tunnel = Tunnel(relay, host.host.arrive, self.ways.append, waits=(0.01,), given={**usual, **given}, pages=pages)
        self.task = asyncio.create_task(tunnel.keep())

    async def way(self, *, up: bool) -> WayIn:
        """Waits until it is up or down."""
        await until(lambda: bool(self.ways) and bool(self.ways[-1].port) == up)
        return self.ways[-1]


@asynccontextmanager
async def tunnelled(host: Served, port: int, **given: object) -> AsyncIterator[Kept]:
    """Keeps a tunnel open during the block."""
    kept = Kept(host, port, **given)
    try:
        yield kept
    finally:
        kept.task.cancel()
        await asyncio.wait([kept.task])


async def test_a_friend_who_comes_by_a_relay_has_their_own_address() -> None:
    """So that every limit by address holds for friends through a relay too."""
    async with (
        served(new_table("throw_in", "person", "person")) as host,
        relaying() as relay,
        tunnelled(host, relay.get_port()) as kept,
    ):
        first = await kept.way(up=True)
        assert first.why is None, "others reach it"
        host.port = first.port
        anna = await Friend.come(host, 0, local_addr=("127.0.0.77", 0))
        await anna.hears("Your hand")
        (coming,) = host.hall.door.places._known["Anna"]
        assert coming.place == place_of("127.0.0.77")
        anna.connection.abort()
        await until(lambda: not host.hall.guests)


async def test_the_relay_is_killed_and_back_at_the_same_port() -> None:
    async with served(new_table("throw_in", "person", "person")) as host:
        async with relaying() as relay:
            port = relay.get_port()
            kept = Kept(host, port)
            first = await kept.way(up=True)
            host.port = first.port
            anna = await Friend.come(host, 0)
            told = await anna.hears("Your hand")
        await until(lambda: not host.hall.guests)
        down = await kept.way(up=False)
        assert down.why is not None
        async with relaying(port):
            again = await kept.way(up=True)
            assert again.port == first.port, "what friends were told stays true"
            back = await Friend.come(host, 0)
            assert cards(await back.hears("Your hand:")) == cards(told)
            kept.task.cancel()
            await asyncio.wait([kept.task])


def cards(told: str) -> str:
    """The line that shows the hand."""
    return next(line for line in told.splitlines() if line.startswith("Your hand")) if "Your hand:" in told else told


async def test_browsers_come_by_the_same_relay() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"a page for " + await reader.readline())
        writer.close()

    async def page_at(port: int) -> bytes:
        reader, writer = await asyncio.open_connection(LOCAL, port)
        writer.write(b"Anna\n")
        found = await reader.read()
        writer.close()
        return found

    pages = await asyncio.start_server(answer, LOCAL, 0)
    where = pages.sockets[0].getsockname()[:2]
    async with served(new_table("throw_in", "person", "person")) as host, pages:
        async with relaying() as relay, tunnelled(host, relay.get_port(), pages=where) as kept:
            way = await kept.way(up=True)
            assert way.page not in (0, way.port)
            assert await page_at(way.page) == b"a page for Anna\n"
            kept.task.cancel()
        async with relaying(kind=Once) as relay, tunnelled(host, relay.get_port(), pages=where) as kept:
            way = await kept.way(up=True)
            assert (way.why, way.page) == (None, 0), "friends come by ssh all the same"


async def test_a_relay_that_refuses_is_told_and_tried_again() -> None:
    async with served(new_table("throw_in", "person", "person")) as host, relaying(kind=Refuses) as relay:
        async with tunnelled(host, relay.get_port()) as kept:
            await until(lambda: len(kept.ways) > 2)
            assert all(not way.port and way.why is not None for way in kept.ways)
        async with tunnelled(host, relay.get_port(), known_hosts=([], [], [])) as kept:
            down = await kept.way(up=False)
            assert down.why is not None
            way = f"`ssh -p {relay.get_port()} {LOCAL}`"
            assert f"its key is unknown here; {way} shows it" in Words().text(down.why)
        async with tunnelled(host, 1) as kept:
            down = await kept.way(up=False)
            assert isinstance(down.why, Text)
        assert host.said == []


def test_what_one_types_to_come_to_a_relay() -> None:
    assert relay_of("ssh:me@relay.example:2200/40022").way == "ssh -p 2200 me@relay.example"
    assert relay_of("ssh:relay.example").way == "ssh relay.example"


@pytest.mark.parametrize(
    ("given", "relay"),
    [
        ("ssh:relay.example", Relay("relay.example")),
        ("ssh:me@relay.example:22/40022", Relay("relay.example", 22, "me", 40022)),
        ("ssh:[2001:db8::1]:2222", Relay("2001:db8::1", 2222)),
        ("ssh:relay.example+8080", Relay("relay.example", page=8080)),
    ],
)
def test_what_names_a_relay(given: str, relay: Relay) -> None:
    assert relay_of(given) == relay


@pytest.mark.parametrize(
    "given",
    [
        "",
        "relay.example",
        "ssh:",
        "ssh:a b",
        "ssh:x:99999",
        "ssh:x/",
        "ssh:a@b@c",
        "ftp:x",
        "ssh:x:1:2",
        "ssh:x+",
        "ssh:x+1+2",
    ],
)
def test_what_names_none_is_refused_in_a_line(given: str) -> None:
    with pytest.raises(BadTunnel) as refused:
        relay_of(given)
    assert "such as ssh:me@relay.example" in str(refused.value)
