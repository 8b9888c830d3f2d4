"""Computer players against each other: the same cards from every seat, scores with their uncertainty.

A *deck* is the unit: it is played once for every rotation of the players round the table, so that the luck of the
cards and of the seat falls to all alike; who is whose neighbour is drawn at random for each. Same seed, same numbers,
whatever the number of processes.

Where the deals of a match differ, as the contracts of King do, one deal tells little of the game: a deck is then a
whole match, and its score the mean of its deals. That costs no precision a deal, and nobody need invent how a match
may stand in its middle.
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
    """Plays in so many processes here."""
    return partial(play, jobs=jobs)


def line_ups(bots: Sequence[str], seats: int) -> list[LineUp]:
    """Who sits together: at a table of two every bot against every other, else all of them, seated again in turn."""
    if seats == 2 and len(bots) > 1:
        return list(combinations(sorted(bots), 2))
    return [tuple(bots[seat % len(bots)] for seat in range(seats))]


def decks(ups: Sequence[LineUp], deals: int) -> int:
    """How many decks each of these line-ups needs for at least so many deals."""
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
    """Plays at least so many deals of every line-up, but not what lies in a store; `progress` hears of every deck.

    Asked again and again whether it is `stopped`, it ends at once; the report then holds the decks that were played.
    With a test it ends as soon as that knows. Raises OSError, BadStore, BadCluster and WorkerLost; a report that was
    given holds then, too, what was played.
    """
    ups = line_ups(bots, seats)
    shelf = store.shelf(arena, seats, ups) if store is not None else None
    counted = _Counted(report if report is not None else Report(), bots[0], shelf, until, progress)

    def to_play() -> Iterator[DeckSeating]:
        # Every pair meets over the first cards before any does over the second: a run that is stopped has seen all.
        for number in range(decks(ups, deals)):
            for up in ups:
                yield from counted.take(up, seatings(up, number, arena.seed))
                if counted.answered or stopped():
                    return

    def at_an_end() -> object:
        # Asked several times a second, however long a deal takes.
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
    """A deck that is to be counted, with its deals where a store knows them."""

    line_up: LineUp
    deck: list[DeckSeating]
    known: list[Deal] | None


class _Counted:
    """The decks that are due and the deals that are done, counted deck by deck.

    In the order of the decks, so that the numbers are the same whichever process was quicker.
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
        """Whether the test knows."""
        self._first, self._shelf, self._until, self._progress = first, shelf, until, progress
        self._due: deque[_Due] = deque()

    def take(self, line_up: LineUp, deck: list[DeckSeating]) -> list[DeckSeating]:
        """The next deck that is due; gives what is to be played of it: nothing if it lies on the shelf."""
        known = self._shelf.deck(line_up, deck) if self._shelf is not None else None
        self._due.append(_Due(line_up, deck, known))
        if known is None:
            return deck
        self.go_on()
        return []

    def go_on(self) -> None:
        """Counts every deck that is done, up to the first that is not."""
        while self._due and not self.answered and self._is_done(self._due[0]):
            self._count(self._due.popleft())

    def finish(self) -> None:
        """Counts what is done when the run is at its end, out of its turn too where it was stopped."""
        self.go_on()
        if self._until is None:  # A test goes by the order of the decks.
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
