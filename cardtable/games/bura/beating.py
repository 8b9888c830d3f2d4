"""What beats what in Bura, and which hands are combinations (B-01, B-10, B-11, B-15, B-16, B-25)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, bits, cards_of, pack
from cardtable.games.bura.options import MOST_CARDS

DECK: Final = pack(36)
ORDER: Final = "6789JQKTA"
"""The ranks, lowest first."""
ACES, TENS = (RANK_CARDS[RANKS.index(rank)] for rank in "AT")
THREE_ACES: Final = frozenset(
    cards_of(chosen) for size in (3, 4) for chosen in combinations(bits(ACES & cards_of(DECK)), size)
)
"""What the aces of a hand must be for Moscow."""
FOUR_ENDS_OF: Final = {
    "aces": frozenset([ACES & cards_of(DECK)]),
    "aces_or_tens": frozenset([ACES & cards_of(DECK), TENS & cards_of(DECK)]),
    "aces_and_tens": frozenset(cards_of(chosen) for chosen in combinations(bits((ACES | TENS) & cards_of(DECK)), 4)),
}
"""By option the hands that may be four ends; of aces and tens those that hold a trump are (B-16, B-25)."""
PRIME: Final = 65239


@cache
def one_suit(size: int) -> tuple[frozenset[Cards], ...]:
    """By suit the full hands of so many cards that hold nothing else: bura in trumps, molodka in a plain suit."""
    return tuple(
        frozenset(cards_of(chosen) for chosen in combinations(bits(suit & cards_of(DECK)), size)) for suit in SUIT_CARDS
    )


@cache
def calling(size: int, four_ends: str) -> frozenset[int]:
    """What hands that may be called in W2 leave when they are divided by the prime; hardly another leaves the same.

    Those are all that may be bura, molodka, Moscow or four ends where a full hand has so many cards (B-15, B-16).
    Nobody has the lowest sixteen bits, by which sets of cards would stand in a hash table: all of them would collide.
    """
    hands = frozenset().union(*one_suit(size), FOUR_ENDS_OF[four_ends])
    hands |= {hand for aces in THREE_ACES for hand in (aces | 1 << card for card in DECK)}
    return frozenset(hand % PRIME for hand in hands if hand.bit_count() <= MOST_CARDS)


def _higher(card: Card) -> Cards:
    """The cards of its suit that rank above it."""
    suit = next(cards for cards in SUIT_CARDS if cards >> card & 1)
    rank = next(index for index, letter in enumerate(ORDER) if RANK_CARDS[RANKS.index(letter)] >> card & 1)
    above = 0
    for letter in ORDER[rank + 1 :]:
        above |= RANK_CARDS[RANKS.index(letter)]
    return suit & above & cards_of(DECK)


HIGHER: Final = tuple([_higher(card) if card in DECK else 0 for card in range(DECK[-1] + 1)])
"""By card the cards of its suit that rank above it."""
BEATERS: Final = tuple(
    [
        tuple([higher | (0 if trumps >> card & 1 else trumps) for card, higher in enumerate(HIGHER)])
        for trumps in [suit & cards_of(DECK) for suit in SUIT_CARDS]
    ]
)
"""By trump suit and card the cards that beat it (B-10)."""


def beats_each(best: Cards, reply: Cards, beaters: tuple[Cards, ...]) -> bool:
    """Whether the cards of two equally long plays can be matched so that every card of the first is beaten (B-11)."""
    ways = []
    together = 0
    while best:
        card = best & -best
        best ^= card
        fitting = reply & beaters[card.bit_length() - 1]
        if not fitting:
            return False
        together |= fitting
        ways.append(fitting)
    # A card that beats nothing has no partner; of two cards each with a partner nothing else can go wrong.
    return together == reply and (len(ways) < 3 or _matched(ways, reply))


def _matched(ways: list[Cards], free: Cards) -> bool:
    """Whether each of these sets can be given a free card of its own."""
    if not ways:
        return True
    fitting = ways[0] & free
    while fitting:
        card = fitting & -fitting
        fitting ^= card
        if _matched(ways[1:], free ^ card):
            return True
    return False


def beats_uniformly(best: Cards, reply: Cards, trump: int) -> bool:
    """Whether every pair of a matching is by rank in its suit, or every pair by a trump over a plain card (B-11)."""
    trumps = SUIT_CARDS[trump]
    return beats_each(best, reply, HIGHER) or not (best & trumps or reply & ~trumps)
