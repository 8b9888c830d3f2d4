"""What a search is told of King: under fourteen contracts no one habit is right, so playouts have none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Thoughts
from cardtable.bots.styles.tricks_ending import TricksSolver, best_moves
from cardtable.engine.moves import Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

POSITIONS: Final = 20_000
"""Positions of an ending that are looked at before a search has to do."""


class KingThoughts(Thoughts[KingRules]):
    """Lays any card that is legal, until somebody can count the cards."""

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move] | None:
        """The moves that nothing can be better than, once it is known where every card lies."""
        state = seen.state
        assert isinstance(state, KingState)
        if state.moment != "play":
            return None
        world = self.rules.only_world(seen)
        if world is None:
            return None
        return best_moves(self.rules, world, seen.seat, 0, moves, POSITIONS, sides=self.rules.seats == 2)

    def endings(self, state: KingState, seat: Seat, friends: Seats) -> TricksSolver | None:
        """What works out the last tricks of two. What one of more wins, the last two there are do not share."""
        return TricksSolver(self.rules, seat, friends, 0) if state.moment == "play" and self.rules.seats == 2 else None

    def pick(self, state: KingState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Any move."""
        return moves[int(rng.random() * len(moves))]


def make(rules: AnyRules) -> KingThoughts:
    """The thoughts for a game of King."""
    assert isinstance(rules, KingRules)
    return KingThoughts(rules)
