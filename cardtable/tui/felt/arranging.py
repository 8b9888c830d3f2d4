"""The ways a player can sort their hand."""

from __future__ import annotations

from typing import Final

from cardtable.cards import HIDDEN, Card, rank_of, suit_of

ORDERS: Final = ("game", "suit", "rank")
"""The game's own order; by suit, trumps on the right; or by rank."""
_BLACK_AND_RED: Final = (0, 1, 3, 2)
"""Spades, hearts, clubs, diamonds: colours alternate, so that suits of one colour are never next to each other."""


def in_order(cards: tuple[Card, ...], order: str, trump: int | None) -> tuple[Card, ...]:
    """Returns the cards in this order; a face-down hand stays as it is."""
    if order == "game" or HIDDEN in cards:
        return cards

    def by_suit(card: Card) -> tuple[int, int]:
        suit = suit_of(card)
        place = 9 if suit is None else 8 if suit == trump else _BLACK_AND_RED.index(suit)
        return place, rank_of(card) if suit is not None else card

    def by_rank(card: Card) -> tuple[int, int]:
        suit = suit_of(card)
        return (99, card) if suit is None else (rank_of(card), _BLACK_AND_RED.index(suit))

    return tuple(sorted(cards, key=by_suit if order == "suit" else by_rank))
