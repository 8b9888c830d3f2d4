"""Seats, advancement and points: the part of a tournament that knows no game and no disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from cardtable.cards import shuffled
from cardtable.engine.moves import Seat

STAKE = 1
"""Points that each entrant pays into the pool."""

Advance = Literal["fool_out", "winner_only"]


@dataclass(slots=True)
class Draw:
    """One table of a stage: its seats, and its result."""

    stage: int
    """Counts from 1."""
    number: int
    """The number of the table within its stage, from 1."""
    entrants: tuple[int, ...]
    """The entrants by seat."""
    through: tuple[int, ...] | None = None
    """The entrants that advance; None while it is undecided."""
    deals: int = 0
    """Deals played until the decision: more than one if some were drawn."""

    @property
    def bye(self) -> bool:
        """Whether it is a table of one, who advances without playing."""
        return len(self.entrants) == 1

    @property
    def out(self) -> tuple[int, ...]:
        """The entrants knocked out at this table; empty while it is undecided."""
        return () if self.through is None else tuple(one for one in self.entrants if one not in self.through)


@dataclass(frozen=True, slots=True)
class Finish:
    """An entrant's final place: those knocked out in the same stage share one."""

    entrant: int
    place: int
    stage: int | None
    """The stage in which they were knocked out; None if they have not lost."""
    points: int


def table_sizes(players: int, table_size: int) -> list[int]:
    """The table sizes of a stage: as few tables as possible, as even as possible, larger ones first."""
    tables = -(-players // table_size)
    each, more = divmod(players, tables)
    return [each + 1] * more + [each] * (tables - more)


class Round(NamedTuple):
    """A planned stage: for each table, the number of seats and the number who advance."""

    tables: tuple[tuple[int, int], ...]

    @property
    def players(self) -> int:
        """The number of players in the stage."""
        return sum(seats for seats, _ in self.tables)


def course(entrants: int, table_size: int, advance: Advance) -> list[Round]:
    """The stages of a tournament, until one player is left.

    >>> [stage.tables for stage in course(6, 4, "fool_out")]
    [((3, 2), (3, 2)), ((4, 3),), ((3, 2),), ((2, 1),)]
    >>> [stage.tables for stage in course(5, 2, "winner_only")]
    [((2, 1), (2, 1), (1, 1)), ((2, 1), (1, 1)), ((2, 1),)]
    """
    found: list[Round] = []
    while entrants > 1:
        tables = table_sizes(entrants, table_size)
        found.append(Round(tuple((seats, max(1, seats - 1) if advance == "fool_out" else 1) for seats in tables)))
        entrants = sum(through for _, through in found[-1].tables)
    return found


def goes_on(advance: Advance, seats: int, winners: Sequence[Seat], first: Seat | None) -> tuple[Seat, ...]:
    """The seats that advance after a match; empty if it decides nothing and is replayed.

    A drawn match is replayed and, with `winner_only`, so is one that ended before anybody finished (by D-67).
    """
    if not 0 < len(winners) < seats:
        return ()
    if advance == "fool_out" or len(winners) == 1:
        return tuple(winners)
    return () if first is None else (first,)


class Bracket:
    """Stages and tables, drawn at random from the seed as results come in. Entrants are numbered from 0."""

    def __init__(self, entrants: int, table_size: int, seed: int) -> None:
        self.entrants = entrants
        self.table_size = table_size
        self.seed = seed
        self.stages: list[list[Draw]] = []
        self._next_stage(tuple(range(entrants)))

    @property
    def pool(self) -> int:
        """The stakes of all entrants."""
        return self.entrants * STAKE

    @property
    def champion(self) -> int | None:
        """The last remaining player; None until there is one."""
        last = self.stages[-1]
        through = last[0].through if len(last) == 1 else None
        return through[0] if through is not None and len(through) == 1 else None

    @property
    def undecided(self) -> list[Draw]:
        """The tables of the current stage that are still undecided."""
        return [draw for draw in self.stages[-1] if draw.through is None]

    def feed(self, draw: Draw, through: Sequence[int]) -> None:
        """Takes the entrants who advance from a table of the current stage; the last result of a stage draws the next
        stage.
        """
        assert draw in self.undecided
        assert 0 < len(through) < len(draw.entrants)
        assert set(through) <= set(draw.entrants)
        draw.through = tuple(one for one in draw.entrants if one in through)
        if not self.undecided and self.champion is None:
            self._next_stage(tuple(sorted(one for table in self.stages[-1] for one in table.through or ())))

    def places(self) -> list[Finish]:
        """All entrants, best first; in the end only the champion has the pool."""
        lost = {one: nth for nth, stage in enumerate(self.stages, 1) for draw in stage for one in draw.out}
        last = len(self.stages) + 1
        ranked = sorted(range(self.entrants), key=lambda one: (-lost.get(one, last), one))
        return [
            Finish(
                one,
                1 + sum(lost.get(other, last) > lost.get(one, last) for other in ranked),
                lost.get(one),
                (self.pool if one == self.champion else 0) - STAKE,
            )
            for one in ranked
        ]

    def _next_stage(self, left: tuple[int, ...]) -> None:
        stage = len(self.stages) + 1
        lots = shuffled(left, Random(f"{self.seed} stage {stage}").getrandbits(48))
        tables: list[Draw] = []
        for size in table_sizes(len(left), self.table_size):
            seats, lots = lots[:size], lots[size:]
            tables.append(Draw(stage, len(tables) + 1, seats, seats if size == 1 else None))
        self.stages.append(tables)
