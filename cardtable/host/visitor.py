"""A connection by SSH: who comes by it, and the terminal at its other end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, cast

import asyncssh

from cardtable.engine.text import Text, mark, say
from cardtable.host.arriving import Arrival
from cardtable.host.guest_screen import GuestScreen
from cardtable.host.hall import Guest, Hall
from cardtable.host.lines import LineEditor, LineGuest, Lines, Plain, asked_of
from cardtable.host.usernames import names_meant
from cardtable.host.worded import Worded
from cardtable.language import LANGUAGES
from cardtable.tui.guests import environ_of, words_for
from cardtable.tui.terminal.link import Link
from cardtable.words import Words

TRIES, LONGEST_CODE = 3, 200
"""Wrong codes in one connection, and the letters of one that are read."""
LONGEST_EARLY = 1 << 12
"""Bytes of lines that are kept until they can be taken."""
MOST_KEYS = 32
"""How often a key is looked at in one connection: once when it is offered, and again when it has signed."""
GO_ON = ("OpenSSH", "PuTTY", "AsyncSSH")
"""Clients that go on to the code after half a success; with others a key of nobody's is not asked to sign."""
KNOWN = mark(
    "You are known by your key: it needs no code. Who else plays at your computer types NAME@ before the address, and "
    "their own code."
)
NO_CURSOR = ("", "dumb", "unknown")
"""Terminals that cannot show a table."""


class Receives(Protocol):
    """Shows the tables of a hall."""

    hall: Hall

    def receive(self, come: Callable[[], Guest], session: Session, note: Text | None = None) -> None:
        """Shows the hall, or a seat, to a session; the note is told there first."""


def in_all_languages(line: Text, between: str) -> str:
    """A line for somebody whose language is not known yet."""
    return between.join(Words(language).text(line) for language in LANGUAGES)


class Visitor(asyncssh.SSHServer):
    """One connection, until it is known whose it is: by a code, or by a key that has signed.

    A key is one friend's. Where the user name is another one's, or its owner is here already, the key is right and yet
    not enough: that is half a success (`Arrival`), after which the client goes on to the code. So is the first key that
    nobody is known by: it is kept when it has signed, and a code was said, in one login.
    """

    def __init__(self, host: Receives) -> None:
        self._host = host
        self._hall = host.hall
        self._conn: Arrival | None = None
        self._user = ""
        self._said = 0
        """How many codes."""
        self._offered = 0
        """How many keys."""
        self._name: str | None = None
        """Who this is, by what was proved last."""
        self._by: Literal["code", "key"] = "code"
        self._is_known = False
        """Whether their key needs no code the next time."""
        self._has_room = True
        self._came: str | None = None
        """Who has come, until they have got what they came for."""
        self._forget()

    def _forget(self) -> None:
        """Nothing is proved."""
        self._asked: bytes | None = None
        """The first key of nobody's: that one alone is asked to sign, as its passphrase may have to be typed."""
        self._new: asyncssh.SSHKey | None = None
        """The same, once it has signed."""
        self._owner: str | None = None
        """Whose key has signed, and was not enough."""
        self._is_half = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """It can be spoken to."""
        self._conn = cast("Arrival", conn)

    def begin_auth(self, username: str) -> bool:
        """Everybody must have a key or a code. What was proved under another user name does not count any more."""
        self._user = username
        self._forget()
        if self._conn is not None:
            self._conn.greeted()
        return True

    def password_auth_supported(self) -> bool:
        """No: a code is asked for in words."""
        return False

    # Keys

    def public_key_auth_supported(self) -> bool:
        """The key of a friend who has come before with a code."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this key is asked to sign."""
        self._offered += 1
        if self._offered > MOST_KEYS or self._conn is None:
            return False
        owner = self._hall.whose(key)
        if owner is not None:
            return self._owner is None or self._is_enough(owner)
        version = self._conn.get_extra_info("client_version", "").removeprefix("SSH-2.0-")
        if self._asked is None and version.startswith(GO_ON):
            self._asked = key.public_data
            locked = say("cardtable: your ssh may ask for the passphrase of your key; Enter goes without it.")
            self._conn.send_auth_banner(in_all_languages(locked, "\r\n") + "\r\n")
        return self._new is None and key.public_data == self._asked

    def signed(self, key: asyncssh.SSHKey) -> bool:
        """A key has proved itself: whether that is enough."""
        owner = self._hall.whose(key)
        if owner is None:
            self._new = key
        elif self._is_enough(owner):
            self._name, self._by = owner, "key"
            return True
        else:
            self._owner = owner
        self._is_half = True
        return False

    def take_half(self) -> bool:
        """Whether what is refused now was right, and only not enough."""
        half, self._is_half = self._is_half, False
        return half

    def _others(self, name: str) -> list[str]:
        """Whom the user name means beside this friend."""
        return [other for other in names_meant(self._user, self._hall.names()) if other != name]

    def _is_enough(self, owner: str) -> bool:
        return not self._others(owner) and not self._hall.is_here(owner)

    def _may_enter(self) -> bool:
        """Whether the owner of the key may take over from where they are, without a code."""
        return self._owner is not None and not self._others(self._owner) and not self._hall.plays_here(self._owner)

    # Codes

    def kbdint_auth_supported(self) -> bool:
        """Yes."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Asks for the code; nothing is shown while it is typed."""
        said = [say("That is nobody's code.")] if self._said else []
        if self._owner is not None:
            said.append(self._why_not_enough(self._owner))
        lines = [in_all_languages(line, "\n") + "\n" for line in said]
        return "cardtable", "", "", [("".join([*lines, in_all_languages(say("Code"), " / "), ": "]), False)]

    def _why_not_enough(self, owner: str) -> Text:
        if others := self._others(owner):
            return say("This key is {name}'s. The code of {other}, please.", name=owner, other=others[0])
        if self._hall.plays_here(owner):
            return say("{name} plays at the host's own computer. Your own code, whoever else you are.", name=owner)
        return say("{name} is here already. Enter if you are {name}; else your own code.", name=owner)

    async def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Whether it is anybody's code."""
        code = responses[0][:LONGEST_CODE] if len(responses) == 1 else ""
        if not code and self._may_enter():
            self._name, self._by = self._owner, "key"
            return True
        self._said += 1
        name = None if self._said > TRIES else await self._hall.door.hear(code, self._address)
        if name is None and self._said >= TRIES and self._conn is not None:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "no more tries")
        self._name, self._by = name, "code"
        return name is not None

    @property
    def _address(self) -> str:
        peer = None if self._conn is None else self._conn.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    # Who has come

    def auth_completed(self) -> None:
        """Somebody is known; whoever has come with a code of their own is known by their key from now on."""
        self._came = self._name
        coming = self._conn.coming if self._conn is not None else None
        if self._name is None or coming is None:
            return
        self._has_room = coming.proved(self._name)
        if self._by == "code" and self._name and self._new is not None and not self._others(self._name):
            self._is_known = self._hall.keep_key(self._name, self._new)
        elif self._by == "key":
            self._is_known = True

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """A seat or the hall, once a connection."""
        name, self._came = self._came, None
        if name is None:
            return False
        key = None if names_meant(self._user, self._hall.names()) else self._new
        note = say(KNOWN) if self._is_known else None
        return Session(self._host, lambda: self._hall.come(name, self._user, key), note, is_full=not self._has_room)


