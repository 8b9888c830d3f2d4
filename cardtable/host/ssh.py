"""Seats over SSH: a connection gets a seat or a look around the hall, and nothing else: no shell, command or
forwarding.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Protocol

import asyncssh

from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, say
from cardtable.host.arriving import Arrival
from cardtable.host.garbage import Garbage
from cardtable.host.guest_screen import GuestScreen
from cardtable.host.hall import Guest, Hall
from cardtable.host.places import files_for_strangers
from cardtable.host.turns import Turns
from cardtable.host.visitor import Visitor
from cardtable.host.worded import Worded
from cardtable.tui.guests import environ_of, settings_for_guest, words_for
from cardtable.tui.protocol import Settings
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.terminal.link import Link, Wire
from cardtable.words import Words

LOGIN = 60
"""Time limit in seconds for typing a code: people may have to look for it."""
WINDOW = 1 << 15
"""Maximum bytes a client may send ahead."""
CIPHERS = "-chacha20-poly1305@openssh.com"
"""All ciphers of AsyncSSH but the one most clients would choose: it takes seven times as long for each picture."""
ALIVE, MISSED = 15, 3
"""Seconds before a silent client is asked for a sign of life, and the number of unanswered requests allowed."""
COME_TOGETHER = 2
"""Screens opened at the same time: the others wait at the door, and the tables go on meanwhile."""


class BadKey(Fault):
    """A host key that cannot be used."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Returns the key by which clients recognise this host; creates it if there is none. Raises BadKey and OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        key = asyncssh.generate_private_key("ssh-ed25519")
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key.export_private_key())
        return key
    if os.name != "nt" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKey("{path}: others may read this key; `chmod 600` keeps it secret, or remove it", path=path)
    try:
        return asyncssh.import_private_key(path.read_bytes())
    except (asyncssh.KeyImportError, ValueError):
        raise BadKey("{path}: this is no private key; remove it, and a new one is made", path=path) from None


class GuestTerminal(Wire, Protocol):
    """A guest's terminal, over SSH or in a page."""

    app: GuestScreen | None
    link: Link | None
    size: tuple[int, int]

    @property
    def has_screen(self) -> bool:
        """Whether it shows our screens; otherwise the guest plays in words."""

    def take_in(self, guest: Guest, words: Words) -> Worded:
        """Returns the display of a guest without a screen; nothing has been sent yet."""

    def listen_to(self, worded: Worded | None) -> None:
        """Passes such a guest's input to this display; None once they have left."""

    @property
    def by_ssh(self) -> bool:
        """Whether it is a terminal that can be written to after the screen has closed."""

    @property
    def term(self) -> str:
        """The type of terminal."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment sent by the client."""

    @property
    def is_gone(self) -> bool:
        """Whether the connection has ended."""

    def leave(self, why: str) -> None:
        """Ends the session in an orderly way, with a message if there is one."""


