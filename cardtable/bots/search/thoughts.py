"""What a search knows about a game. All of it is optional: the general thoughts here play every preset.

A family's own thoughts are in `styles/<family>/thoughts.py`, and contain only what measured better.
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
"""How often a playout departs from habit: a search that sees only one habit learns only to beat that one."""
OFFERED = 8
"""This many legal moves to choose from cost a search as much work as one move made."""
LONGEST = 2_000
"""Moves after which a playout counts as drawn; playouts by habit end long before."""


R = TypeVar("R", bound=AnyRules)
"""The rules of a family."""


class TooDeep(Exception):
    """The ending has more positions than the limit allows; a later call to the same solver continues from there."""


def course(state: State, harmless: Container[str] = ()) -> tuple[Any, ...]:
    """The facts that may affect how a deal goes on, besides where the cards are.

    These are all facts except those named as harmless, so a fact added to a family later counts by default. The match
    standing is left out: it stays the same throughout the deal.
    """
    facts = [getattr(state, name) for name in state.FACTS if name not in harmless]
    return tuple([fact for fact in facts if not isinstance(fact, Standing)])


class Counted(NamedTuple):
    """What is proven about a decision."""

    value: float
    """The least that its best moves bring, from 0 to 1."""
    moves: Sequence[Move]
    """All the moves that bring that much."""


class Endings(Protocol):
    """Solves full states that follow from one another, and caches the results."""

    SLICE: ClassVar[int]
    """Positions solved in about three milliseconds."""
    left: int
    """The number of positions that may still be visited."""

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The best moves for the seat to act and its side. Raises TooDeep."""


class Thoughts(Generic[R]):
    """The general thoughts: nothing is pruned, nothing is proven, and playouts take the first move listed."""

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.orders = 1
        """The number of draw orders over which `finish` averages, in families that support this."""
        self.work = 0
        """The work of playouts so far, in moves made, without what `finish` need not play move by move."""

    def prune(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves worth trying. Where counting settles the matter, as with a claim, only that move is left.

        Uses only what the seat may know, whether the state is full or observed; never empty.
        """
        return moves

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
        """The moves with the best proven value; None if nothing is proven. The search chooses among them."""
        return None

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether people at the table would laugh at this legal move; judged by plain facts only."""
        return False

    def plain_first(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move]:
        """The likeliest moves of a person who does not play like `steady`; empty if unknown."""
        return ()

    def share(self, seen: Observation) -> float:
        """The share of a player's iterations to spend on this decision."""
        return 1.0

    def odds(self, seen: Observation, events: Sequence[Event]) -> Odds | None:
        """What the play of the deal so far, as seen in these events, implies about the other hands.

        Only two-player Durak is known to gain by it. Elsewhere an expert that sees the hidden cards scores 0.02 (King)
        to 0.22 (burkozel) more, but clues from the habits of playouts put only one to three more hidden cards in a
        hundred into the right hand. The paired differences in score were -0.023 ± 0.041 in nizhny (150 decks), -0.007 ±
        0.008 in king_simple (20 programmes), 0.008 ± 0.039 in burkozel (315) and 0.018 ± 0.036 in classic (130).
        """
        return None

    def endings(self, state: Any, seat: Seat, friends: Seats) -> Endings | None:
        """A solver for a full state with two sides, one of them `friends`; None if the family has none."""
        return None

    def order(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves in the order in which a search first tries them."""
        return moves

    def pick(self, state: Any, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Picks a move for a playout by habit."""
        return moves[0]

    def finish(self, state: Any, rng: Random) -> Sequence[float]:
        """Plays a full state to the end of the deal by habit; returns the scores by seat."""
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
    """The family of these rules, from their module cardtable.games.<family>."""
    return type(rules).__module__.split(".")[2]


def thoughts_of(rules: AnyRules) -> AnyThoughts:
    """The family's own thoughts if it has any, else the general ones."""
    folder = f"cardtable.bots.styles.{family_of(rules)}"
    if find_spec(folder) is None or find_spec(f"{folder}.thoughts") is None:
        return Thoughts(rules)
    made: AnyThoughts = import_module(f"{folder}.thoughts").make(rules)
    return made