class Session(asyncssh.SSHServerSession[bytes]):
    """A terminal of somebody who has come."""

    def __init__(self, host: Receives, come: Callable[[], Guest], note: Text | None, *, is_full: bool) -> None:
        self._host = host
        self._come = come
        self._note = note
        """What is told on their screen."""
        self._is_full = is_full
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self.term = ""
        self.size = (0, 0)
        self.plain: Plain | None = None
        """How the guest wants to play in lines; None for screens."""
        self.app: GuestScreen | None = None
        self.link: Link | None = None
        self._lines: Lines | None = None
        self._early = b""
        """What was typed before anything was said."""

    @property
    def has_screen(self) -> bool:
        """Whether our screens are shown; else lines."""
        return self.plain is None

    by_ssh = True

    def take_in(self, guest: Guest, words: Words) -> LineGuest:
        """A guest in lines, in the language that they have named."""
        assert self.plain is not None, "they have a screen"
        if self.plain.language:
            words = Words(self.plain.language, glyphs=words.glyphs)
        return LineGuest(guest, words, self._send_text, short=self.plain.short)

    def listen_to(self, worded: Worded | None) -> None:
        """Passes lines on, those first that came early; where there is a terminal they are edited here."""
        if isinstance(worded, LineGuest):
            self._lines = LineEditor(worded.take, self._send_text) if self.term else Lines(worded.take)
            early, self._early = self._early, b""
            if early:
                self._lines.feed(early)
        else:
            self._lines = None

    def _send_text(self, text: str) -> None:
        self.send(text.encode())

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
        """The table: on a terminal, or in lines where there is none that could show it."""
        if self.term in NO_CURSOR:
            self.plain = Plain()
        return True

    def exec_requested(self, command: str) -> bool:
        """The table in lines, for `plain`. Nothing is run."""
        self.plain = asked_of(command)
        return self.plain is not None

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no files."""
        return False

    def session_started(self) -> None:
        """Sits down."""
        if self._is_full:
            words = words_for(environ_of(self.term, self.environ))
            self.leave(words.say("So many have come with this code that there is no room. Come again later."))
        else:
            self._host.receive(self._come, self, self._note)

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Keys, or lines."""
        if self.link is not None:
            self.link.feed(data)
        elif self._lines is not None:
            self._lines.feed(data)
        elif self.plain is not None and len(self._early) < LONGEST_EARLY:
            self._early += data[:LONGEST_EARLY]

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
