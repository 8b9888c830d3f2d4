"""What a search is told of King: playouts mostly duck where tricks cost and take where they pay, else lay any card."""

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
from cardtable.games.king.contracts import CONTRACTS, JOKERS, LAST_TWO
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

HABIT: Final = 0.7
"""How often a playout goes by habit: under fourteen contracts no one habit is always right."""
TAKES: Final = 1_000
COUNTS: Final = 100
"""What taking the trick, and a card that counts, weigh in a habit against the rank of the card."""
POSITIONS: Final = 20_000
"""Positions of an ending that are looked at before a search has to do."""


class KingThoughts(Thoughts[KingRules]):
    """Ducks with the highest card that it can and throws what counts, or takes; until somebody can count the cards."""

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
        """Mostly what habit says, else any move."""
        if state.moment != "play" or state.penalty >= 0 or rng.random() >= HABIT:
            return moves[int(rng.random() * len(moves))]
        rules, trick = self.rules, state.trick
        pays = CONTRACTS[state.contract].sign > 0
        counted = rules.count(state).cards
        beaters, last = 0, False
        if trick:
            top = trick[rules.winner_of(trick, state.trump, state.led)]
            # What is done to a joker (G-29) no habit knows.
            beaters = 0 if JOKERS >> top & 1 else rules.tricks.beaters[state.trump][top]
            last = len(trick) + 1 == len(state.players)
        chosen, best = moves[0], -2 * TAKES
        for move in moves:
            cards = move[1]
            value = rank = cards.bit_length() >> 2
            if not trick:
                value = rank if pays else -rank
            elif cards & beaters:
                value = TAKES + (-rank if last else rank) if pays else -TAKES + (rank if last else -rank)
                value -= 0 if pays or not cards & counted else COUNTS
            elif pays:
                value = -rank
            elif cards & counted:
                value += COUNTS
            if value > best:
                best, chosen = value, move
        return chosen


def make(rules: AnyRules) -> KingThoughts:
    assert isinstance(rules, KingRules)
    return KingThoughts(rules)
