"""Guests who play in lines: the hall and their seat as sentences, for a screen reader or a simple terminal.

`ssh HOST plain` requests no terminal: the client edits and echoes the line, and sends it whole. If there is one,
because of `-t` or a type that cannot show a table, the line is edited here (`LineEditor`).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from cardtable.bots.hints import Hint
from cardtable.engine.faults import told
from cardtable.engine.text import clean, say, say_count
from cardtable.host.hall import Guest
from cardtable.host.worded import Worded
from cardtable.language import LANGUAGES
from cardtable.match.seat import SeatTable
from cardtable.plain.commands import COMMANDS
from cardtable.plain.seat import PlainSeat
from cardtable.words import Words

ASKED: Final = re.compile(r"plain((?: (?:ru|en|short|full)){0,2})")
"""The only command a guest may give."""
LONGEST, MOST = 400, 64
"""Maximum bytes of a line, and maximum lines handled at once."""
_KEYS: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])?")
"""Arrows and other keys that produce no text."""
HALL: Final = {
    "tables": ("столы", say("the tables")),
    "sit": ("сесть", say("sit down at a table, such as: sit 2")),
    "watch": ("смотреть", say("watch a table, such as: watch 1")),
    "who": ("кто", say("who has come")),
    "quit": ("выход", say("leave")),
}
"""The commands of the hall, each with its Russian word and its description."""


class Plain(NamedTuple):
    """A guest's choices for playing in lines."""

    language: str = ""
    """The language they asked for; if empty, that of their computer."""
    short: bool = False


def asked_of(command: str) -> Plain | None:
    """Parses a `plain` command; returns None for any other.

    >>> asked_of("plain ru short"), asked_of("plain"), asked_of("sh")
    (Plain(language='ru', short=True), Plain(language='', short=False), None)
    """
    found = ASKED.fullmatch(command)
    if found is None:
        return None
    words = found.group(1).split()
    return Plain(next((word for word in words if word in LANGUAGES), ""), "short" in words)


class Lines:
    """Splits a client's bytes into lines; cuts long ones, and drops the last ones if too many arrive at once."""

    def __init__(self, take: Callable[[str], None]) -> None:
        self._take = take
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._ended_in_cr = False

    def feed(self, data: bytes) -> None:
        """Takes bytes."""
        text = self._decoder.decode(data)
        if self._ended_in_cr and text.startswith("\n"):
            text = text[1:]  # The second half of a line ending that came in two pieces.
        self._ended_in_cr = text.endswith("\r") or (self._ended_in_cr and not text)
        *whole, rest = (self._line + text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._line = rest[:LONGEST]
        for line in whole[:MOST]:
            self._take(line[:LONGEST])


class LineEditor(Lines):
    """The same for a terminal that sends every key: the line is echoed and edited here."""

    def __init__(self, take: Callable[[str], None], send: Callable[[str], None]) -> None:
        super().__init__(take)
        self._send = send

    def feed(self, data: bytes) -> None:
        """Takes keys."""
        for sign in _KEYS.sub("", self._decoder.decode(data))[:LONGEST]:
            if sign in "\r\n":
                line, self._line = self._line, ""
                self._send("\r\n")
                self._take(line)
            elif sign in "\x7f\b":
                if self._line:
                    self._line = self._line[:-1]
                    self._send("\b \b")
            elif sign == "\x15":
                self._send("\b \b" * len(self._line))
                self._line = ""
            elif sign in "\x03\x04":
                self._take("quit")
            elif sign.isprintable() and len(self._line) < LONGEST:
                self._line += sign
                self._send(sign)


class LineGuest(Worded):
    """A guest who plays in lines."""

    def __init__(self, guest: Guest, words: Words, send: Callable[[str], None], *, short: bool) -> None:
        super().__init__(guest, words)
        self._send = send
        self._short = short
        self._seat: PlainSeat | None = None

    @property
    def table(self) -> SeatTable | None:
        """The table they play at or watch."""
        return None if self._seat is None else self._seat.table

    # Output

    def tell(self, line: str) -> None:
        """Sends a line."""
        for one in line.splitlines():
            self._send(clean(one) + "\r\n")

    def tell_news(self) -> None:
        """Tells the latest events in sentences."""
        if self._seat is not None:
            self._seat.hear()

    def sit_down(self, table: SeatTable) -> None:
        """Starts at a table: explains typing to those new to it, and describes the table."""
        before = self._guest.remembered
        knows = "words" in before
        self.words.spoken = before.get("words", self.words.spoken)
        self._seat = PlainSeat(table, self.words, self.tell, self.advise, short=self._short, knows=knows)
        if not knows:
            self._seat.tell_how_to_type()
            if not self.words.spoken:
                self.tell_text(
                    say("Who listens to a program that reads aloud types `words`: then cards are said in words.")
                )
        before["words"] = self.words.spoken
        self._seat.hear()

    def rise_from(self, table: SeatTable) -> None:
        """Stops output from this table."""
        self._seat = None

    def tell_hint(self, hint: Hint) -> None:
        """Sends the whole hint as a line."""
        if self._seat is not None:
            for line in hint.lines()[:1]:
                self._seat.tell(line)

    def tell_hall(self) -> None:
        """Sends their code, the tables, and how to continue."""
        for note in self._guest.notes():
            self.tell_text(note)
        self.tell_tables()
        self.tell_text(say("Type `sit` or `watch` and the number of a table; `help` lists the commands."))

    def tell_tables(self) -> None:
        """Sends a line for each table."""
        for row in self.listed():
            seats = ", ".join(self.words.text(seat) for seat in row.seats)
            line = say(
                "{number}. {title}: {seats}; {standing}.",
                number=row.number + 1,
                title=row.title,
                seats=seats,
                standing=row.standing,
            )
            self.tell_text(line)

    # Input

    def take(self, typed: str) -> None:
        """Handles a line."""
        if self.is_over:
            return
        typed = clean(typed)
        if typed.strip().lower() in ("quit", "exit", COMMANDS["quit"][0]):
            self.exit()
        elif self._seat is None:
            self._in_hall(typed.lower().split())
        else:
            try:
                self._seat.take(typed)
            except OSError as error:
                self.tell_text(say("Nothing was done, it cannot be saved: {why}.", why=told(error)))
            self._guest.remembered["words"] = self.words.spoken
            if self._seat.left:
                self.rise()

    def _in_hall(self, words: list[str]) -> None:
        name = next((name for name, (own, _) in HALL.items() if words[:1] in ([name], [own])), "")
        try:
            match name:
                case "tables":
                    self.tell_hall()
                case "who":
                    here = self._guest.here()
                    self.tell_text(say_count("{count} player is here.", "{count} players are here.", here))
                case "sit" | "watch":
                    self._go_by_number(name, words[1:])
                case _:
                    for command, (own, what) in HALL.items():
                        self.tell(f"{command}, {own}: {self.words.text(what)}")
        except (ValueError, OSError) as error:
            self.tell_text(told(error))

    def _go_by_number(self, name: str, words: list[str]) -> None:
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 4:
            self.tell_text(say("Name the table by its number, such as: sit 2"))
        else:
            self.go_to(int(words[0]) - 1, watches=name == "watch")
