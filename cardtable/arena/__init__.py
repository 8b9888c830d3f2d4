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

from cardtable.arena.cluster import BadCluster, workers_here
from cardtable.arena.deals import Arena, Deal, LineUp, Seating, seatings
from cardtable.arena.ratings import Rating, Scale, rate
from cardtable.arena.report import Report, Score, summary
from cardtable.arena.sequential import BadTest, Hypotheses, Sequential
from cardtable.arena.store import BadStore, Store
from cardtable.arena.workers import Hands, Stopped, WorkerLost, play

__all__ = [
    "Arena",
    "BadCluster",
    "BadStore",
    "BadTest",
    "Deal",
    "Hands",
    "Hypotheses",
    "Rating",
    "Report",
    "Scale",
    "Score",
    "Seating",
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
) -> Report:
    """Plays at least so many deals of every line-up, but not what lies in a store; `progress` hears of every deck.

    Asked again and again whether it is `stopped`, it ends at once; the report then holds the decks that were played.
    With a test it ends as soon as that knows. Raises OSError, BadStore and WorkerLost.
    """
    report, ups = Report(), line_ups(bots, seats)
    shelf = store.shelf(arena, seats, ups) if store is not None else None
    # In the order of the decks, so that the numbers are the same whichever process was quicker.
    due: deque[tuple[LineUp, list[Seating], list[Deal] | None]] = deque()
    ready: dict[Seating, Deal] = {}
    answered = False

    def to_play() -> Iterator[Seating]:
        # Every pair meets over the first cards before any does over the second: a run that is stopped has seen all.
        for number in range(decks(ups, deals)):
            for up in ups:
                deck = seatings(up, number, arena.seed)
                known = shelf.deck(up, deck) if shelf is not None else None
                due.append((up, deck, known))
                if known is None:
                    yield from deck
                else:
                    count()
                if answered or stopped():
                    return

    def count(*, in_order: bool = True) -> None:
        nonlocal answered
        while due and not answered:
            up, deck, known = due[0]
            if known is None:
                if any(one not in ready for one in deck):
                    if in_order:
                        return
                    due.popleft()
                    continue
                known = [ready.pop(one) for one in deck]
                if shelf is not None:
                    shelf.keep(up, deck, known)
            due.popleft()
            report.add(known)
            progress(report)
            if until is not None:
                answered = until.add(fmean(report.by_bot[bots[0]][-1]))

    def at_an_end() -> object:
        # Asked several times a second, however long a deal takes.
        if store is not None:
            store.write_due()
        return answered or stopped()

    for seating, deal in hands(arena, seats, to_play(), at_an_end):
        ready[seating] = deal
        count()
    count()
    # Stopped: what was played out of its turn counts too, but where a test goes by the order.
    count(in_order=until is not None)
    return report
