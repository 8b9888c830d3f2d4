"""A host on the loopback interface, and guests who connect with AsyncSSH's client."""

from __future__ import annotations

import asyncio
import socket
from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh

from cardtable.engine.moves import Seat
from cardtable.games import find_preset
from cardtable.host.door import Door
from cardtable.host.friends import Friends
from cardtable.host.hall import Hall
from cardtable.host.ssh import Host
from cardtable.host.tables import HallTable
from cardtable.match.record import make_header
from cardtable.match.shared import SharedTable
from cardtable.match.table import Table
from cardtable.player.saved import SavedTable
from cardtable.tui.seat_app import SeatApp
from cardtable.words import Words
from tests.tui.pty_player import Cells
from tests.waiting import PATIENCE

KEY = asyncssh.generate_private_key("ssh-ed25519")
NAMES = ("Anna", "Boris", "Vera", "Grisha")


def new_table(preset: str, *kinds: str, seed: int = 1, path: Path | None = None, names: Sequence[str] = NAMES) -> Table:
    """A table with these players: `person`, or `bot:STYLE`."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, len(kinds))
    header = make_header(game, preset, rules.options, tuple(names[: len(kinds)]), kinds, seed)
    return Table.begin(rules, header, path)


async def until(holds: Callable[[], bool]) -> None:
    """Waits until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


class Guest:
    """A guest at a remote terminal."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        process: asyncssh.SSHClientProcess[bytes],
        size: tuple[int, int] = (100, 30),
    ) -> None:
        self.connection = connection
        self.process = process
        self.shown = bytearray()
        self.cells = Cells(*size)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        decoder = getincrementaldecoder("utf-8")()
        with suppress(OSError, asyncssh.Error):
            while data := await self.process.stdout.read(1 << 16):
                self.shown += data
                self.cells.feed(decoder.decode(data))

    def press(self, keys: str) -> None:
        """Types these keys."""
        self.process.stdin.write(keys.encode())

    async def sees(self, text: str) -> None:
        """Waits until the terminal shows this text; only changed cells are sent to it."""
        await until(lambda: text in self.cells.text)

    async def gone(self) -> str:
        """Everything that the terminal was sent, once the connection has ended."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.shown.decode("utf-8", "replace")


class Way:
    """Connections to a hall."""

    def __init__(self, hall: Hall, port: int) -> None:
        self.hall = hall
        self.port = port
        self.guests: list[Guest] = []

    def connection(self, code: str, **given: Any) -> Any:
        """Connects with this code."""

        class Caller(asyncssh.SSHClient):
            def kbdint_auth_requested(self) -> str:
                return ""

            def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
                return [code for _ in prompts]

        return asyncssh.connect(
            "127.0.0.1",
            self.port,
            known_hosts=None,
            **{
                "username": "guest",
                "client_keys": None,
                "agent_path": None,
                "config": None,
                "client_factory": Caller,
                **given,
            },
        )

    async def enter(
        self, code: str, size: tuple[int, int] = (100, 30), lang: str = "en_US.UTF-8", **given: Any
    ) -> Guest:
        """Lets a guest in with this code; returns once they see anything."""
        connection = await self.connection(code, **given)
        process = await connection.create_process(
            term_type="xterm-256color", term_size=size, encoding=None, env={"LANG": lang}
        )
        guest = Guest(connection, process, size)
        self.guests.append(guest)
        await until(lambda: len(guest.shown) > 2000)
        return guest


class Served(Way):
    """A host with its table."""

    def __init__(self, table: Table, shared: SharedTable, port: int, host: Host, said: list[str]) -> None:
        super().__init__(host.hall, port)
        self.table = table
        self.shared = shared
        self.host = host
        self.codes = {seat: host.hall.codes[table.names[seat]] for seat in table.people}
        self.said = said

    def screen(self, seat: Seat) -> Any:
        """This seat's screen."""
        apps = [guest.app for guest in self.hall.guests if isinstance(guest.app, SeatApp)]
        return next(app.table_screen() for app in apps if app.table is not None and app.table.here == {seat})

    def waits_for(self, seats: Collection[Seat]) -> bool:
        """Waits until one of these people is asked and all their screens show it; then nothing happens by itself."""
        table = self.table
        asked = table.turn in seats and table.plain_pass(table.turn) is None
        return asked and all(self.screen(seat).flow._seen == self.shared.number for seat in seats)

    async def come(
        self, seat: Seat, size: tuple[int, int] = (100, 30), lang: str = "en_US.UTF-8", code: str = "", **given: Any
    ) -> Guest:
        """Seats this player, by the seat's code or as given; returns once they see the table."""
        guest = await self.enter(code or self.codes[seat], size, lang, **given)
        await until(lambda: len(guest.shown) > 3000)
        return guest


