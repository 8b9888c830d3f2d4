"""Matches between computer players: the same cards from every seat, and scores with their uncertainty.

The unit is a *deck*: it is played once for every rotation of the players round the table, so that the luck of the cards
and of the seat is shared equally; the neighbours are drawn at random for each deck. The same seed gives the same
numbers, whatever the number of processes.

If the deals of a match differ, like the contracts of King, one deal says little about the game: a deck is then a whole
match, and its score the mean of its deals. That costs no precision per deal, and avoids inventing the standing in
mid-match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from cardtable.arena.cluster import BadCluster, workers_here
from cardtable.arena.deals import Arena, Deal, DeckSeating, LineUp, seatings
from cardtable.arena.ratings import Rating, Scale, rate
from cardtable.arena.report import MeanScore, Report, summary
from cardtable.arena.sequential import BadTest, Hypotheses, Sequential
from cardtable.arena.store import BadStore, Shelf, Store
from cardtable.arena.workers import Hands, Stopped, WorkerLost, play

__all__ = [
    "Arena",
    "BadCluster",
    "BadStore",
    "BadTest",
    "Deal",
    "Hands",
    "Hypotheses",
    "MeanScore",
    "Rating",
    "Report",
    "Scale",
    "DeckSeating",
    "Sequential",
    "Store",
    "WorkerLost",
    "by_processes",
    "decks",
    "line_ups",
    "rate",
    "run",
    "seatings",
    "summary",
    "workers_here",
]


def by_processes(jobs: int) -> Hands:
    """Plays in this many local processes."""
    return partial(play, jobs=jobs)


def line_ups(bots: Sequence[str], seats: int) -> list[LineUp]:
    """The line-ups: at a table of two, every bot against every other; else all of them, repeated to fill the seats."""
    if seats == 2 and len(bots) > 1:
        return list(combinations(sorted(bots), 2))
    return [tuple(bots[seat % len(bots)] for seat in range(seats))]


def decks(ups: Sequence[LineUp], deals: int) -> int:
    """The number of decks each line-up needs for at least this many deals."""
    return -(-deals // len(seatings(ups[0], 0)))


def run(
    arena: Arena,
    bots: Sequence[str],
    seats: int,
    deals: int,
    hands: Hands,
    progress: Callable[[Report], None] = lambda report: None,
    stopped: Stopped = lambda: False,
    *,
    until: Sequential | None = None,
    store: Store | None = None,
    report: Report | None = None,
) -> Report:
    """Plays at least this many deals of every line-up, except those in the store; reports every deck to `progress`.

    Ends as soon as `stopped` returns true; the report then holds the decks played. With a test it ends when the test
    does. Raises OSError, BadStore, BadCluster and WorkerLost; a report passed in then still holds the decks played.
    """
    ups = line_ups(bots, seats)
    shelf = store.shelf(arena, seats, ups) if store is not None else None
    counted = _Counted(report if report is not None else Report(), bots[0], shelf, until, progress)

    def to_play() -> Iterator[DeckSeating]:
        # Every pair plays the first deck before any plays the second, so that an interrupted run covers all pairs.
        for number in range(decks(ups, deals)):
            for up in ups:
                yield from counted.take(up, seatings(up, number, arena.seed))
                if counted.answered or stopped():
                    return

    def at_an_end() -> object:
        # Called several times a second, however long a deal takes.
        if store is not None:
            store.write_due()
        return counted.answered or stopped()

    try:
        for seating, deal in hands(arena, seats, to_play(), at_an_end):
            counted.ready[seating] = deal
            counted.go_on()
    except (BadCluster, WorkerLost):
        counted.finish()
        raise
    counted.finish()
    return counted.report


class _Due(NamedTuple):
    """A deck to be counted, with its deals if the store has them."""

    line_up: LineUp
    deck: list[DeckSeating]
    known: list[Deal] | None


class _Counted:
    """Counts finished decks in the order in which they are due.

    The order makes the numbers independent of the speed of the processes.
    """

    def __init__(
        self,
        report: Report,
        first: str,
        shelf: Shelf | None,
        until: Sequential | None,
        progress: Callable[[Report], None],
    ) -> None:
        self.report = report
        self.ready: dict[DeckSeating, Deal] = {}
        self.answered = False
        """Whether the test has an answer."""
        self._first, self._shelf, self._until, self._progress = first, shelf, until, progress
        self._due: deque[_Due] = deque()

    def take(self, line_up: LineUp, deck: list[DeckSeating]) -> list[DeckSeating]:
        """Adds the next deck; returns the deals to play, none if the deck is in the store."""
        known = self._shelf.deck(line_up, deck) if self._shelf is not None else None
        self._due.append(_Due(line_up, deck, known))
        if known is None:
            return deck
        self.go_on()
        return []

    def go_on(self) -> None:
        """Counts finished decks up to the first unfinished one."""
        while self._due and not self.answered and self._is_done(self._due[0]):
            self._count(self._due.popleft())

    def finish(self) -> None:
        """Counts what is left at the end of a run, even out of order if it was stopped."""
        self.go_on()
        if self._until is None:  # A test depends on the order of the decks.
            for due in filter(self._is_done, self._due):
                self._count(due)

    def _is_done(self, due: _Due) -> bool:
        return due.known is not None or all(one in self.ready for one in due.deck)

    def _count(self, due: _Due) -> None:
        deals = due.known
        if deals is None:
            deals = [self.ready.pop(one) for one in due.deck]
            if self._shelf is not None:
                self._shelf.keep(due.line_up, due.deck, deals)
        self.report.add(deals)
        self._progress(self.report)
        if self._until is not None:
            self.answered = self._until.add(fmean(self.report.by_bot[self._first][-1]))
