"""Players' stories of an evening: how often somebody was the fool, who left them so, and their narrow escapes.

All of it is counted from the play of finished deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cardtable.cards import RANK_CARDS, RANKS
from cardtable.engine.moves import Event, Seat
from cardtable.engine.text import Text, say, say_count
from cardtable.player.achievements import FinishedDeal

ARMFUL: Final = 12
"""Cards in a hand that make escaping the fool a story."""
SIXES: Final = RANK_CARDS[RANKS.index("6")]


class Fooled(NamedTuple):
    """One player's part in a deal of Durak with a fool."""

    seat: Seat
    fool: bool
    """Whether the player was the fool, or on the losing side."""
    left_by: Seat | None = None
    """The player who led the last bout against the fool, or defended in it."""
    worn: int = 0
    """Epaulettes the fool got."""
    hung: int = 0
    """Epaulettes this player hung on the fool."""
    armful: int = 0
    """The most cards this player held."""


def fooled_in(deal: FinishedDeal) -> list[Fooled]:
    """The part of each player in a deal of Durak; empty for a drawn deal."""
    state = deal.state
    if state.fool < 0:
        return []
    led, defended, sixes = _last_bout(deal.events)
    epaulettes = max(0, state.epaulettes)
    found = []
    for seat in range(deal.rules.seats):
        most = deal.most[seat] if deal.most else 0
        if not state.losers >> seat & 1:
            found.append(Fooled(seat, False, hung=max(0, min(sixes[seat], epaulettes)), armful=most))
        elif seat == state.fool:
            left_by = defended if seat == led else led
            found.append(Fooled(seat, True, left_by if left_by >= 0 else None, epaulettes, armful=most))
        else:
            found.append(Fooled(seat, True, armful=most))
    return found


def _last_bout(events: Sequence[Event]) -> tuple[Seat, Seat, Counter[Seat]]:
    """The leader and defender of the last bout, and the number of unbeaten sixes each seat laid in it."""
    led, defended, sixes = -1, -1, Counter[Seat]()
    laid_by: dict[int, Seat] = {}
    for event in events:
        if event.kind == "bout":
            led, defended, sixes = event.seat, event.arg, Counter()
        elif event.kind in ("attack", "throw", "transfer"):
            if event.kind == "transfer":
                led, defended = event.seat, event.arg if event.arg >= 0 else defended
            for card in _cards(event.cards & SIXES):
                laid_by[card] = event.seat
                sixes[event.seat] += 1
        elif event.kind == "cover" and event.arg in laid_by:
            sixes[laid_by.pop(event.arg)] -= 1
    return led, defended, sixes


def _cards(cards: int) -> Iterable[int]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


@dataclass(slots=True)
class Glory:
    """One player's record in Durak."""

    deals: int = 0
    """Deals with a fool."""
    fool: int = 0
    now: int = 0
    """Times the fool in a row, up to the last deal."""
    worst: int = 0
    longest: int = 0
    """The most deals in a row without being the fool."""
    left_by: Counter[str] = field(default_factory=Counter)
    hung: int = 0
    worn: int = 0
    armful: int = 0
    """The fullest hand with which this player escaped."""
    _free: int = 0

    def add(self, fool: bool, left_by: str | None, worn: int, hung: int, armful: int) -> None:
        """Counts one more deal; deals must come in order."""
        self.deals += 1
        self.hung += hung
        self.worn += worn
        if fool:
            self.fool += 1
            self.now, self._free = self.now + 1, 0
            self.worst = max(self.worst, self.now)
            self.left_by[left_by or ""] += left_by is not None
        else:
            self.now = 0
            self._free += 1
            self.longest = max(self.longest, self._free)
            self.armful = max(self.armful, armful)

    def figures(self) -> dict[str, object]:
        """The counts by name."""
        names = ("deals", "fool", "now", "worst", "longest", "hung", "worn", "armful")
        return {**{name: getattr(self, name) for name in names}, "left_by": dict(self.left_by)}

    def told(self, called: Callable[[str], str]) -> list[Text]:
        """The sentences, the most important first; empty without deals that had a fool.

        `called` returns the name of a person or of a style of bots.
        """
        if not self.deals:
            return []
        lines = [say("the fool {fool} of {deals}", fool=self.fool, deals=self.deals)]
        if self.worst > 1:
            lines.append(say("{count} in a row at worst", count=self.worst))
        foe, times = max(self.left_by.items(), key=lambda one: one[1], default=("", 0))
        if times > 1:
            lines.append(say("most often left by {name}: {count}", name=called(foe), count=times))
        if self.longest > 1:
            lines.append(
                say_count(
                    "longest run without being the fool: {count} deal",
                    "longest run without being the fool: {count} deals",
                    self.longest,
                )
            )
        if self.hung or self.worn:
            lines.append(say("epaulettes hung {hung}, worn {worn}", hung=self.hung, worn=self.worn))
        if self.armful >= ARMFUL:
            lines.append(say_count("out with {count} card in hand", "out with {count} cards in hand", self.armful))
        return lines
