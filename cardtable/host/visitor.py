"""An SSH connection: identifying its owner, and the terminal at its other end."""

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
"""Maximum wrong codes in a connection, and maximum letters of a code."""
LONGEST_EARLY = 1 << 12
"""Maximum bytes of lines kept until they can be handled."""
MOST_KEYS = 32
"""Maximum key checks in a connection: one when a key is offered, another when it has signed."""
GO_ON = ("OpenSSH", "PuTTY", "AsyncSSH")
"""Clients that go on to the code after partial success; with others, unknown keys are not asked to sign."""
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
        """Shows the hall or a seat to a session; the note is shown first."""


def in_all_languages(line: Text, between: str) -> str:
    """Returns a line for somebody whose language is not known yet."""
    return between.join(Words(language).text(line) for language in LANGUAGES)


class Visitor(asyncssh.SSHServer):
    """One connection until its owner is identified, by a code or by a key that has signed.

    A key belongs to one friend. If the user name is another one's, or the key's owner is present already, the key is
    right but not enough: that is partial success (`Arrival`), after which the client goes on to the code. So is the
    first unknown key: it is remembered if it signs and a code is given, in one login.
    """

    def __init__(self, host: Receives) -> None:
        self._host = host
        self._hall = host.hall
        self._conn: Arrival | None = None
        self._user = ""
        self._said = 0
        """The number of codes tried."""
        self._offered = 0
        """The number of keys offered."""
        self._name: str | None = None
        """The owner's name, by the latest proof."""
        self._by: Literal["code", "key"] = "code"
        self._is_known = False
        """Whether their key needs no code next time."""
        self._has_room = True
        self._came: str | None = None
        """The person who has logged in, until they have their session."""
        self._forget()

    def _forget(self) -> None:
        """Resets everything proved so far."""
        self._asked: bytes | None = None
        """The first unknown key: the only one asked to sign, since its passphrase may have to be typed."""
        self._new: asyncssh.SSHKey | None = None
        """That key, once it has signed."""
        self._owner: str | None = None
        """The owner of a key that has signed but was not enough."""
        self._is_half = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Stores the connection."""
        self._conn = cast("Arrival", conn)

    def begin_auth(self, username: str) -> bool:
        """Requires a key or a code from everybody. Proofs under another user name no longer count."""
        self._user = username
        self._forget()
        if self._conn is not None:
            self._conn.greeted()
        return True

    def password_auth_supported(self) -> bool:
        """Returns False: codes are asked for in words."""
        return False

    # Keys

    def public_key_auth_supported(self) -> bool:
        """Returns True: a friend who has come before with a code has a known key."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Returns whether this key is asked to sign."""
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
        """Returns whether a key that has proved itself is enough."""
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
        """Returns whether the login now being refused was right, only not sufficient."""
        half, self._is_half = self._is_half, False
        return half

    def _others(self, name: str) -> list[str]:
        """Returns the other friends the user name may mean."""
        return [other for other in names_meant(self._user, self._hall.names()) if other != name]

    def _is_enough(self, owner: str) -> bool:
        return not self._others(owner) and not self._hall.is_here(owner)

    def _may_enter(self) -> bool:
        """Returns whether the key's owner may take over their other connection without a code."""
        return self._owner is not None and not self._others(self._owner) and not self._hall.plays_here(self._owner)

    # Codes

    def kbdint_auth_supported(self) -> bool:
        """Returns True."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Asks for the code; typing is not echoed."""
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
        """Returns whether the code is anybody's."""
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

    # Logging in

    def auth_completed(self) -> None:
        """Completes a login; remembers the key of a friend who has come with their own code."""
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
        """Returns a session for a seat or the hall, one per connection."""
        name, self._came = self._came, None
        if name is None:
            return False
        key = None if names_meant(self._user, self._hall.names()) else self._new
        note = say(KNOWN) if self._is_known else None
        return Session(self._host, lambda: self._hall.come(name, self._user, key), note, is_full=not self._has_room)


class Session(asyncssh.SSHServerSession[bytes]):
    """A terminal of a person who has logged in."""

    def __init__(self, host: Receives, come: Callable[[], Guest], note: Text | None, *, is_full: bool) -> None:
        self._host = host
        self._come = come
        self._note = note
        """The message shown first on their screen."""
        self._is_full = is_full
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self.term = ""
        self.size = (0, 0)
        self.plain: Plain | None = None
        """The guest's choices for playing in lines; None for screens."""
        self.app: GuestScreen | None = None
        self.link: Link | None = None
        self._lines: Lines | None = None
        self._early = b""
        """Input typed before any output."""

    @property
    def has_screen(self) -> bool:
        """Whether it shows our screens; otherwise lines."""
        return self.plain is None

    by_ssh = True

    def take_in(self, guest: Guest, words: Words) -> LineGuest:
        """Returns the display of a guest in lines, in the language they asked for."""
        assert self.plain is not None, "they have a screen"
        if self.plain.language:
            words = Words(self.plain.language, glyphs=words.glyphs)
        return LineGuest(guest, words, self._send_text, short=self.plain.short)

    def listen_to(self, worded: Worded | None) -> None:
        """Passes lines on, early ones first; on a terminal they are edited here."""
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
        """The environment sent by the client."""
        assert self._chan is not None
        return {
            name.decode("ascii", "replace"): value.decode("ascii", "replace")
            for name, value in self._chan.get_environment_bytes().items()
        }

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Stores the channel."""
        self._chan = chan

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Accepts a terminal of this type and size."""
        self.term, self.size = term_type, (term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Passes on the new size of the window."""
        self.size = width, height
        if self.link is not None:
            self.link.resize(width, height)

    def shell_requested(self) -> bool:
        """Accepts a table: as screens, or in lines on a terminal that could not show them."""
        if self.term in NO_CURSOR:
            self.plain = Plain()
        return True

    def exec_requested(self, command: str) -> bool:
        """Accepts `plain`, for a table in lines. Nothing is executed."""
        self.plain = asked_of(command)
        return self.plain is not None

    def subsystem_requested(self, subsystem: str) -> bool:
        """Returns False: there are no files."""
        return False

    def session_started(self) -> None:
        """Starts the session."""
        if self._is_full:
            words = words_for(environ_of(self.term, self.environ))
            self.leave(words.say("So many have come with this code that there is no room. Come again later."))
        else:
            self._host.receive(self._come, self, self._note)

    def data_received(self, data: bytes, datatype: Any) -> None:
        """Takes keys or lines."""
        if self.link is not None:
            self.link.feed(data)
        elif self._lines is not None:
            self._lines.feed(data)
        elif self.plain is not None and len(self._early) < LONGEST_EARLY:
            self._early += data[:LONGEST_EARLY]

    def eof_received(self) -> bool:
        """Leaves: there will be no more input."""
        if self.app is not None:
            self.app.exit(0)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Leaves; the seat waits for its player."""
        self._chan = None
        if self.app is not None:
            self.app.exit(0)

    # The interface for a link

    def send(self, data: bytes) -> None:
        """Sends data, unless the connection is gone."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def unread(self) -> int:
        """Returns the bytes waiting for the client."""
        return 0 if self._chan is None else self._chan.get_write_buffer_size()

    def cut(self) -> None:
        """Closes the connection at once."""
        if self._chan is not None:
            self._chan.get_connection().abort()

    def leave(self, why: str) -> None:
        """Ends the session in an orderly way, with a message if there is one."""
        if why:
            self.send(f"{why}\r\n".encode())
        if self._chan is not None and not self._chan.is_closing():
            self._chan.exit(0)
            self._chan = None
