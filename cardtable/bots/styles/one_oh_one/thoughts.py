"""What a search is told of 101 at larger tables: playouts get rid of points, and keep what orders a suit.

Two players are better searched for with the general habit, which measured better there.
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
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.state import OneOhOneState

POINT: Final = 16
"""What a point in the hand counts, where every card left of the suit that is ordered counts one."""
NOT_ONE: Final = -50
"""What it is worth, in points, to lay no card, or several at once."""
LEAST: Final = -1_000
"""Moves that count no more than this are all alike, and the first of them is made."""


class OneOhOneThoughts(Thoughts[OneOhOneRules]):
    """The dearest card goes first, those that order a suit last, and then the longest suit is ordered."""

    def __init__(self, rules: OneOhOneRules) -> None:
        super().__init__(rules)
        self._worth = {
            1 << card: card_points(rules.options, 1 << card) - (KEEP if rules.order_cards >> card & 1 else 0)
            for card in bits(rules.all_cards)
        }

    def pick(self, state: OneOhOneState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """What rids the hand of most points; where all can be laid down at once, that."""
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
    """The thoughts for a game of 101."""
    assert isinstance(rules, OneOhOneRules)
    return OneOhOneThoughts(rules) if rules.seats > 2 else Thoughts(rules)
