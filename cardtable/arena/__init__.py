"""Computer players against each other: the same cards from every seat, scores with their uncertainty.

A *deck* is the unit: it is played once for every rotation of the players round the table, so that the luck of the
cards and of the seat falls to all alike; who is whose neighbour is drawn at random for each. Same seed, same numbers,
whatever the number of processes.

Where the deals of a match differ, as the contracts of King do, one deal tells little of the game: a deck is then a
whole match, and its score the mean of its deals. That costs no precision a deal, and nobody need invent how a match
may stand in its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations

from cardtable.arena.deals import Arena, Deal, LineUp, Seating, seatings
from cardtable.arena.report import Rating, Report, Score, ratings, summary
from cardtable.arena.workers import WorkerLost, play

__all__ = [
    "Arena",
    "Deal",
    "Rating",
    "Report",
    "Score",
    "Seating",
    "WorkerLost",
    "decks",
    "line_ups",
    "ratings",
    "run",
    "seatings",
    "summary",
]


def line_ups(bots: Sequence[str], seats: int) -> list[LineUp]:
    """Who sits together: at a table of two every bot against every other, else all of them, seated again in turn."""
    if seats == 2 and len(bots) > 1:
        return list(combinations(bots, 2))
    return [tuple(bots[seat % len(bots)] for seat in range(seats))]


def decks(ups: Sequence[LineUp], deals: int) -> int:
    """How many decks each of these line-ups needs for at least so many deals."""
    return -(-deals // len(seatings(ups[0], 0)))


def run(
    arena: Arena,
    bots: Sequence[str],
    seats: int,
    deals: int,
    jobs: int,
    progress: Callable[[], None] = lambda: None,
    stopped: Callable[[], object] = lambda: False,
) -> Report:
    """Plays at least so many deals of every line-up in so many processes; `progress` hears of every deck.

    Asked again and again whether it is `stopped`, it ends at once; the report then holds the decks that were played.
    Raises OSError and WorkerLost.
    """
    report = Report()
    ups = line_ups(bots, seats)

    def all_decks() -> Iterator[list[Seating]]:
        # Every pair meets over the first cards before any does over the second: a run that is stopped has seen all.
        return (seatings(up, number) for number in range(decks(ups, deals)) for up in ups)

    ready: dict[Seating, Deal] = {}
    due = all_decks()
    deck = next(due, None)
    for seating, deal in play(arena, seats, chain.from_iterable(all_decks()), jobs, stopped):
        ready[seating] = deal
        # In the order of the decks, so that the numbers are the same whichever process was quicker.
        while deck and all(one in ready for one in deck):
            report.add([ready.pop(one) for one in deck])
            progress()
            deck = next(due, None)
    while ready and deck:
        if all(one in ready for one in deck):
            report.add([ready[one] for one in deck])
        for one in deck:
            ready.pop(one, None)
        deck = next(due, None)
    return report
