"""An evening in words: how it stands (`fool: Stepan 2, you 1`), and what is told of it when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, listed, say, say_count

NAMED = 3
"""So many players or sides are named at most in a line."""


class Evening(NamedTuple):
    """What has been counted of an evening that goes on."""

    title: Text
    """What is counted."""
    counts: tuple[int, ...]
    """By seat how often."""
    sides: tuple[tuple[Seat, ...], ...]
    """Who plays together; everybody alone where nobody does."""
    ended: tuple[tuple[bool, ...], ...]
    """By match that is over, by seat, whether it was counted for this seat."""
    deals: int
    """How many deals are over."""
    called: Text
    """What the deal is called that goes on, or was the last one."""
    one_deal: bool
    """Whether every match is one deal."""
    shame: Text | None
    """What is said of whoever has most, where that is nothing to be proud of."""

    def told(self, names: Sequence[str], me: Seat | None) -> Text | None:
        """How it stands, whose most first, as it is said to this seat or to all; None before anybody has anything."""
        rows = [(who, count) for who, count, _ in self.rows(names, me) if count]
        return said_tally(self.title, rows) if rows else None

    def rows(self, names: Sequence[str], me: Seat | None) -> list[tuple[Text, int, int]]:
        """By side, whose most first, how it is called, its number, and how many at most were one after the other."""
        found = []
        for side in self.ranked:
            runs = [len(list(run)) for counted, run in groupby(match[side[0]] for match in self.ended) if counted]
            found.append((self._called(side, names, me), self.counts[side[0]], max(runs, default=0)))
        return found

    @property
    def ranked(self) -> list[tuple[Seat, ...]]:
        """The sides, whose most first."""
        return sorted(self.sides, key=lambda side: -self.counts[side[0]])

    def _called(self, side: Sequence[Seat], names: Sequence[str], me: Seat | None) -> Text:
        if me is not None and len(side) > 1 and len(self.sides) == 2:
            return say("we") if me in side else say("they")
        called = [say("you") if seat == me else Text("{name}", {"name": names[seat]}) for seat in side]
        return called[0] if len(called) == 1 else say("{names} and {who}", names=listed(called[:-1]), who=called[-1])

    @property
    def headline(self) -> Text:
        """The few words that are said large when it is over."""
        most = max(self.counts)
        lone = sum(self.counts[side[0]] == most for side in self.sides) == 1
        if self.shame is not None and most and lone and len(self.ended) > 1:
            return self.shame
        return say("Enough for today")

    @property
    def length(self) -> Text:
        """How long it was."""
        deals = say_count("{count} deal", "{count} deals", self.deals)
        if self.one_deal:
            return deals
        matches = say_count("{count} match", "{count} matches", len(self.ended))
        return say("{matches}, {deals}", matches=matches, deals=deals)


def said_tally(title: Text, counted: Iterable[tuple[Text | str, int]]) -> Text:
    """What was counted, whose most first and only those who have any.

    >>> from cardtable.engine.text import plain
    >>> plain(said_tally(say("fool"), [("Anna", 0), ("Boris", 1), ("Vera", 2)]))
    'fool: Vera 2, Boris 1'
    """
    rows = sorted((row for row in counted if row[1]), key=lambda row: -row[1])
    told = [Text("{who} {count}", {"who": who, "count": count}) for who, count in rows[:NAMED]]
    if not told:
        return say("{title}: nobody", title=title)
    if len(rows) > NAMED:
        told.append(Text("..."))
    return Text("{title}: {counts}", {"title": title, "counts": listed(told)})
