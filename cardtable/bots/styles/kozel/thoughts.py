"""What a search is told of Kozel: endings in which every card is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots.search.thoughts import Thoughts
from cardtable.bots.styles.tricks_ending import TricksSolver, best_moves
from cardtable.engine.moves import Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import PLAY, KozelState

POSITIONS: Final = 20_000
"""Positions of an ending that are looked at before a search has to do."""


class KozelThoughts(Thoughts[KozelRules]):
    """Players lay what is listed first, until somebody can count the cards."""

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Sequence[Move] | None:
        """The best moves once it is known where every card lies (K-11 to K-18)."""
        state = seen.state
        assert isinstance(state, KozelState)
        if state.stage != PLAY:
            return None
        world = self.rules.only_world(seen)
        if world is None:
            return None
        side = self.rules.side
        friends = sum(1 << seat for seat in range(self.rules.seats) if side[seat] == side[seen.seat])
        return best_moves(self.rules, world, seen.seat, friends, moves, POSITIONS, sides=self.rules.sides == 2)

    def endings(self, state: KozelState, seat: Seat, friends: Seats) -> TricksSolver | None:
        """What works out the last tricks."""
        return TricksSolver(self.rules, seat, friends, 0) if state.stage == PLAY else None


def make(rules: AnyRules) -> KozelThoughts:
    """The thoughts for a game of Kozel."""
    assert isinstance(rules, KozelRules)
    return KozelThoughts(rules)
