"""A friend who plays in lines: the hall and their seat in sentences, for a screen reader or a poor terminal.

`ssh HOST plain` asks for no terminal: the friend's own edits the line and echoes it, and sends it whole. Where there is
one, because `-t` was said or their kind cannot show a table, this side has to edit it (`LineEditor`).
"""

from __future__ import annotations

import asyncio
import codecs
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from cardtable.engine.faults import told
from cardtable.engine.text import Text, clean, say, say_count
from cardtable.host.hall import Guest
from cardtable.language import LANGUAGES
from cardtable.match.seat import SeatTable
from cardtable.match.shared import News, SharedTable
from cardtable.plain.commands import COMMANDS
from cardtable.plain.seat import PlainSeat
from cardtable.tui.menus.hall_screen import HallRow
from cardtable.words import Words

ASKED: Final = re.compile(r"plain((?: (?:ru|en|short|full)){0,2})")
"""The one command that a guest may give."""
LONGEST, MOST = 400, 64
"""Bytes of a line that are read, and lines that wait to be."""
_KEYS: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])?")
"""Arrows and other keys that write nothing."""
HALL: Final = {
    "tables": ("столы", say("the tables")),
    "sit": ("сесть", say("sit down at a table, such as: sit 2")),
    "watch": ("смотреть", say("watch a table, such as: watch 1")),
    "who": ("кто", say("who has come")),
    "quit": ("выход", say("leave")),
}
"""What is typed in the hall, each with its Russian word and what it does."""


class Plain(NamedTuple):
    """How somebody wants to play in lines."""

    language: str = ""
    """The one that they have named; else that of their computer."""
    short: bool = False


def asked_of(command: str) -> Plain | None:
    """What this command asks for; None for any other than `plain`.

    >>> asked_of("plain ru short"), asked_of("plain"), asked_of("sh")
    (Plain(language='ru', short=True), Plain(language='', short=False), None)
    """
    found = ASKED.fullmatch(command)
    if found is None:
        return None
    words = found.group(1).split()
    return Plain(next((word for word in words if word in LANGUAGES), ""), "short" in words)