class Host:
    """Serves a hall and its tables.

    If nothing else runs in this process (`alone`), it controls garbage collection.
    """

    def __init__(self, hall: Hall, words: Words, *, alone: bool = False) -> None:
        self.hall = hall
        self.way: Callable[[str], str] = lambda name: ""
        """Returns the command for coming by SSH; empty while unknown."""
        self._garbage = Garbage(lambda: len(hall.guests)) if alone else None
        self._words = words
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming = asyncio.Semaphore(COME_TOGETHER)
        self._come: Callable[[], Arrival] | None = None

    async def listen(self, key: asyncssh.SSHKey, listener: socket.socket) -> asyncssh.SSHAcceptor:
        """Starts accepting connections."""
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # It would log what strangers send.
        options: asyncssh.SSHServerConnectionOptions = await asyncssh.SSHServerConnectionOptions.construct(
            server_factory=lambda: Visitor(self),
            server_host_keys=[key],
            encoding=None,
            line_editor=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            compression_algs=None,
            encryption_algs=CIPHERS,
            login_timeout=LOGIN,
            keepalive_interval=ALIVE,
            keepalive_count_max=MISSED,
            window=WINDOW,
            server_version="cardtable",
        )
        if self._garbage is not None:
            self.hall.door.places.most_files = files_for_strangers()
            self._garbage.begin()
        come = self._come = partial(Arrival, options, Turns(), self.hall.door.places)
        return asyncssh.SSHAcceptor(await asyncio.get_running_loop().create_server(come, sock=listener), options)

    def arrive(self, address: str) -> Arrival:
        """Returns a connection for this address through a tunnel; the host must be listening."""
        assert self._come is not None, "nobody can come yet"
        arrival = self._come()
        arrival.set_extra_info(peername=(address, 0))
        return arrival

    def receive(self, come: Callable[[], Guest], session: GuestTerminal, note: Text | None = None) -> None:
        """Shows the hall or a seat to a session until either side ends it; the note is shown first."""
        task = asyncio.get_running_loop().create_task(self._show(come, session, note))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, come: Callable[[], Guest], session: GuestTerminal, note: Text | None) -> None:
        async with AsyncExitStack() as coming:
            await coming.enter_async_context(self._coming)
            if not session.is_gone:
                await self._receive(come, session, note, coming.aclose)

    async def _receive(
        self,
        come: Callable[[], Guest],
        session: GuestTerminal,
        note: Text | None,
        shown: Callable[[], Awaitable[object]],
    ) -> None:
        """Runs a session; after its first picture others may come."""
        environ = environ_of(session.term, session.environ)
        words = words_for(environ)
        if not session.has_screen:
            await self._receive_in_words(come(), session, words, note, shown)
            return
        guest = come()
        link = Link(session, session.size, environ)
        why, has_failed = "", False
        app: SeatApp | None = None
        try:
            app = SeatApp(link, guest.first(), words, settings_for_guest(words, environ), guest)
            guest.app = session.app = app
            session.link = link
            self.hall.tell(say("{name} has come.", name=guest.name))
            self.hall.changed()
            running = asyncio.ensure_future(app.run_async(size=link.size))
            first = asyncio.ensure_future(app.is_shown.wait())
            await asyncio.wait((running, first), return_when=asyncio.FIRST_COMPLETED)
            first.cancel()
            if note is not None:
                app.tell(words.text(note))
            if self._garbage is not None:
                self._garbage.collect()
            await shown()
            await running
            why, has_failed = app.why_closed or self._farewell(guest, session, app.words), app.failure is not None
        except Exception:  # One friend's screen must not end other people's tables; both sides are told.
            has_failed = True
        finally:
            guest.leave()
            session.app = session.link = None
            if app is not None:
                app.let_go()
            if self._garbage is not None and not self.hall.guests:
                self._garbage.collect()
        self._say_goodbye(guest, session, words, why, has_failed=has_failed)

    def _farewell(self, guest: Guest, session: GuestTerminal, words: Words) -> str:
        """Returns the message for a guest who has left by choice: the evening's standings, and how to come back."""
        if not session.by_ssh or guest.is_host:
            return ""
        parts = [say("Bye, {name}.", name=guest.name)]
        table = guest.table
        if table is not None and table.evening is not None and table.evening.deals:
            evening, seat = table.evening, None if table.watches else table.seat
            stands = evening.told(table.names, seat)
            parts.append(
                evening.length
                if stands is None
                else Text("{length}; {stands}", {"length": evening.length, "stands": stands})
            )
        way = self.way(guest.name)
        if way:
            parts.append(say("To come back:  {way}", way=way))
        return "\r\n".join(map(words.text, parts))

    def _say_goodbye(self, guest: Guest, session: GuestTerminal, words: Words, why: str, *, has_failed: bool) -> None:
        if has_failed:
            self.hall.tell(say("The screen of {name} has failed; the table goes on.", name=guest.name))
            why = words.say("This screen has failed; come again, the table goes on.")
        self.hall.tell(say("{name} has gone.", name=guest.name))
        session.leave(why)

    async def _receive_in_words(
        self,
        guest: Guest,
        session: GuestTerminal,
        words: Words,
        note: Text | None,
        shown: Callable[[], Awaitable[object]],
    ) -> None:
        """Does the same for a guest without a screen."""
        why, has_failed = "", False
        try:
            screen = guest.app = session.app = session.take_in(guest, words)
            self.hall.tell(say("{name} has come.", name=guest.name))
            self.hall.changed()
            if note is not None:
                screen.tell(words.text(note))
            screen.begin()
            session.listen_to(screen)
            await shown()
            await screen.end()
            why = screen.why_closed or self._farewell(guest, session, screen.words)
        except Exception:  # As for a screen: other people's tables go on.
            has_failed = True
        finally:
            guest.leave()
            session.app = None
            session.listen_to(None)
        self._say_goodbye(guest, session, words, why, has_failed=has_failed)

    async def play_here(self, guest: Guest, settings: Settings) -> None:
        """Shows the host's own screen on this terminal until they leave it. Raises the error that ended it."""
        app = guest.app = SeatApp(None, guest.first(), self._words, settings, guest)
        self.hall.changed()
        try:
            await app.run_async()
        finally:
            guest.leave()
        if app.failure is not None:
            raise app.failure

    async def close(self, why: Text | None = None) -> None:
        """Closes every screen, and tells its player why."""
        for guest in self.hall.guests:
            if guest.app is not None:
                guest.app.why_closed = "" if why is None else guest.app.words.text(why)
                guest.app.exit(0)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
