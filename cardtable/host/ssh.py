"""Seats over SSH: a connection is a seat, a look round the hall, or nothing: no shell, no command, no forwarding."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import asyncssh

from cardtable.engine.faults import Fault
from cardtable.engine.text import Text, clean, say
from cardtable.host.arriving import Arrival
from cardtable.host.hall import Guest, Hall
from cardtable.host.turns import Turns
from cardtable.tui.guests import environ_of, settings_for_guest, words_for
from cardtable.tui.protocol import Settings
from cardtable.tui.seat_app import SeatApp
from cardtable.tui.terminal.link import Link, Wire
from cardtable.words import Words

LOGIN = 60
"""Seconds in which somebody must have typed their code: they may have to look for it."""
TRIES = 3
"""Wrong codes in one connection."""
WINDOW = 1 << 15
"""Bytes that a client may send before they are taken."""
CIPHERS = "-chacha20-poly1305@openssh.com"
"""All that AsyncSSH knows but the one that most clients would choose: it takes seven times as long for each picture."""
ALIVE, MISSED = 15, 3
"""Seconds after which a silent client is asked for a sign of life, and how often in vain."""
SELDOM = 10_000, 4, 1
"""How often Python looks for rubbish in a host (`gc.set_threshold`): while it looks, all tables stand still.

It looks only among what is newer than whoever has come last (`look_no_more`), so often that it is done in some 15 ms.
"""
WHOLE = 128
"""Comings after which all is looked through once more: what was in use when somebody came may be rubbish by now."""
FEW = 60
"""Guests with whom that is done at most: it takes some 2 ms for each, and everybody waits."""
COME_TOGETHER = 2
"""Screens that are put up at a time: the others wait at the door, and the tables go on meanwhile."""
NO_CURSOR = ("", "dumb", "unknown")
"""Terminals that cannot show a table."""


class BadKey(Fault):
    """A host key that cannot be used."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key by which clients know this host again; made when there is none. Raises BadKey and OSError."""
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


def look_no_more(*, whole: bool = False) -> None:
    """Python looks for rubbish no more among all that is there by now: a hundred screens would take it 200 ms.

    It looks once more before: among what is new, or among the `whole`.
    """
    if whole:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


class GuestTerminal(Wire, Protocol):
    """Somebody's terminal, over SSH or in a page."""

    app: SeatApp | None
    link: Link | None
    size: tuple[int, int]

    @property
    def term(self) -> str:
        """What kind of terminal it is."""

    @property
    def environ(self) -> Mapping[str, str]:
        """What the client's computer says of itself."""

    @property
    def is_gone(self) -> bool:
        """Whether the connection has ended."""

    def leave(self, why: str) -> None:
        """Ends the session in order; says why, if there is anything to say."""


class Host:
    """Serves a hall and its tables.

    Where nothing else is done in this process (`alone`), it says when Python looks for rubbish there.
    """

    def __init__(self, hall: Hall, words: Words, *, alone: bool = False) -> None:
        self.hall = hall
        self._alone = alone
        self._words = words
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming = asyncio.Semaphore(COME_TOGETHER)
        self._comings = 0

    async def listen(self, key: asyncssh.SSHKey, listener: socket.socket) -> asyncssh.SSHAcceptor:
        """Lets connections come from now on."""
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # It would write down what strangers send.
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
        if self._alone:
            look_no_more()
            gc.set_threshold(*SELDOM)
        come = partial(Arrival, options, Turns())
        return asyncssh.SSHAcceptor(await asyncio.get_running_loop().create_server(come, sock=listener), options)

    def receive(self, come: Callable[[], Guest], session: GuestTerminal) -> None:
        """Shows the hall, or a seat, to a session until one of them has enough."""
        task = asyncio.get_running_loop().create_task(self._show(come, session))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, come: Callable[[], Guest], session: GuestTerminal) -> None:
        async with AsyncExitStack() as coming:
            await coming.enter_async_context(self._coming)
            if not session.is_gone:
                await self._receive(come, session, coming.aclose)

    async def _receive(
        self, come: Callable[[], Guest], session: GuestTerminal, shown: Callable[[], Awaitable[object]]
    ) -> None:
        """Shows it from the first picture, after which others may come, to the last."""
        environ = environ_of(session.term, session.environ)
        words = words_for(environ)
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
            if self._alone:
                self._comings += 1
                whole = self._comings >= WHOLE and len(self.hall.guests) <= FEW
                look_no_more(whole=whole)
                if whole:
                    self._comings = 0
            await shown()
            await running
            why, has_failed = app.why_closed, app.failure is not None
        except Exception:  # One friend's screen must not end the tables of the others; both sides are told.
            has_failed = True
        finally:
            guest.leave()
            session.app = session.link = None
            if app is not None:
                app.let_go()
            if self._alone and not self.hall.guests:
                look_no_more(whole=True)  # Nobody waits for it.
        if has_failed:
            self.hall.tell(say("The screen of {name} has failed; the table goes on.", name=guest.name))
            why = words.say("This screen has failed; come again, the table goes on.")
        self.hall.tell(say("{name} has gone.", name=guest.name))
        session.leave(why)

    async def play_here(self, guest: Guest, settings: Settings) -> None:
        """Shows the host's own screen at this terminal until they leave it. Raises what it has failed by."""
        app = guest.app = SeatApp(None, guest.first(), self._words, settings, guest)
        self.hall.changed()
        try:
            await app.run_async()
        finally:
            guest.leave()
        if app.failure is not None:
            raise app.failure

    async def close(self, why: Text | None = None) -> None:
        """Ends every screen, and tells its player why."""
        for guest in self.hall.guests:
            if guest.app is not None:
                guest.app.why_closed = "" if why is None else guest.app.words.text(why)
                guest.app.exit(0)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)


