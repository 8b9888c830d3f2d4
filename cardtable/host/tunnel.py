"""A tunnel through any SSH server of the player's own, so that friends can connect whatever router is in between.

The server is asked to listen, and passes each friend on as a channel, with the address it saw. The data is the friend's
own SSH connection to this host: the relay forwards bytes, and can neither read nor change them as long as the friend
compares the host's key once.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import asyncssh

from cardtable.engine.faults import Fault, foreign, told
from cardtable.engine.text import Text, clean, say
from cardtable.host.arriving import Arrival

WAITS: Final = (1, 2, 5, 10, 20, 30)
"""Seconds before each retry; the last value repeats."""
PATIENCE: Final = 15
"""Time limit in seconds for connecting to the relay, and for checking that others can reach it."""
_GIVEN: Final = re.compile(
    r"ssh:(?:([^@/\s]+)@)?(\[[0-9a-fA-F:]+\]|[^:/+@\s\[\]]+)(?::(\d{1,5}))?(?:/(\d{1,5}))?(?:\+(\d{1,5}))?"
)


class BadTunnel(Fault):
    """A value that is not a relay."""


class Relay(NamedTuple):
    """An SSH server friends connect through."""

    host: str
    port: int = 0
    """Its own port; 0 for the one the player's `ssh` uses."""
    user: str = ""
    wanted: int = 0
    """The port it should listen on for friends; 0 for any."""
    page: int = 0
    """The port for browsers."""

    @property
    def given(self) -> str:
        """The relay in the notation of `relay_of`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port, wanted = f":{self.port}" if self.port else "", f"/{self.wanted}" if self.wanted else ""
        page = f"+{self.page}" if self.page else ""
        return f"ssh:{f'{self.user}@' if self.user else ''}{host}{port}{wanted}{page}"

    @property
    def way(self) -> str:
        """The command its owner types to reach it."""
        port = f"-p {self.port} " if self.port else ""
        return f"ssh {port}{f'{self.user}@' if self.user else ''}{self.host}"


def relay_of(given: str) -> Relay:
    """Parses the value of `--tunnel`. Raises BadTunnel.

    >>> relay_of("ssh:me@relay.example:22/40022+8080")
    Relay(host='relay.example', port=22, user='me', wanted=40022, page=8080)
    """
    found = _GIVEN.fullmatch(given)
    ports = [int(port or 0) for port in found.groups()[2:]] if found is not None else []
    if found is None or max(ports) > 65_535:
        raise BadTunnel("{given}: an SSH server of yours, such as ssh:me@relay.example", given=clean(given)[:60])
    return Relay(found[2].strip("[]"), ports[0], found[1] or "", *ports[1:])


class WayIn(NamedTuple):
    """The current way for friends to connect through the relay."""

    host: str
    port: int
    """0 if they cannot."""
    why: Text | None = None
    """Why not, or what may be in their way."""
    page: int = 0
    """The port for browsers; 0 if they cannot connect."""


class Tunnel:
    """Keeps a tunnel to this host open; `told` is called after every change.

    If `pages` gives the address and the port of the pages, the relay listens for browsers too. Their traffic is not
    encrypted by it, and all of them have this computer's own address, as behind a proxy.
    """

    def __init__(
        self,
        relay: Relay,
        arrive: Callable[[str], Arrival],
        told: Callable[[WayIn], None],
        waits: Sequence[float] = WAITS,
        given: Mapping[str, Any] | None = None,
        pages: tuple[str, int] | None = None,
    ) -> None:
        self._pages = pages
        self._page = relay.page
        self._relay = relay
        self._wanted = relay.wanted
        self._arrive = arrive
        self._told = told
        self._waits = waits
        self._given = dict(given or {})
        """Further arguments for AsyncSSH; keys and known hosts are the player's own."""
        self._was_up = False

    async def keep(self) -> None:
        """Opens the tunnel, and reopens it whenever it breaks."""
        tries = 0
        while True:
            self._was_up = False
            try:
                await self._once()
                why = say("it has ended")
            except asyncssh.HostKeyNotVerifiable:
                why = say("its key is unknown here; `{way}` shows it, and keeps it", way=self._relay.way)
            except asyncssh.ChannelListenError:
                why = say("it listens for nobody: its sshd forbids forwarding")
            except OSError as error:
                why = told(error)
            except asyncssh.Error as error:
                why = Text("{why}", {"why": clean(foreign(error))[:120]})
            me = asyncio.current_task()
            if me is not None and me.cancelling():
                raise asyncio.CancelledError  # Python 3.11's `wait_for` loses it if an error comes at the same time.
            self._told(WayIn(self._relay.host, 0, why))
            tries = 0 if self._was_up else tries
            await asyncio.sleep(self._waits[min(tries, len(self._waits) - 1)])
            tries += 1

    async def _once(self) -> None:
        where: dict[str, Any] = {"host": self._relay.host, **self._given}
        if self._relay.port:
            where["port"] = self._relay.port
        if self._relay.user:
            where["username"] = self._relay.user
        async with asyncssh.connect(
            **where, connect_timeout=PATIENCE, login_timeout=2 * PATIENCE, keepalive_interval=15, keepalive_count_max=2
        ) as connection:
            listener = await self._listen(connection)
            self._wanted, self._was_up = listener.get_port(), True
            page = await self._listen_for_browsers(connection)
            host = await self._address_of(connection)
            self._told(WayIn(host, self._wanted, await self._what_stands_between(host), page))
            await connection.wait_closed()

    async def _listen(self, connection: asyncssh.SSHClientConnection) -> asyncssh.SSHListener:
        """Requests the same port as last time, so that friends' instructions stay valid; otherwise any."""
        with suppress(asyncssh.ChannelListenError):
            return await connection.create_server(self._come, "", self._wanted)
        return await connection.create_server(self._come, "", 0)

    async def _listen_for_browsers(self, connection: asyncssh.SSHClientConnection) -> int:
        """Returns the port for browsers; 0 if there are no pages, or the relay listens on only one port."""
        if self._pages is None:
            return 0
        for wanted in dict.fromkeys((self._page, 0)):
            with suppress(asyncssh.ChannelListenError):
                self._page = (await connection.forward_remote_port("", wanted, *self._pages)).get_port()
                return self._page
        return 0

    def _come(self, address: str, port: int) -> Any:
        return self._arrive(address)

    async def _address_of(self, connection: asyncssh.SSHClientConnection) -> str:
        """Returns the relay's name, or its address if only the player's `ssh` knows that name."""
        try:
            await asyncio.get_running_loop().getaddrinfo(self._relay.host, None)
        except OSError:
            return str(connection.get_extra_info("peername")[0])
        return self._relay.host

    async def _what_stands_between(self, host: str) -> Text | None:
        """Checks that others can reach the port: many servers listen only locally, and do not say so."""
        try:
            async with asyncio.timeout(PATIENCE):
                _, writer = await asyncio.open_connection(host, self._wanted)
        except (OSError, TimeoutError):
            return say('it listens for itself alone: its sshd needs "GatewayPorts clientspecified"')
        writer.close()
        return None
