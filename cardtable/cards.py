"""Cards, sets of cards and packs.

A card is a small number, one for every physical card: 54 ids a pack, rank by rank from the twos up to the aces (within
a rank spades, hearts, diamonds, clubs), then the black and the red joker. A second pack goes on at 54, so that two
equal faces stay two cards. A set of cards is an int with one bit a card. Hot loops lean on both being plain ints.

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
"""A set of cards, one bit a card."""

RANKS = "23456789TJQKA"
SUITS = "shdc"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
PACK = 54
MAX_PACKS = 4
BLACK_JOKER, RED_JOKER = 52, 53
JOKER_RANK = 13

HIDDEN: Card = -1
"""A card that lies face down for the one who looks."""

ALL_CARDS: Cards = (1 << PACK * MAX_PACKS) - 1


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace, `JOKER_RANK` for a joker."""
    face = card % PACK
    return face // 4


def suit_of(card: Card) -> int | None:
    """0 to 3 in the order of `SUITS`; None for a joker."""
    face = card % PACK
    return face % 4 if face < 52 else None


ONE: tuple[Cards, ...] = tuple(1 << card for card in range(PACK * MAX_PACKS))
"""The set of just this card; a look-up makes no new number, as a shift does."""


def cards_of(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


RANK_CARDS: tuple[Cards, ...] = tuple(
    cards_of(card for card in range(PACK * MAX_PACKS) if rank_of(card) == rank) for rank in range(JOKER_RANK + 1)
)
"""All cards of a rank, whatever the pack."""
SUIT_CARDS: tuple[Cards, ...] = tuple(
    cards_of(card for card in range(PACK * MAX_PACKS) if suit_of(card) == suit) for suit in range(4)
)
"""All cards of a suit, whatever the pack."""
RANK_MATES: tuple[Cards, ...] = tuple(RANK_CARDS[rank_of(card)] for card in range(PACK * MAX_PACKS))
"""All cards of the rank of this card, itself among them."""


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
    """The card of a set that holds just one; of several the highest id, as good as any where all are of one rank."""
    return cards.bit_length() - 1


@cache
def card_text(card: Card) -> str:
    """`"Th"` the ten of hearts, `"Xr"` the red joker, `"9s'"` the nine of spades of another pack, `"?"` any card."""
    if card == HIDDEN:
        return "?"
    pack, face = divmod(card, PACK)
    if face >= 52:
        name = "Xb" if face == BLACK_JOKER else "Xr"
    else:
        name = RANKS[face // 4] + SUITS[face % 4]
    return name + "'" * pack


def cards_text(cards: Cards) -> str:
    """The cards of a set with blanks between, in the order of their ids."""
    return " ".join(map(card_text, bits(cards)))


_BY_TEXT: dict[str, Card] = {card_text(card): card for card in range(PACK * MAX_PACKS)}


class BadCard(ValueError):
    """A text that names no card, or one card twice."""

    def __init__(self, word: str, *, twice: bool = False) -> None:
        what = "is named twice" if twice else f"is no card: a rank of {RANKS} and a suit of {SUITS}, such as Th"
        super().__init__(f"{word!r} {what}")
        self.word = word
        self.twice = twice


def parse_card(text: str) -> Card:
    """The card that a text such as `"Th"` names; upper or lower case, `10` for T.

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
    """The set that a text such as `"6s Th"` names. Raises BadCard, also for a card named twice."""
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
    """The places of a deck from the last to the second, and how many cards there are up to each."""
    return tuple([(last, float(last + 1)) for last in range(size - 1, 0, -1)])


def shuffle(deck: list[Card], rng: Random) -> None:
    """Puts the cards into an order that depends on nothing but them and the numbers that come next.

    Our own Fisher-Yates over `Random.random()`: Python promises the numbers of that method for ever, but not the
    way `Random.shuffle` uses them, and an old record must stay replayable.
    """
    random = rng.random
    for last, count in _choices(len(deck)):
        other = floor(random() * count)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card


def shuffled(cards: Iterable[Card], seed: int) -> tuple[Card, ...]:
    """The cards in an order that depends on nothing but them and the seed.

    A seed below 0 is an order that somebody named (`named_order`). Raises ValueError where it does not fit the cards.
    """
    deck = list(cards)
    if seed < 0:
        return _as_named(deck, -seed)
    shuffle(deck, Random(seed))
    return tuple(deck)


_ORDER_BASE = PACK * MAX_PACKS + 2


def named_order(cards: Iterable[Card]) -> int:
    """The seed with which `shuffled` gives this order, HIDDEN for a card that does not matter; the rest comes last.

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
