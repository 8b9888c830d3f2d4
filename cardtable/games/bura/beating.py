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
"""The sets of aces that can make a hand Moscow."""
FOUR_ENDS_OF: Final = {
    "aces": frozenset([ACES & cards_of(DECK)]),
    "aces_or_tens": frozenset([ACES & cards_of(DECK), TENS & cards_of(DECK)]),
    "aces_and_tens": frozenset(cards_of(chosen) for chosen in combinations(bits((ACES | TENS) & cards_of(DECK)), 4)),
}
"""For each option value, the hands that may be four ends; a mix of aces and tens also needs a trump (B-16, B-25)."""
PRIME: Final = 65239


@cache
def one_suit(size: int) -> tuple[frozenset[Cards], ...]:
    """For each suit, the full hands of this size in that suit alone: bura in trumps, molodka in a plain suit."""
    return tuple(
        frozenset(cards_of(chosen) for chosen in combinations(bits(suit & cards_of(DECK)), size)) for suit in SUIT_CARDS
    )


@cache
def calling(size: int, four_ends: str) -> frozenset[int]:
    """The remainders modulo `PRIME` of the hands that may be called in W2; hardly any other hand shares one.

    The hands are all that may be bura, molodka, Moscow or four ends with a full hand of this size (B-15, B-16). Hashing
    the sets themselves would make all of them collide: a hash table uses the lowest sixteen bits, which no card uses.
    """
    hands = frozenset().union(*one_suit(size), FOUR_ENDS_OF[four_ends])
    hands |= {hand for aces in THREE_ACES for hand in (aces | 1 << card for card in DECK)}
    return frozenset(hand % PRIME for hand in hands if hand.bit_count() <= MOST_CARDS)


def _higher(card: Card) -> Cards:
    """The higher cards of its suit."""
    suit = next(cards for cards in SUIT_CARDS if cards >> card & 1)
    rank = next(index for index, letter in enumerate(ORDER) if RANK_CARDS[RANKS.index(letter)] >> card & 1)
    above = 0
    for letter in ORDER[rank + 1 :]:
        above |= RANK_CARDS[RANKS.index(letter)]
    return suit & above & cards_of(DECK)


HIGHER: Final = tuple([_higher(card) if card in DECK else 0 for card in range(DECK[-1] + 1)])
"""For each card, the higher cards of its suit."""
BEATERS: Final = tuple(
    [
        tuple([higher | (0 if trumps >> card & 1 else trumps) for card, higher in enumerate(HIGHER)])
        for trumps in [suit & cards_of(DECK) for suit in SUIT_CARDS]
    ]
)
"""`BEATERS[trump][card]` is the set of cards that beat `card` when `trump` is the trump suit (B-10)."""


def beats_each(best: Cards, reply: Cards, beaters: tuple[Cards, ...]) -> bool:
    """Whether two plays of equal length can be paired off so that every card of the first is beaten (B-11)."""
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
    # A card that beats nothing has no partner; with one or two cards that all have a partner, a pairing always exists.
    return together == reply and (len(ways) < 3 or _matched(ways, reply))


def _matched(ways: list[Cards], free: Cards) -> bool:
    """Whether each of these sets can be given a different card from `free`."""
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
    """Whether the cards can be paired off all by rank in suit, or all by a trump over a plain card (B-11)."""
    trumps = SUIT_CARDS[trump]
    return beats_each(best, reply, HIGHER) or not (best & trumps or reply & ~trumps)
