"""What a search is told of Kozel: endings in which every card is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots.search.thoughts import Counted, Thoughts
from cardtable.bots.styles.tricks_ending import TricksSolver, best_moves
from cardtable.bots.styles.tricks_natural import LaidToTrick, is_odd_last
from cardtable.cards import only_card
from cardtable.engine.moves import Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import PLAY, KozelState
from cardtable.games.tricks import points_of

POSITIONS: Final = 20_000
"""Positions of an ending that are looked at before a search has to do."""


class KozelThoughts(Thoughts[KozelRules]):
    """Players lay what is listed first, until somebody can count the cards."""

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
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

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Plays last to a trick as nobody would."""
        state = seen.state
        assert isinstance(state, KozelState)
        if move.verb != "play" or state.trump < 0 or len(state.trick) != self.rules.seats - 1:
            return False
        suits, lying = self.rules.by_trump[state.trump], sum(points_of(1 << card) for card in state.trick)
        beaters = suits.beaters[state.best]
        # Cards between which other rules hold than who is higher have their own reasons to stay or go (K-17, K-25).
        special = self.rules.capturing
        if move.cards & special:
            return False
        made, *others = (
            LaidToTrick(
                points_of(one.cards),
                bool(one.cards & beaters),
                self.rules.height(only_card(one.cards), state.trump),
                bool(one.cards & suits.trumps),
            )
            for one in (move, *moves)
            if one.verb == "play" and not one.cards & special
        )
        side = self.rules.side
        ours = self.rules.seats > self.rules.sides and side[state.winning] == side[seen.seat]
        return is_odd_last(made, others, lying=lying, ours=ours)

    def endings(self, state: KozelState, seat: Seat, friends: Seats) -> TricksSolver | None:
        """What works out the last tricks."""
        return TricksSolver(self.rules, seat, friends, 0) if state.stage == PLAY else None


def make(rules: AnyRules) -> KozelThoughts:
    assert isinstance(rules, KozelRules)
    return KozelThoughts(rules)
