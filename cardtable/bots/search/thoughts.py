"""What a search is told about a game. All of it is optional: the general thoughts here play every preset.

A family's own thoughts stand in `styles/<family>/thoughts.py`, and say only what measured better.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from cardtable.engine.moves import Event, Move, Seat, Seats
from cardtable.engine.rules import BY_DEALER, AnyRules, Standing, run_chance
from cardtable.engine.state import Observation, Odds, State

NOISE = 0.1
"""How often a playout leaves its habit: a search that knows one habit only learns to beat that one."""
OFFERED = 8
"""So many moves to choose among cost a search as much as one that is made."""
LONGEST = 2_000
"""Moves after which a playout counts as drawn; deals of habits end long before."""


R = TypeVar("R", bound=AnyRules)
"""The rules of a family."""


class TooDeep(Exception):
    """An ending with more positions than may be looked at; whoever asks its solver again goes on from there."""


def course(state: State, harmless: Container[str] = ()) -> tuple[Any, ...]:
    """The facts, beside where the cards lie, on which it may depend how a deal goes on.

    All but those that are named as harmless: a fact that comes to a family later is then one that counts. How the match
    stood before the deal is the same all through it.
    """
    facts = [getattr(state, name) for name in state.FACTS if name not in harmless]
    return tuple([fact for fact in facts if not isinstance(fact, Standing)])


class Counted(NamedTuple):
    """What is proven of a decision."""

    value: float
    """What its best moves bring at least, from 0 to 1."""
    moves: Sequence[Move]
    """All that bring so much."""


class Endings(Protocol):
    """Works out full states that follow from one another, and remembers what it has worked out."""

    SLICE: ClassVar[int]
    """Positions that are looked at in some three milliseconds."""
    left: int
    """How many may still be looked at."""

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The best of the moves of whoever is to act, for themselves and their side. Raises TooDeep."""


class Thoughts(Generic[R]):
    """The general ones: nothing is pruned, nothing exact is known, and playouts lay what is listed first."""

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.orders = 1
        """In so many orders of what is still to be drawn a deal is played out, where a family can: the mean counts."""
        self.work = 0
        """What playouts have cost so far, in moves made, but for what `finish` need not play move by move."""

    def prune(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves worth trying: facts that can be counted, such as a claim, are decided here and never tried out.

        From what the seat may know alone, whether the state is full or observed; never empty.
        """
        return moves

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
        """The moves of the best proven value; None where nothing is proven. The search chooses among them."""
        return None

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether people at the table would laugh at one of these legal moves; only plain facts count."""
        return False

    def plain_first(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move]:
        """What a person would likeliest do who did not do what `steady` does; empty where nobody can tell."""
        return ()

    def share(self, seen: Observation) -> float:
        """What share of a player's iterations this decision is worth."""
        return 1.0

    def odds(self, seen: Observation, events: Sequence[Event]) -> Odds | None:
        """What the plays of the deal so far tell of the other hands, to somebody who saw these events."""
        return None

    def endings(self, state: Any, seat: Seat, friends: Seats) -> Endings | None:
        """What works out a full state of two sides, one of them these friends; None where the family has nothing."""
        return None

    def order(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves in the order in which a search first tries them."""
        return moves

    def pick(self, state: Any, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """A habitual move in a playout."""
        return moves[0]

    def finish(self, state: Any, rng: Random) -> Sequence[float]:
        """Plays a full state to the end of the deal by habit; the scores by seat."""
        rules, random, prune, pick = self.rules, rng.random, self.prune, self.pick
        legal, play = rules.legal, rules.play
        for _ in range(LONGEST):
            if state.to_act == BY_DEALER:
                run_chance(rules, state, rng)
            if not state.to_act:
                return rules.scores(state)
            seat = state.to_act[0]
            moves = prune(state, seat, legal(state, seat))
            count = len(moves)
            if count == 1:
                move = moves[0]
            elif random() < NOISE:
                move = moves[int(random() * count)]
            else:
                move = pick(state, seat, moves, rng)
            play(state, seat, move)
            self.work += 1 + count // OFFERED
        return (0.5,) * rules.seats


AnyThoughts: TypeAlias = Thoughts[Any]


def family_of(rules: AnyRules) -> str:
    """The family whose rules these are: they stand in cardtable.games.<family>."""
    return type(rules).__module__.split(".")[2]


def thoughts_of(rules: AnyRules) -> AnyThoughts:
    """The thoughts for a game: its family's own where it has any, else the general ones."""
    folder = f"cardtable.bots.styles.{family_of(rules)}"
    if find_spec(folder) is None or find_spec(f"{folder}.thoughts") is None:
        return Thoughts(rules)
    made: AnyThoughts = import_module(f"{folder}.thoughts").make(rules)
    return made
