"""Tricks: which cards follow the suit that was led, and which card wins.

All trumps together are one suit of their own, whatever is printed on them, so that a jack that is a trump neither
follows nor leads the suit it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtable.cards import RANKS, Card, Cards, cards_of, rank_of, suit_of


class Suits:
    """The suits of a game of tricks, and the order of the cards in them.

    `trumps` are named from the lowest to the highest (none in a game without); `ranks` is the order of the plain suits,
    lowest first. Cards of the deck that are neither are no cards of this game.
    """

    def __init__(self, deck: Iterable[Card], trumps: Sequence[Card], ranks: str = RANKS) -> None:
        self.trumps: Cards = cards_of(trumps)
        size = max([*deck, *trumps]) + 1
        order = {card: index for index, card in enumerate(trumps)}
        plain = [card for card in deck if card not in order]
        self.plain: Cards = cards_of(plain)
        order |= {card: ranks.index(RANKS[rank_of(card)]) for card in plain}
        suits = [cards_of(card for card in plain if suit_of(card) == suit) for suit in range(4)]
        follow, beaters = [0] * size, [0] * size
        for card in (*plain, *trumps):
            suit = suits[suit_of(card) or 0] if self.plain >> card & 1 else self.trumps
            follow[card] = suit
            beaters[card] = cards_of(other for other in order if suit >> other & 1 and order[other] > order[card])
            if self.plain >> card & 1:
                beaters[card] |= self.trumps
        self.follow: tuple[Cards, ...] = tuple(follow)
        """By card led the cards that follow it: those of its suit, or all trumps."""
        self.beaters: tuple[Cards, ...] = tuple(beaters)
        """By card that wins a trick so far the cards that would win it instead."""
        self.strength: tuple[int, ...] = tuple(order.get(card, -1) for card in range(size))
        """By card its place in its suit, 0 the lowest."""

    def winner(self, trick: Sequence[Card]) -> int:
        """Which card of a trick wins it, 0 for the one that was led; the highest trump, or the highest of the suit."""
        best = 0
        for index in range(1, len(trick)):
            if self.beaters[trick[best]] >> trick[index] & 1:
                best = index
        return best