class Lines:
    """Bytes of a client, as lines; too long ones are cut, and of too many at once the last are not heard."""

    def __init__(self, take: Callable[[str], None]) -> None:
        self._take = take
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line = ""
        self._ended_in_cr = False

    def feed(self, data: bytes) -> None:
        """What was sent."""
        text = self._decoder.decode(data)
        if self._ended_in_cr and text.startswith("\n"):
            text = text[1:]  # The other half of an end that came in two pieces.
        self._ended_in_cr = text.endswith("\r") or (self._ended_in_cr and not text)
        *whole, rest = (self._line + text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._line = rest[:LONGEST]
        for line in whole[:MOST]:
            self._take(line[:LONGEST])


class LineEditor(Lines):
    """The same where the client's terminal sends every key: it is echoed here, and can be taken back."""

    def __init__(self, take: Callable[[str], None], send: Callable[[str], None]) -> None:
        super().__init__(take)
        self._send = send

    def feed(self, data: bytes) -> None:
        """Keys."""
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


def _stands(shared: SharedTable, number: int) -> bool:
    """Whether nothing has happened at a table since this."""
    return shared.number == number


class LineGuest:
    """What a guest in lines has in the place of a screen."""

    def __init__(self, guest: Guest, words: Words, send: Callable[[str], None], *, short: bool) -> None:
        self.words = words
        self.why_closed = ""
        self._guest = guest
        self._send = send
        self._short = short
        self._seat: PlainSeat | None = None
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = False
        """Whether something has happened that is still to be told."""
        self._listed: Sequence[HallRow] | None = None
        """The tables as they were listed last."""

    def begin(self) -> None:
        """Says the first sentences; lines may be typed from now on."""
        table = self._guest.first()
        if table is None:
            self._tell_hall()
        else:
            self._sit(table)

    async def end(self) -> None:
        """Waits until the guest has gone."""
        await self._ended.wait()

    def _say(self, text: Text) -> None:
        self.tell(self.words.text(text))

    # What happens

    def tell(self, line: str) -> None:
        """Says a line."""
        for one in line.splitlines():
            self._send(clean(one) + "\r\n")

    def exit(self, code: int = 0) -> None:
        """Ends it."""
        self._ended.set()

    def hear(self, news: News) -> None:
        """Something has happened at the table."""
        if news == "closed":
            self.why_closed = self.why_closed or self.words.say("The table is shown to you elsewhere now.")
            self.exit()
        elif not self._news:
            self._news = True
            self._loop.call_soon(self._take_news)

    def _take_news(self) -> None:
        self._news = False
        if self._seat is not None and not self._ended.is_set():
            self._seat.hear()

    def hall_changed(self) -> None:
        """Somebody has come or gone, or a match has begun or ended."""
        self._loop.call_soon(self._tell_changes)

    def _tell_changes(self) -> None:
        """Lists the tables anew for whoever waits in the hall, if they have changed."""
        waits = self._listed is not None and self._seat is None and not self._ended.is_set()
        if waits and self._listed != self._guest.tables():
            self._tell_tables()

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """A match begins for which they wait in the hall."""

        def sit_down() -> None:
            if self._seat is None and not self._ended.is_set():
                self._sit(sit())

        self._loop.call_soon(sit_down)

    def _sit(self, table: SeatTable) -> None:
        self._seat = PlainSeat(table, self.words, self.tell, self._advise, short=self._short)
        self._say(say("Type a card (Ts, 10s, 10♠), or a move by its number in `legal`; `help` lists the commands."))
        self._seat.hear()

    # What is typed

    def take(self, typed: str) -> None:
        """A line."""
        if self._ended.is_set():
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
                self._say(say("Nothing was done, it cannot be saved: {why}.", why=told(error)))
            if self._seat.left:
                self._rise()

    def _rise(self) -> None:
        """Back to the hall, or away where there is nothing in it."""
        assert self._seat is not None
        self._seat.table.close()
        self._seat = None
        self._guest.rise()
        if self._guest.is_alone:
            self.exit()
        else:
            self._tell_hall()

    def _advise(self, seat: PlainSeat) -> None:
        """A hint, as soon as the adviser has one; nobody waits for it."""
        if not seat.table.shared.hints or seat.table.watches:
            self._say(say("There are no hints at this table."))
            return
        task = self._loop.create_task(self._find_hint(seat))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _find_hint(self, seat: PlainSeat) -> None:
        number = seat.table.shared.number
        try:
            is_wanted = partial(_stands, seat.table.shared, number)
            hint = await asyncio.to_thread(seat.table.hint, seat.viewer, None, is_wanted)
        except Exception:  # Thinking about a table that has changed may fail in any way, and matters to nobody.
            return
        if number == seat.table.shared.number and self._seat is seat:
            for line in hint.lines()[:1]:
                seat.tell(line)

    # The hall

    def _tell_hall(self) -> None:
        for note in self._guest.notes():
            self._say(note)
        self._tell_tables()
        self._say(say("Type `sit` or `watch` and the number of a table; `help` lists the commands."))

    def _tell_tables(self) -> None:
        self._listed = self._guest.tables()
        for row in self._listed:
            seats = ", ".join(self.words.text(seat) for seat in row.seats)
            line = say(
                "{number}. {title}: {seats}; {standing}.",
                number=row.number + 1,
                title=row.title,
                seats=seats,
                standing=row.standing,
            )
            self._say(line)

    def _in_hall(self, words: list[str]) -> None:
        name = next((name for name, (own, _) in HALL.items() if words[:1] in ([name], [own])), "")
        try:
            match name:
                case "tables":
                    self._tell_hall()
                case "who":
                    here = self._guest.here()
                    self._say(say_count("{count} player is here.", "{count} players are here.", here))
                case "sit" | "watch":
                    self._go_to(name, words[1:])
                case _:
                    for command, (own, what) in HALL.items():
                        self.tell(f"{command}, {own}: {self.words.text(what)}")
        except (ValueError, OSError) as error:
            self._say(told(error))

    def _go_to(self, name: str, words: list[str]) -> None:
        if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > 4:
            self._say(say("Name the table by its number, such as: sit 2"))
            return
        number = int(words[0]) - 1
        if name == "watch":
            self._sit(self._guest.watch(number))
            return
        table = self._guest.sit(number)
        if table is not None:
            self._sit(table)
        else:
            self._say(say("You sit down; the match begins when nobody is missing."))
