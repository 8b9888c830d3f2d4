"""Table talk of computer players: which of them says which line after what everybody has seen.

No hand, observation, table or clock is used here: only the public events of a deal, the number of cards in each hand,
the partnerships, and the result of the deal. So two deals that look alike to a spectator get the same talk, whatever is
in the hands. A line is said once in an evening.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, Literal, NamedTuple
from zlib import crc32

from cardtable.engine.moves import Event, Seat
from cardtable.talk.occasions import OCCASIONS, Known, Occasion, Occasions
from cardtable.talk.remarks import CHARACTERS, cast_at, remarks

Level = Literal["off", "little", "lively"]

CUSTOM: Final = frozenset({("one_oh_one", "last")})
"""Said every time, by custom of the game; only these lines may repeat within an evening."""
QUIET_FOR: Final = 8
"""The number of public events after a line during which everybody stays silent."""
MOST: Final = {"off": 0, "little": 1, "lively": 3}
"""Lines per deal, not counting those said by custom."""
RARER: Final = {"off": 1, "little": 2, "lively": 1}
"""The factor by which chance remarks are rarer than at the liveliest level."""
ONE_IN: Final = {
    "durak": {"heap": 4, "beaten": 4, "transfer": 6, "last": 3, "self_take": 4, "fool": 2, "self_fool": 2},
    "one_oh_one": {"hit": 8, "order": 6, "miss": 12, "out": 2},
    "kozel": {"big": 2, "ace_fell": 2, "ours": 2},
    "bura": {"big": 2, "beat": 2},
    "king": {"begin": 3, "bad": 2, "final": 4, "plus": 6},
    "court": {"rises": 3, "tribute": 2, "low": 2},
    "any": {"hello": 2},
}
"""The odds, one in this many, that an occasion gets a line; occasions not listed get one unless there was one just
before.
"""
OWN: Final = frozenset(("last", "self_take", "self_fool", "order", "out", "ours", "plus", "transfer", "tribute"))
"""Said by the player concerned."""
ALLIES: Final = frozenset(("ace_fell",))
"""Said by partners of the player concerned; every other occasion about a player is for non-partners."""
COMMON: Final = frozenset(("hello", "three", "ended", "bye"))
"""Occasions that every game has."""
IN_A_ROW: Final = 3
"""The run of losses that gets a remark."""


class SpokenLine(NamedTuple):
    """A line said by a player."""

    seat: Seat
    line: int
    """Its index among the remarks."""
    trigger: str


class Talk:
    """The talk of a table's bots during one evening."""

    def __init__(self, family: str, names: Sequence[str], bots: frozenset[Seat], level: Level) -> None:
        self.level: Level = level
        self._names = tuple(names)
        self._bots = bots
        self._group = "court" if family in ("palace", "titles") else family
        self._cast = cast_at(names, bots)
        self._deal = 0
        self._used: set[int] = set()
        self._in_a_row: Counter[Seat] = Counter()
        self._before: tuple[set[int], Counter[Seat]] = set(), Counter()
        """The state at the start of the deal, for replaying it."""
        self._begin()

    def begin_deal(self) -> None:
        """Starts a new deal."""
        self._deal += 1
        self._before = set(self._used), Counter(self._in_a_row)
        self._begin()

    def begin_again(self) -> None:
        """Restarts the deal from its beginning, forgetting what was said in it."""
        self._used, self._in_a_row = set(self._before[0]), Counter(self._before[1])
        self._begin()

    def _begin(self) -> None:
        self._told = 0
        self._seen = [0]
        """Checksums of this deal's public events: of none, of the first, of the first two and so on."""
        self._last = -QUIET_FOR
        self._triggers: set[str] = set()
        self._occasions = OCCASIONS.get(self._group, Occasions)()
        self._greets = self._deal == 1

    @property
    def _events(self) -> int:
        """The number of public events heard in this deal."""
        return len(self._seen) - 1

    def hear(self, events: Sequence[Event], known: Known) -> SpokenLine | None:
        """Returns the line said after these events, if any: one at most."""
        found: list[tuple[Occasion, int]] = []
        for event in events:
            self._seen.append(crc32(repr(event).encode(), self._seen[-1]))
            found += [(occasion, self._events) for occasion in self._occasions.of(event, known)]
        if known.deal_over and events:
            found += [(occasion, self._events) for occasion in (*self._occasions.ends(known), *self._rows(known))]
        if self._greets and found == [] and self._events > 1:
            found.append((Occasion("hello"), self._events))
            self._greets = False
        # The most telling occasion comes last: the end of a deal after the events that led to it.
        for occasion, after in reversed(found):
            if (line := self._one(occasion, after, known)) is not None:
                return line
        return None

    def farewell(self) -> SpokenLine | None:
        """A bot's line to a player who leaves now; the same however often it is asked for after this deal."""
        bots, lot = sorted(self._bots), self._lot(Occasion("bye"), self._events)
        if not bots or self.level == "off":
            return None
        seat = lot.choice(bots)
        return SpokenLine(seat, lot.choice(self._lines("bye", seat)), "bye")

    def _rows(self, known: Known) -> list[Occasion]:
        """The occasions for a third loss in a row, and for the end of such a row."""
        found = []
        for seat in range(len(self._names)):
            if seat in known.lost:
                self._in_a_row[seat] += 1
                if self._in_a_row[seat] == IN_A_ROW and len(known.lost) == 1:
                    found.append(Occasion("three", seat))
            elif known.lost:
                if self._in_a_row[seat] >= IN_A_ROW:
                    found.append(Occasion("ended", seat))
                self._in_a_row[seat] = 0
        return found

    def _one(self, occasion: Occasion, after: int, known: Known) -> SpokenLine | None:
        """The line said on this occasion, if any."""
        trigger, lot = occasion.trigger, self._lot(occasion, after)
        group = "any" if trigger in COMMON else self._group
        custom = (group, trigger) in CUSTOM
        speakers = self._speakers(occasion, known)
        if not speakers or self.level == "off":
            return None
        if not custom:
            early = self._told >= MOST[self.level] or (after - self._last < QUIET_FOR and not known.deal_over)
            chance = ONE_IN[group].get(trigger, 1) * RARER[self.level]
            if early or trigger in self._triggers or lot.randrange(chance):
                return None
        lot.shuffle(speakers)
        for seat in speakers:
            lines = self._lines(trigger, seat)
            fresh = [line for line in lines if line not in self._used] or (lines if custom else [])
            if fresh:
                line = lot.choice(fresh)
                self._used.add(line)
                self._triggers.add(trigger)
                self._told += not custom
                self._last = after
                return SpokenLine(seat, line, trigger)
        return None

    def _speakers(self, occasion: Occasion, known: Known) -> list[Seat]:
        about, bots, sides = occasion.about, sorted(self._bots), known.sides
        if occasion.by is not None:
            return [occasion.by] if occasion.by in self._bots else []
        if about is None:
            return bots
        if occasion.trigger in OWN:
            return [about] if about in self._bots else []
        together = occasion.trigger in ALLIES
        return [seat for seat in bots if (sides[seat] == sides[about]) == together]

    def _lot(self, occasion: Occasion, after: int) -> Random:
        """A generator seeded only by what everybody has seen: the same people part in different words every evening."""
        return Random(f"{self._names} {self._deal} {self._seen[after]} {occasion.trigger} {occasion.about}")

    def _lines(self, trigger: str, seat: Seat) -> list[int]:
        group = "any" if trigger in COMMON else self._group
        character = CHARACTERS[self._cast[seat]]
        return [
            nth
            for nth, remark in enumerate(remarks())
            if (remark.group, remark.trigger, remark.character) == (group, trigger, character)
        ]
