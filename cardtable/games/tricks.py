"""Tricks: which cards follow the suit led, which card wins, and what the cards of a trick count.

All trumps form one suit of their own, whatever suit is printed on them: a jack that is a trump neither follows nor
leads its printed suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cardtable.cards import ONE, RANKS, Card, Cards, cards_of, rank_of, suit_of
from cardtable.engine.text import Suit, Text, faces, say


class Suits:
    """The suits of a trick-taking game, and the order of the cards in them.

    `trumps` are listed from the lowest to the highest (empty in a game without trumps); `ranks` is the order of the
    plain suits, lowest first. Cards of the deck in neither are not used in the game.
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
        """For each card led, the cards that follow it: those of its suit, or all trumps."""
        self.beaters: tuple[Cards, ...] = tuple(beaters)
        """For each card that is winning a trick, the cards that would beat it."""
        self.strength: tuple[int, ...] = tuple(order.get(card, -1) for card in range(size))
        """For each card, its place in its suit, 0 for the lowest."""

    def winner(self, trick: Sequence[Card]) -> int:
        """Index of the winning card of a trick, 0 for the card led: the highest trump, or the highest of its suit."""
        best = trick[0]
        beaters = self.beaters[best]
        for card in trick:
            if beaters & ONE[card]:
                best, beaters = card, self.beaters[card]
        return trick.index(best)


@lru_cache(maxsize=256)
def suits_of_cards(deck: tuple[Card, ...], trumps: tuple[Card, ...], ranks: str = RANKS) -> Suits:
    """The suits of these cards, built once and shared by all tables that play with them."""
    return Suits(deck, trumps, ranks)


POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
"""What a card of each rank counts in Bura and Kozel; the other ranks count nothing (B-01, K-01)."""
_FIRST: Final = 4 * RANKS.index("T")
"""The lowest card that counts; the sixes to the nines are below it."""
_HALF: Final = (52 - _FIRST) // 2


def _sums(cards: range) -> tuple[int, ...]:
    """The total of every set of these cards; in the index the first card is the lowest bit."""
    sums = [0]
    for card in cards:
        points = POINTS[RANKS[rank_of(card)]]
        sums += [points + others for others in sums]
    return tuple(sums)


_LOW_SUMS: Final = _sums(range(_FIRST, _FIRST + _HALF))
_HIGH_SUMS: Final = _sums(range(_FIRST + _HALF, _FIRST + 2 * _HALF))
_LOW_SETS: Final = len(_LOW_SUMS) - 1


def points_of(cards: Cards) -> int:
    """The card points of a set: ace 11, ten 10, king 4, queen 3, jack 2 (B-01, K-01); one pack."""
    # Two look-ups, because this is called after every trick.
    counting = cards >> _FIRST
    return _LOW_SUMS[counting & _LOW_SETS] + _HIGH_SUMS[counting >> _HALF]


def asked(suit: int, following: Cards, playable: Cards, hand: Cards, trumps: Cards) -> Text:
    """The prompt for a player when this suit was led: to follow it, or what to play when unable to follow.

    `following` are the cards of the hand that follow the lead, `playable` those that may be played.
    """
    led = Suit(suit)
    if following:
        return say("Play any card.") if following != playable == hand else say("Follow {suit}.", suit=led)
    if playable == hand:
        return say("You have no {suit}: play any card.", suit=led)
    if playable & trumps == playable:
        return say("You have no {suit}: play a trump.", suit=led)
    return say("You have no {suit}: play {cards}.", suit=led, cards=faces(playable))
