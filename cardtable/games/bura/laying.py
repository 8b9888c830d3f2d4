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


class _Singles(dict[Cards, tuple[Move, ...]]):
    """The replies that lay one of a set of cards, made when they are first asked for."""

    def __missing__(self, cards: Cards) -> tuple[Move, ...]:
        moves = self[cards] = tuple([_REPLIES[1 << card] for card in bits(cards)])
        return moves


_REPLIES: Final = _Plays("reply")
_SINGLES: Final = _Singles()
# Hands are looked up by thirds of the pack: there are few sets of so few cards in each, and small tables stay at hand.
_THIRD: Final = len(DECK) // 3
_LOW, _MIDDLE, _HIGH = (cards_of(DECK[first : first + _THIRD]) for first in range(0, len(DECK), _THIRD))
LEADS: Final[dict[Cards, tuple[Move, ...]]] = {
    cards: set_moves("lead", cards, HAND)
    for suit in SUIT_CARDS
    for size in range(HAND + 1)
    for cards in map(cards_of, combinations(bits(suit & cards_of(DECK)), size))
}
"""By cards of one suit the leads that lay some of them (B-08)."""


def replies(hand: Cards, count: int) -> tuple[Move, ...]:
    """The replies that lay so many cards of a hand of up to four (B-09)."""
    if count == 1:
        singles = _SINGLES
        return singles[hand & _LOW] + singles[hand & _MIDDLE] + singles[hand & _HIGH]
    moves = _REPLIES
    if hand.bit_count() == count:
        return (moves[hand],)
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
