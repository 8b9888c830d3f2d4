"""What people say at a shared table: to everybody who is there, never too much at once, and in no record."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, clean, say
from cardtable.match.view import ONLOOKER

SAID = 200
"""The most signs of a line that somebody says."""
MOST_SAID, SAID_FOR = 5, 5.0
"""So many lines may somebody say in so many seconds."""
KEPT = 100
"""Lines that are kept for those who come back."""
WATCHERS_SPEAK = say("The host lets those who watch speak.")
WATCHERS_ARE_SILENT = say("Those who watch are not heard any more.")
"""What is told to everybody when it changes."""


class ChatLine(NamedTuple):
    """A line that was said."""

    number: int
    """From 1."""
    seat: Seat
    """Whose; ONLOOKER where nobody says it who has a seat."""
    who: Text | None
    """None where it is about the table."""
    line: Text
    by: Seat | str | None
    """The seat that said it, or the name of whoever watches; None where nobody did."""

    @property
    def whole(self) -> Text:
        """The line, and who says it."""
        return self.line if self.who is None else Text("{who}: {line}", {"who": self.who, "line": self.line})


class Chat:
    """The lines of one table."""

    def __init__(self) -> None:
        self._lines: deque[ChatLine] = deque(maxlen=KEPT)
        self._spoke: dict[Seat | str, deque[float]] = {}
        """When each seat, and each of those who watch, has spoken lately."""

    def say(self, by: Seat | str, text: str, now: float) -> bool | None:
        """Adds a line of a seat, or of somebody of this name who watches, cleaned and cut; None if nothing is left of
        it, False for somebody who says too much at once.
        """
        line, spoke = clean(text).strip()[:SAID], self._spoke.get(by, deque(maxlen=MOST_SAID))
        if len(spoke) == MOST_SAID and spoke[0] > now - SAID_FOR:
            return False
        if not line:
            return None
        spoke.append(now)
        # Those who watch come and go under any names.
        self._spoke = {one: times for one, times in self._spoke.items() if times[-1] > now - SAID_FOR} | {by: spoke}
        who = Text("{who}", {"who": Who(by)}) if isinstance(by, Seat) else say("{name} (watching)", name=by)
        self._add(by if isinstance(by, Seat) else ONLOOKER, who, Text("{line}", {"line": line}), by)
        return True

    def tell(self, line: Text) -> None:
        """Adds a line about the table."""
        self._add(ONLOOKER, None, line, None)

    def _add(self, seat: Seat, who: Text | None, line: Text, by: Seat | str | None) -> None:
        self._lines.append(ChatLine(self._lines[-1].number + 1 if self._lines else 1, seat, who, line, by))

    def since(self, number: int) -> list[ChatLine]:
        """What was said after the line of this number."""
        return [said for said in self._lines if said.number > number]
