"""The moves that lay cards, shared by all deals: leads of one suit, replies of equal length (B-08, B-09)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from cardtable.cards import ONE, SUIT_CARDS, Cards, bits, cards_of
from cardtable.engine.moves import Move, set_moves
from cardtable.games.bura.beating import DECK
from cardtable.games.bura.options import MOST_CARDS


class _Plays(dict[Cards, Move]):
    """The shared move that lays this set of cards, created on first use."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        self._verb = verb

    def __missing__(self, cards: Cards) -> Move:
        move = self[cards] = Move(self._verb, cards)
        return move


_REPLIES: Final = _Plays("reply")
# Single replies are looked up by thirds of the pack, so that the tables are small enough for the processor's cache.
_THIRD: Final = len(DECK) // 3
_THIRD_SETS: Final = (1 << _THIRD) - 1
_LOW_FIRST, _MIDDLE_FIRST, _HIGH_FIRST = DECK[::_THIRD]


def _singles(first: int) -> tuple[tuple[Move, ...], ...]:
    """For each set of cards in a third of the pack, the replies that lay one of them; bit 0 is its first card."""
    sets = [chosen << first for chosen in range(_THIRD_SETS + 1)]
    # No hand has more than `MOST_CARDS` cards.
    return tuple(
        [
            tuple([_REPLIES[ONE[card]] for card in bits(cards)]) if cards.bit_count() <= MOST_CARDS else ()
            for cards in sets
        ]
    )


_LOW, _MIDDLE, _HIGH = map(_singles, (_LOW_FIRST, _MIDDLE_FIRST, _HIGH_FIRST))


def _of_suit(suit: Cards) -> tuple[tuple[Move, ...], ...]:
    """Indexed by remainder: for each set of up to four cards of a suit, the leads that use some of them."""
    found: list[tuple[Move, ...]] = [()] * _REMAINDERS
    cards = bits(suit & cards_of(DECK))
    for size in range(MOST_CARDS + 1):
        for held in map(cards_of, combinations(cards, size)):
            found[held % _REMAINDERS] = set_moves("lead", held, MOST_CARDS)
    return tuple(found)


_REMAINDERS: Final = 511
"""Dividing a set of cards of one suit by this leaves a remainder with a separate bit for each of the nine cards."""
_SUITS: Final = tuple((suit, _of_suit(suit)) for suit in SUIT_CARDS)
(_SPADES, _SPADE_LEADS), (_HEARTS, _HEART_LEADS), (_DIAMONDS, _DIAMOND_LEADS), (_CLUBS, _CLUB_LEADS) = _SUITS


def leads(hand: Cards) -> tuple[Move, ...]:
    """The leads of a hand of up to four cards: any cards of one suit (B-08)."""
    return (
        _SPADE_LEADS[(hand & _SPADES) % _REMAINDERS]
        + _HEART_LEADS[(hand & _HEARTS) % _REMAINDERS]
        + _DIAMOND_LEADS[(hand & _DIAMONDS) % _REMAINDERS]
        + _CLUB_LEADS[(hand & _CLUBS) % _REMAINDERS]
    )


def replies(hand: Cards, best: Cards) -> tuple[Move, ...]:
    """The replies from a hand of up to four cards: as many cards as the best play has (B-09)."""
    count = best.bit_count()
    if count == 1:
        upper = hand >> _MIDDLE_FIRST
        return _LOW[hand >> _LOW_FIRST & _THIRD_SETS] + _MIDDLE[upper & _THIRD_SETS] + _HIGH[upper >> _THIRD]
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
