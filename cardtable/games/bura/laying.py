"""The moves that lay cards, shared by all deals: leads of one suit, replies of so many cards (B-08, B-09)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from cardtable.cards import SUIT_CARDS, Cards, bits, cards_of
from cardtable.engine.moves import Move, set_moves
from cardtable.games.bura.beating import DECK
from cardtable.games.bura.options import HAND


class _Plays(dict[Cards, Move]):
    """The shared move that lays this set of cards, made when it is first asked for."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        self._verb = verb

    def __missing__(self, cards: Cards) -> Move:
        move = self[cards] = Move(self._verb, cards)
        return move


_REPLIES: Final = _Plays("reply")
LEADS: Final[dict[Cards, tuple[Move, ...]]] = {
    cards: set_moves("lead", cards, HAND)
    for suit in SUIT_CARDS
    for size in range(HAND + 1)
    for cards in map(cards_of, combinations(bits(suit & cards_of(DECK)), size))
}
"""By cards of one suit the leads that lay some of them (B-08)."""


def replies(hand: Cards, count: int) -> tuple[Move, ...]:
    """The replies that lay so many cards of a hand of up to four (B-09)."""
    if hand.bit_count() == count:
        return (_REPLIES[hand],)
    moves = _REPLIES
    if count == 1:
        found = []
        while hand:
            card = hand & -hand
            hand ^= card
            found.append(moves[card])
        return tuple(found)
    first = hand & -hand
    rest = hand ^ first
    second = rest & -rest
    rest ^= second
    third = rest & -rest
    fourth = rest ^ third
    if not fourth:
        return moves[first | second], moves[first | third], moves[second | third]
    if count == 3:
        return moves[hand ^ fourth], moves[hand ^ third], moves[hand ^ second], moves[hand ^ first]
    return (
        moves[first | second],
        moves[first | third],
        moves[first | fourth],
        moves[second | third],
        moves[second | fourth],
        moves[third | fourth],
    )