class Visitor(asyncssh.SSHServer):
    """One connection, from the first byte on."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._hall = host.hall
        self._address = ""
        self._conn: asyncssh.SSHServerConnection | None = None
        self._stays = False
        self._wrong = 0
        self._offered: asyncssh.SSHKey | None = None
        """The key that the client has offered first."""
        self._name: str | None = None
        """Who this would be, by the code or the key that was said last."""
        self._by_code = False
        self._proved: str | None = None
        """Who this is, until they have got what they came for."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Lets nobody in who comes too often."""
        self._conn = conn
        self._address = str((conn.get_extra_info("peername") or ("",))[0])
        self._stays = self._hall.door.come(self._address)
        if not self._stays:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts it off."""
        if self._stays:
            self._hall.door.go(self._address)

    def begin_auth(self, username: str) -> bool:
        """Everybody must have a key or a code; what they call themselves means nothing."""
        return True

    def password_auth_supported(self) -> bool:
        """No: a code is asked for in words."""
        return False

    def public_key_auth_supported(self) -> bool:
        """The key of a friend who has come before with a code."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this is a friend's key; one that is only offered may still be kept, when its owner has a code.

        Whoever asks in vain has proved nothing: what counts is what holds when AsyncSSH has seen a signature.
        """
        self._offered = self._offered or key
        self._name = self._hall.whose(key)
        return self._name is not None

    def kbdint_auth_supported(self) -> bool:
        """Yes."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Asks for the code; nothing is shown while it is typed."""
        return "cardtable", "", "", [("Code / Код: ", False)]

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Whether it is anybody's code."""
        code = responses[0] if len(responses) == 1 else ""
        self._name = self._hall.door.name_for(code[:200], self._address)
        self._by_code = self._name is not None
        if self._name is None:
            self._wrong += 1
            if self._wrong == TRIES and self._conn is not None:
                self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "no more tries")
        return self._by_code

    def auth_completed(self) -> None:
        """Somebody is known; whoever has come with a code of their own is known by their key from now on."""
        self._proved = self._name
        if isinstance(self._conn, Arrival):
            self._conn.is_known = True
        if self._by_code and self._name and self._offered is not None:
            self._hall.keep_key(self._name, self._offered)

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """A seat or the hall, once a connection."""
        name, self._proved = self._proved, None
        if name is None:
            return False
        wish = str(self._conn.get_extra_info("username", "")) if self._conn is not None else ""
        return Session(self._host, lambda: self._hall.come(name, wish, self._offered))


class Session(asyncssh.SSHServerSession[bytes]):
    """A terminal of somebody who has come."""

    def __init__(self, host: Host, come: Callable[[], Guest]) -> None:
        self._host = host
        self._come = come
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self.term = ""
        self.size = (0, 0)
        self.app: SeatApp | None = None
        self.link: Link | None = None

    @property
    def is_gone(self) -> bool:
        """Whether the connection has ended."""
        return self._chan is None

    @property
    def environ(self) -> dict[str, str]:
        """What the client's computer says of itself."""
        assert self._chan is not None
        return {
            name.decode("ascii", "replace"): value.decode("ascii", "replace")
            for name, value in self._chan.get_environment_bytes().items()
        }

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self._chan = chan

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """A terminal of this kind and size."""
        self.term, self.size = term_type, (term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """A window was made larger or smaller."""
        self.size = width, height
        if self.link is not None:
            self.link.resize(width, height)

    def shell_requested(self) -> bool:
        """The table, where there is a terminal to show it."""
        return bool(self.term)

    def exec_requested(self, command: str) -> bool:
        """Nothing is run."""
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no files."""
        return False

    def session_started(self) -> None:
        """Sits down."""
        if self.term in NO_CURSOR:
            self.leave(f"TERM={clean(self.term)}: the table needs a terminal that can move its cursor.")
        else:
            self._host.receive(self._come, self)

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Keys."""
        if self.link is not None:
            self.link.feed(data)

    def eof_received(self) -> bool:
        """Nothing will be typed any more: that is leaving."""
        if self.app is not None:
            self.app.exit(0)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The seat waits for its player."""
        self._chan = None
        if self.app is not None:
            self.app.exit(0)

    # What a link needs

    def send(self, data: bytes) -> None:
        """Sends it, unless the connection is gone."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def unread(self) -> int:
        """Bytes that wait for the client."""
        return 0 if self._chan is None else self._chan.get_write_buffer_size()

    def cut(self) -> None:
        """Ends the connection at once."""
        if self._chan is not None:
            self._chan.get_connection().abort()

    def leave(self, why: str) -> None:
        """Ends the session in order; says why, if there is anything to say."""
        if why:
            self.send(f"{why}\r\n".encode())
        if self._chan is not None and not self._chan.is_closing():
            self._chan.exit(0)
            self._chan = None
