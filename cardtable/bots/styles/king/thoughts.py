"""What a search is told of King: under fourteen contracts no one habit is right, so playouts have none."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Counted, Thoughts
from cardtable.bots.styles.tricks_ending import TricksSolver, best_moves
from cardtable.cards import Card, cards_of, only_card
from cardtable.engine.moves import Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.king.contracts import CONTRACTS, LAST_TWO
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

POSITIONS: Final = 20_000
"""Positions of an ending that are looked at before a search has to do."""


class KingThoughts(Thoughts[KingRules]):
    """Lays any card that is legal, until somebody can count the cards."""

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
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

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Takes a trick that costs, as the last who plays, though it could be ducked; or not with the highest card."""
        state, rules = seen.state, self.rules
        assert isinstance(state, KingState)
        contract = CONTRACTS.get(state.contract)
        if state.moment != "play" or contract is None or contract.sign > 0:
            return False
        if not state.trick or len(state.trick) != len(state.players) - 1 or not move.cards:
            return False
        count = rules.count(state)
        if count.slam is not None or any(each > 0 for _, each in count.groups):
            return False  # Some tricks are worth having.
        ends = count.last_two and state.places[seen.seat].bit_count() <= LAST_TWO
        costs = bool(count.trick or ends or count.cards & (cards_of(state.trick) | move.cards))
        card = only_card(move.cards)
        others = [only_card(one.cards) for one in moves if one.cards]
        takes = {one: self._takes(state, one) for one in (card, *others)}
        if not takes[card]:
            return False
        if not all(takes.values()):
            return costs
        # What costs by itself may be higher, and stay.
        counts = count.cards
        return any(
            rules.height(one, state.trump) > rules.height(card, state.trump)
            and (counts >> one & 1) <= (counts >> card & 1)
            for one in others
        )

    def _takes(self, state: KingState, card: Card) -> bool:
        return self.rules.winner_of((*state.trick, card), state.trump, state.led) == len(state.trick)

    def pick(self, state: KingState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Any move."""
        return moves[int(rng.random() * len(moves))]


def make(rules: AnyRules) -> KingThoughts:
    assert isinstance(rules, KingRules)
    return KingThoughts(rules)
