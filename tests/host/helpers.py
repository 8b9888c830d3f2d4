"""A host on the loopback, and guests who come with AsyncSSH's client."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh

from cardtable.engine.moves import Seat
from cardtable.games import find_preset
from cardtable.host.door import Door, digest, new_code
from cardtable.host.ssh import Host
from cardtable.record import make_header
from cardtable.shared import SharedTable
from cardtable.table import Table
from cardtable.words import Words

KEY = asyncssh.generate_private_key("ssh-ed25519")
PATIENCE = 60.0
"""Seconds after which something that was waited for is taken as lost, on a machine busy with other tests."""


def new_table(preset: str, *kinds: str, seed: int = 1, path: Path | None = None) -> Table:
    """A table of these players: `person`, or `bot:STYLE`."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, len(kinds))
    names = ("Anna", "Boris", "Vera", "Grisha")[: len(kinds)]
    return Table.begin(rules, make_header(game, preset, rules.options, names, kinds, seed), path)


async def until(holds: Callable[[], bool]) -> None:
    """Waits until this holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


class Guest:
    """Somebody at a terminal elsewhere."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.connection = connection
        self.process = process
        self.shown = bytearray()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(OSError, asyncssh.Error):
            while data := await self.process.stdout.read(1 << 16):
                self.shown += data

    def press(self, keys: str) -> None:
        """Types these."""
        self.process.stdin.write(keys.encode())

    async def sees(self, text: str) -> None:
        """Waits until this was sent to the terminal, since it was last forgotten."""
        await until(lambda: text.encode() in self.shown)

    async def gone(self) -> str:
        """What stood on the terminal when the table was gone."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.shown.decode("utf-8", "replace")


class Served:
    """A host with its table."""

    def __init__(self, table: Table, port: int, host: Host, codes: dict[Seat, str], said: list[str]) -> None:
        self.table = table
        self.shared = host.shared
        self.port = port
        self.host = host
        self.codes = codes
        self.said = said
        self.guests: list[Guest] = []

    def screen(self, seat: Seat) -> Any:
        """The screen of this seat."""
        return next(app.table_screen() for app in self.host._apps if app.table is not None and app.table.here == {seat})

    def connection(self, code: str, **given: Any) -> Any:
        """Comes with this code."""

        class Caller(asyncssh.SSHClient):
            def kbdint_auth_requested(self) -> str:
                return ""

            def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
                return [code for _ in prompts]

        return asyncssh.connect(
            "127.0.0.1",
            self.port,
            username="guest",
            known_hosts=None,
            **{"client_keys": None, "agent_path": None, "config": None, "client_factory": Caller, **given},
        )

    async def come(self, seat: Seat, size: tuple[int, int] = (100, 30), **environ: str) -> Guest:
        """The player of this seat comes; done when they see the table."""
        connection = await self.connection(self.codes[seat])
        process = await connection.create_process(
            term_type="xterm-256color", term_size=size, encoding=None, env=environ or {"LANG": "en_US.UTF-8"}
        )
        guest = Guest(connection, process)
        self.guests.append(guest)
        await guest.sees("\x1b[?1049h")
        await until(lambda: len(guest.shown) > 3000)
        return guest


@asynccontextmanager
async def served(table: Table, **given: Any) -> AsyncIterator[Served]:
    """Hosts this table, and lets the match go on without pauses."""
    shared = SharedTable(table, delay=0, **{"window": 0, **given})
    codes = {seat: new_code() for seat in table.people}
    said: list[str] = []
    host = Host(shared, Door({seat: digest(code) for seat, code in codes.items()}), Words(), said.append)
    acceptor = await host.listen(KEY, socket.create_server(("127.0.0.1", 0)))
    going = asyncio.create_task(shared.run())
    found = Served(table, acceptor.get_port(), host, codes, said)
    try:
        yield found
        if going.done():
            going.result()
    finally:
        going.cancel()
        await host.close("")
        for guest in found.guests:
            guest.connection.abort()
        acceptor.close()
        await acceptor.wait_closed()
        table.close()


async def play_on(host: Served, guests: dict[Seat, Guest]) -> None:
    """These people play the match to its end, by keys alone; everybody goes on after a deal."""
    while not host.table.match_over:
        await play_once(host, guests)


async def play_once(host: Served, guests: dict[Seat, Guest]) -> None:
    """Whoever is to act plays the card that the cursor stands on, else the first of the moves that are listed."""
    shared, table, number = host.shared, host.table, host.shared.number
    seat = table.to_act[0] if table.to_act else -1
    if table.deal_over:
        for guest in guests.values():
            guest.press("\r")
    elif seat in guests and not shared.is_secret:
        screen = host.screen(seat)
        await until(lambda: screen.flow._seen == shared.number or shared.number != number)
        guests[seat].press("\r" if screen.picture.legal and screen.picture.scene.verb else "m")
        await until(lambda: shared.number != number or screen.app.screen is not screen)
        if shared.number == number:
            guests[seat].press("\r")
    await until(lambda: shared.number != number)
