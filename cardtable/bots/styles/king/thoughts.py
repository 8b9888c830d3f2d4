"""What a search knows about King: playouts mostly duck where tricks cost and take where they pay, or play anything."""

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
"""How often a playout goes by habit: no single habit is right under all fourteen contracts."""
TAKES: Final = 1_000
COUNTS: Final = 100
"""The weights, against the card's rank, of taking the trick and of a card that counts."""
POSITIONS: Final = 20_000
"""Positions visited in an ending before falling back to a search."""


class KingThoughts(Thoughts[KingRules]):
    """Ducks with its highest card and discards cards that count, or takes where tricks pay; solves endings once all is
    known.
    """

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
        """The moves proven best, once the place of every card is known."""
        state = seen.state
        assert isinstance(state, KingState)
        if state.moment != "play":
            return None
        world = self.rules.only_world(seen)
        if world is None:
            return None
        return best_moves(self.rules, world, seen.seat, 0, moves, POSITIONS, sides=self.rules.seats == 2)

    def endings(self, state: KingState, seat: Seat, friends: Seats) -> TricksSolver | None:
        """A solver for the last tricks with two players. With more, one player's gain is not simply another's loss."""
        return TricksSolver(self.rules, seat, friends, 0) if state.moment == "play" and self.rules.seats == 2 else None

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether the last player takes a costly trick that could be ducked, or takes a trick with less than the
        highest card.
        """
        state, rules = seen.state, self.rules
        assert isinstance(state, KingState)
        contract = CONTRACTS.get(state.contract)
        if state.moment != "play" or contract is None or contract.sign > 0:
            return False
        if not state.trick or len(state.trick) != len(state.players) - 1 or not move.cards:
            return False
        count = rules.count(state)
        if count.slam is not None or any(each > 0 for _, each in count.groups):
            return False  # Some tricks are worth taking.
        ends = count.last_two and state.places[seen.seat].bit_count() <= LAST_TWO
        costs = bool(count.trick or ends or count.cards & (cards_of(state.trick) | move.cards))
        card = only_card(move.cards)
        others = [only_card(one.cards) for one in moves if one.cards]
        takes = {one: self._takes(state, one) for one in (card, *others)}
        if not takes[card]:
            return False
        if not all(takes.values()):
            return costs
        # A higher card that itself costs is rightly kept.
        counts = count.cards
        return any(
            rules.height(one, state.trump) > rules.height(card, state.trump)
            and (counts >> one & 1) <= (counts >> card & 1)
            for one in others
        )

    def _takes(self, state: KingState, card: Card) -> bool:
        return self.rules.winner_of((*state.trick, card), state.trump, state.led) == len(state.trick)

    def pick(self, state: KingState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Mostly the habitual move, else a random one."""
        if state.moment != "play" or state.penalty >= 0 or rng.random() >= HABIT:
            return moves[int(rng.random() * len(moves))]
        rules, trick = self.rules, state.trick
        pays = CONTRACTS[state.contract].sign > 0
        counted = rules.count(state).cards
        beaters, last = 0, False
        if trick:
            top = trick[rules.winner_of(trick, state.trump, state.led)]
            # Habit ignores the special rules for jokers (G-29).
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
