"""What a search knows about 101 at larger tables: playouts shed points, and keep the cards that order a suit.

Two-player games use the general habit, which measured better there.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Thoughts
from cardtable.bots.styles.one_oh_one.steady import KEEP
from cardtable.cards import SUIT_CARDS, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.state import OneOhOneState

FEW: Final = 2
"""A player with this many cards or fewer is about to go out, and anything goes."""
POINT: Final = 16
"""The weight of a point in the hand, where each card left of the ordered suit counts one."""
NOT_ONE: Final = -50
"""The value, in points, of playing no card, or several at once."""
LEAST: Final = -1_000
"""Moves worth no more than this are all alike, and the first of them is made."""


class OneOhOneThoughts(Thoughts[OneOhOneRules]):
    """Keeps cards that order a suit until nothing else fits, and orders a suit it holds."""

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether a move orders though a plain card fits, orders a suit it lacks, or draws though a card fits."""
        state, orders = seen.state, self.rules.order_cards
        assert isinstance(state, OneOhOneState)
        hand = state.places[seen.seat]
        fits = any(one.cards and not one.cards & orders for one in moves)
        if not move.cards & orders:
            return fits and move.verb in ("draw", "pass")
        if hand.bit_count() <= FEW:
            return False
        others = [seat for seat in range(self.rules.seats) if seat != seen.seat and state.active >> seat & 1]
        if fits and all(state.size(seat) > FEW for seat in others):
            return True
        rest = hand & ~move.cards & ~orders
        return 0 < move.arg <= len(SUIT_CARDS) and bool(rest) and not rest & SUIT_CARDS[move.arg - 1]


class LargeTable(OneOhOneThoughts):
    """Plays the costliest card first and order cards last, and orders the longest suit."""

    def __init__(self, rules: OneOhOneRules) -> None:
        super().__init__(rules)
        self._worth = {
            1 << card: card_points(rules.options, 1 << card) - (KEEP if rules.order_cards >> card & 1 else 0)
            for card in bits(rules.all_cards)
        }

    def pick(self, state: OneOhOneState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Sheds the most points; goes out with the whole hand if possible."""
        worth = self._worth
        hand = state.places[seat]
        best, chosen = LEAST, moves[0]
        for move in moves:
            verb, cards, arg = move
            if verb == "dump":
                return move
            value = POINT * worth.get(cards, NOT_ONE)
            if cards and 0 < arg <= len(SUIT_CARDS):
                value += (hand & SUIT_CARDS[arg - 1] & ~cards).bit_count()
            if value > best:
                best, chosen = value, move
        return chosen


def make(rules: AnyRules) -> Thoughts[OneOhOneRules]:
    assert isinstance(rules, OneOhOneRules)
    return OneOhOneThoughts(rules) if rules.seats == 2 else LargeTable(rules)
