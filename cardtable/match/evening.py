"""An evening in words: the score (`fool: Stepan 2, you 1`), and the summary when it is over."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, listed, say, say_count

NAMED = 3
"""The most players or sides named in a line."""


class Evening(NamedTuple):
    """The counts of an evening in progress."""

    title: Text
    """What is counted."""
    counts: tuple[int, ...]
    """The count of each seat."""
    sides: tuple[tuple[Seat, ...], ...]
    """The groups of partners; every seat alone if there are none."""
    ended: tuple[tuple[bool, ...], ...]
    """For each finished match and seat, whether the match counted for the seat."""
    deals: int
    """The number of finished deals."""
    called: Text
    """The name of the current or last deal."""
    one_deal: bool
    """Whether every match is one deal."""
    shame: Text | None
    """The headline about the player with the most, if that is nothing to be proud of."""

    def told(self, names: Sequence[str], me: Seat | None) -> Text | None:
        """The score, highest count first, as told to this seat or to everybody; None while all counts are zero."""
        rows = [(who, count) for who, count, _ in self.rows(names, me) if count]
        return said_tally(self.title, rows) if rows else None

    def rows(self, names: Sequence[str], me: Seat | None) -> list[tuple[Text, int, int]]:
        """Rows of (name, count, longest run of counted matches), one per side, highest count first."""
        found = []
        for side in self.ranked:
            runs = [len(list(run)) for counted, run in groupby(match[side[0]] for match in self.ended) if counted]
            found.append((self._called(side, names, me), self.counts[side[0]], max(runs, default=0)))
        return found

    @property
    def ranked(self) -> list[tuple[Seat, ...]]:
        """The sides, highest count first."""
        return sorted(self.sides, key=lambda side: -self.counts[side[0]])

    def _called(self, side: Sequence[Seat], names: Sequence[str], me: Seat | None) -> Text:
        if me is not None and len(side) > 1 and len(self.sides) == 2:
            return say("we") if me in side else say("they")
        called = [say("you") if seat == me else Text("{name}", {"name": names[seat]}) for seat in side]
        return called[0] if len(called) == 1 else say("{names} and {who}", names=listed(called[:-1]), who=called[-1])

    @property
    def headline(self) -> Text:
        """The headline when the evening is over."""
        most = max(self.counts)
        lone = sum(self.counts[side[0]] == most for side in self.sides) == 1
        if self.shame is not None and most and lone and len(self.ended) > 1:
            return self.shame
        return say("Enough for today")

    @property
    def length(self) -> Text:
        """The length of the evening."""
        deals = say_count("{count} deal", "{count} deals", self.deals)
        if self.one_deal:
            return deals
        matches = say_count("{count} match", "{count} matches", len(self.ended))
        return say("{matches}, {deals}", matches=matches, deals=deals)


def said_tally(title: Text, counted: Iterable[tuple[Text | str, int]]) -> Text:
    """The counts in words, highest first and without zeros.

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