@asynccontextmanager
async def served(table: Table, friends: Path | None = None, most: int = 0, **given: Any) -> AsyncIterator[Served]:
    """Hosts this table; the match goes on without pauses."""
    shared = SharedTable(table, delay=0, **{"window": 0, **given})
    said: list[str] = []
    hall = new_hall(said, friends, most)
    hall.add(HallTable(SavedTable(table.header.preset, table.names, styles_of(table)), shared=shared))
    for name in hall.tables[0].people:
        hall.new_code(name)
    async with listening(hall) as (host, port):
        found = Served(table, shared, port, host, said)
        try:
            yield found
        finally:
            for guest in found.guests:
                guest.connection.abort()


async def at_once(_seconds: float) -> None:
    """Sleeps for no time."""


def styles_of(table: Table) -> tuple[str | None, ...]:
    """The style of each seat's bot."""
    return tuple(None if kind == "person" else kind.removeprefix("bot:") for kind in table.header.kinds)


def new_hall(said: list[str], friends: Path | None = None, most: int = 0) -> Hall:
    """A hall without tables; matches opened in it go on without pauses."""

    def begin(agreed: SavedTable, thoughts: Executor | None) -> SharedTable:
        kinds = ["person" if style is None else f"bot:{style}" for style in agreed.styles]
        table = new_table(agreed.preset, *kinds, names=agreed.names)
        return SharedTable(table, delay=0, window=0, executor=thoughts)

    hall = Hall(Door({}), Friends(friends or Path("no friends")), Words(), said.append, begin, most=most)
    hall.door.sleep = at_once
    hall.new_code("")
    return hall


@asynccontextmanager
async def listening(hall: Hall, *, alone: bool = False) -> AsyncIterator[tuple[Host, int]]:
    """Serves a hall on the loopback interface; raises whatever a match failed with."""
    host = Host(hall, Words(), alone=alone)
    acceptor = await host.listen(KEY, socket.create_server(("127.0.0.1", 0)))
    try:
        yield host, acceptor.get_port()
        for table in hall.tables:
            if table.going is not None and table.going.done():
                table.going.result()
    finally:
        await host.close()
        hall.close()
        acceptor.close()
        await acceptor.wait_closed()


async def play_on(host: Served, guests: dict[Seat, Guest]) -> None:
    """These people play the match to its end with keys alone, and all go on after each deal."""
    while not host.table.match_over:
        await play_once(host, guests)


async def play_once(host: Served, guests: dict[Seat, Guest]) -> None:
    """The player to act plays the card under the cursor, or else the first move in the list."""
    shared, table, number = host.shared, host.table, host.shared.number
    seat = table.to_act[0] if table.to_act else -1
    asked: list[Seat] = []
    if table.deal_over:
        asked = list(guests)
    elif seat in guests and not shared.is_secret:
        asked = [seat]
        screen = host.screen(seat)
        await until(lambda: screen.flow._seen == shared.number or shared.number != number)
    async with asyncio.timeout(PATIENCE):
        while shared.number == number:
            # A fresh screen ignores Enter for a moment: people press it again.
            for one in asked:
                screen = host.screen(one)
                if screen.app.screen is not screen:
                    guests[one].press("\r")
                elif not table.deal_over:
                    guests[one].press("\r" if screen.picture.legal and screen.picture.scene.verb else "m")
            tops = [host.screen(one).app.screen for one in asked]
            for _ in range(300):
                if shared.number == number and tops == [host.screen(one).app.screen for one in asked]:
                    await asyncio.sleep(0.001)
