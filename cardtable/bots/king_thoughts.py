"""What a search is told of King: under fourteen contracts no one habit is right, so playouts have none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots.thoughts import Thoughts
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.games.king.state import KingState


class KingThoughts(Thoughts):
    """Lays any card that is legal."""

    def pick(self, state: KingState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Any move."""
        return moves[int(rng.random() * len(moves))]


def make(rules: AnyRules) -> KingThoughts:
    """The thoughts for a game of King."""
    return KingThoughts(rules)
