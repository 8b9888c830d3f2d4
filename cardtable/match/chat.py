"""The chat at a shared table: for everybody present, limited in rate, and never recorded."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, clean, say
from cardtable.match.view import ONLOOKER

SAID = 200
"""The most characters in a line of chat."""
MOST_SAID, SAID_FOR = 5, 5.0
"""The most lines (MOST_SAID) that anyone may say in this many seconds (SAID_FOR)."""
KEPT = 100
"""The number of lines kept for players who come back."""
WATCHERS_SPEAK = say("The host lets those who watch speak.")
WATCHERS_ARE_SILENT = say("Those who watch are not heard any more.")
"""The announcements when this setting changes."""


class ChatLine(NamedTuple):
    """A line of chat."""

    number: int
    """Counts from 1."""
    seat: Seat
    """The speaker's seat; ONLOOKER for a viewer or an announcement."""
    who: Text | None
    """The speaker; None for an announcement."""
    line: Text
    by: Seat | str | None
    """The seat, or the name of the viewer, who said it; None for an announcement."""

    @property
    def whole(self) -> Text:
        """The line with its speaker."""
        return self.line if self.who is None else Text("{who}: {line}", {"who": self.who, "line": self.line})


class Chat:
    """The chat of one table."""

    def __init__(self) -> None:
        self._lines: deque[ChatLine] = deque(maxlen=KEPT)
        self._spoke: dict[Seat | str, deque[float]] = {}
        """The times of the latest lines of each seat and each viewer."""

    def say(self, by: Seat | str, text: str, now: float) -> bool | None:
        """Adds a line by a seat, or by a viewer of this name, cleaned and truncated. Returns None if nothing is left of
        it, False if the speaker is over the limit.
        """
        line, spoke = clean(text).strip()[:SAID], self._spoke.get(by, deque(maxlen=MOST_SAID))
        if len(spoke) == MOST_SAID and spoke[0] > now - SAID_FOR:
            return False
        if not line:
            return None
        spoke.append(now)
        # Viewers come and go under any name.
        self._spoke = {one: times for one, times in self._spoke.items() if times[-1] > now - SAID_FOR} | {by: spoke}
        who = Text("{who}", {"who": Who(by)}) if isinstance(by, Seat) else say("{name} (watching)", name=by)
        self._add(by if isinstance(by, Seat) else ONLOOKER, who, Text("{line}", {"line": line}), by)
        return True

    def tell(self, line: Text) -> None:
        """Adds an announcement about the table."""
        self._add(ONLOOKER, None, line, None)

    def _add(self, seat: Seat, who: Text | None, line: Text, by: Seat | str | None) -> None:
        self._lines.append(ChatLine(self._lines[-1].number + 1 if self._lines else 1, seat, who, line, by))

    def since(self, number: int) -> list[ChatLine]:
        """The lines after this number."""
        return [said for said in self._lines if said.number > number]
