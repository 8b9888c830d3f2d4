"""Cards, sets of cards and packs.

A card is a small number, one for every physical card: 54 ids per pack, rank by rank from the twos up to the aces
(within a rank spades, hearts, diamonds, clubs), then the black and the red joker. A second pack continues at 54, so
that two equal faces remain two cards. A set of cards is an int with one bit per card. Hot loops rely on both being
plain ints.

>>> cards_text(parse_cards("Th 6s 9h"))
'6s 9h Th'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import floor
from random import Random

Card = int
"""One physical card."""
Cards = int
"""A set of cards, one bit per card."""

RANKS = "23456789TJQKA"
SUITS = "shdc"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
PACK = 54
MAX_PACKS = 4
BLACK_JOKER, RED_JOKER = 52, 53
JOKER_RANK = 13

HIDDEN: Card = -1
"""A card that is face down for the observer."""

ALL_CARDS: Cards = (1 << PACK * MAX_PACKS) - 1


def rank_of(card: Card) -> int:
    """The rank from 0 for a two to 12 for an ace; `JOKER_RANK` for a joker."""
    face = card % PACK
    return face // 4


def suit_of(card: Card) -> int | None:
    """The suit from 0 to 3 in the order of `SUITS`; None for a joker."""
    face = card % PACK
    return face % 4 if face < 52 else None


ONE: tuple[Cards, ...] = tuple(1 << card for card in range(PACK * MAX_PACKS))
"""The set of just one card; unlike a shift, a look-up creates no new number."""


def cards_of(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    found = 0
    for card in cards:
        found |= ONE[card]
    return found


RANK_CARDS: tuple[Cards, ...] = tuple(
    cards_of(card for card in range(PACK * MAX_PACKS) if rank_of(card) == rank) for rank in range(JOKER_RANK + 1)
)
"""All cards of a rank, from all packs."""
SUIT_CARDS: tuple[Cards, ...] = tuple(
    cards_of(card for card in range(PACK * MAX_PACKS) if suit_of(card) == suit) for suit in range(4)
)
"""All cards of a suit, from all packs."""
RANK_MATES: tuple[Cards, ...] = tuple(RANK_CARDS[rank_of(card)] for card in range(PACK * MAX_PACKS))
"""All cards of the same rank as this card, itself included."""


def bits(cards: Cards) -> list[Card]:
    """The cards of a set, lowest id first."""
    found = []
    while cards:
        highest = cards.bit_length() - 1
        found.append(highest)
        cards -= ONE[highest]
    found.reverse()
    return found


def only_card(cards: Cards) -> Card:
    """The card in a set of one; of several the highest id, which is good enough if all have the same rank."""
    return cards.bit_length() - 1


@cache
def card_text(card: Card) -> str:
    """`"Th"` the ten of hearts, `"Xr"` the red joker, `"9s'"` the nine of spades from another pack, `"?"` any card."""
    if card == HIDDEN:
        return "?"
    pack, face = divmod(card, PACK)
    if face >= 52:
        name = "Xb" if face == BLACK_JOKER else "Xr"
    else:
        name = RANKS[face // 4] + SUITS[face % 4]
    return name + "'" * pack


def cards_text(cards: Cards) -> str:
    """The cards of a set separated by spaces, in the order of their ids."""
    return " ".join(map(card_text, bits(cards)))


_BY_TEXT: dict[str, Card] = {card_text(card): card for card in range(PACK * MAX_PACKS)}


class BadCard(ValueError):
    """A text that does not name a card, or names one twice."""

    def __init__(self, word: str, *, twice: bool = False) -> None:
        what = "is named twice" if twice else f"is no card: a rank of {RANKS} and a suit of {SUITS}, such as Th"
        super().__init__(f"{word!r} {what}")
        self.word = word
        self.twice = twice


def parse_card(text: str) -> Card:
    """Parses a card such as `"Th"`; upper or lower case, `10` for T.

    Raises BadCard.
    """
    if text in _BY_TEXT:
        return _BY_TEXT[text]
    name = text.strip()
    if name.startswith("10"):
        name = "T" + name[2:]
    name = name[:1].upper() + name[1:].lower()
    try:
        return _BY_TEXT[name]
    except KeyError:
        raise BadCard(text) from None


def parse_cards(text: str) -> Cards:
    """Parses a set such as `"6s Th"`. Raises BadCard, also for a card named twice."""
    cards = 0
    for word in text.split():
        card = parse_card(word)
        if cards >> card & 1:
            raise BadCard(word, twice=True)
        cards |= 1 << card
    return cards


def pack(size: int) -> tuple[Card, ...]:
    """The cards of a pack of 24 (9 to A), 32 (7), 36 (6), 52 (2) or 54 (with jokers), in the order of their ids."""
    if size == PACK:
        return tuple(range(PACK))
    return tuple(range(52 - size, 52))


@cache
def _choices(size: int) -> tuple[tuple[int, float], ...]:
    """The indices of a deck from the last to the second, each with the number of cards up to it."""
    return tuple([(last, float(last + 1)) for last in range(size - 1, 0, -1)])


def shuffle(deck: list[Card], rng: Random) -> None:
    """Shuffles the cards into an order that depends only on them and on the generator's next numbers.

    A Fisher-Yates of our own using `Random.random()`: Python guarantees the numbers of that method for all time, but
    not the way `Random.shuffle` uses them, and old records must stay replayable.
    """
    random = rng.random
    for last, count in _choices(len(deck)):
        other = floor(random() * count)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card


def shuffled(cards: Iterable[Card], seed: int) -> tuple[Card, ...]:
    """The cards in an order that depends only on them and on the seed.

    A seed below 0 encodes a given order (`named_order`). Raises ValueError if it does not fit the cards.
    """
    deck = list(cards)
    if seed < 0:
        return _as_named(deck, -seed)
    shuffle(deck, Random(seed))
    return tuple(deck)


_ORDER_BASE = PACK * MAX_PACKS + 2


def named_order(cards: Iterable[Card]) -> int:
    """The seed for which `shuffled` gives this order, with HIDDEN for any card; the rest comes last.

    >>> cards = [parse_card(word) for word in "6s Th 9d".split()]
    >>> shuffled(cards, named_order([cards[2], HIDDEN, cards[0]])) == (cards[2], cards[1], cards[0])
    True
    """
    seed = 0
    for card in cards:
        seed = seed * _ORDER_BASE + card + 2
    return -seed


def _as_named(deck: list[Card], order: int) -> tuple[Card, ...]:
    named: list[Card] = []
    while order:
        order, digit = divmod(order, _ORDER_BASE)
        named.insert(0, digit - 2)
    for card in named:
        if card != HIDDEN and card not in deck:
            raise ValueError(f"{card_text(card)} is none of the {len(deck)} cards that are shuffled")
    if len(named) > len(deck):
        raise ValueError(f"{len(named)} cards are named, but {len(deck)} are shuffled")
    rest = iter([card for card in deck if card not in named])
    return (*[next(rest) if card == HIDDEN else card for card in named], *rest)
