"""The cards in play, how they rank, and what beats what (D-02, D-15, D-60 to D-67)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cardtable.cards import (
    BLACK_JOKER,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JOKER_RANK,
    PACK,
    RANK_CARDS,
    RANKS,
    RED_JOKER,
    SPADES,
    SUIT_CARDS,
    Card,
    Cards,
    cards_of,
    pack,
    rank_of,
    suit_of,
)
from cardtable.games.durak.options import DurakOptions

QUEEN, ACE = RANKS.index("Q"), RANKS.index("A")
JOKERS: Cards = RANK_CARDS[JOKER_RANK]
COLOURS = {BLACK_JOKER: (SPADES, CLUBS), RED_JOKER: (HEARTS, DIAMONDS)}


def deck_of(options: DurakOptions) -> tuple[Card, ...]:
    one = pack(options.deck)
    return tuple(card + number * PACK for number in range(options.packs) for card in one)


def value(options: DurakOptions, card: Card) -> int:
    """The rank of a plain card within its suit; the queen is above the ace if the option says so (D-65)."""
    rank = rank_of(card)
    high = options.queen_rule == "top_of_every_suit" or (
        options.queen_rule == "top_of_spades" and suit_of(card) == SPADES
    )
    if not high or rank < QUEEN:
        return rank
    return len(RANKS) - 1 if rank == QUEEN else rank - 1


class Beaters(dict[int, dict[Card, Cards]]):
    """For each trump suit (-1 for no trumps) and attack card, the cards that beat it (D-15). Built on first use."""

    def __init__(self, options: DurakOptions) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, trump: int) -> dict[Card, Cards]:
        table = self[trump] = _beaters(self._options, trump)
        return table


@lru_cache(maxsize=256)
def _beaters(options: DurakOptions, trump: int) -> dict[Card, Cards]:
    deck = deck_of(options)
    return {attack: cards_of(card for card in deck if _beats(options, trump, card, attack)) for attack in deck}


def _beats(options: DurakOptions, trump: int, card: Card, attack: Card) -> bool:
    if JOKERS >> attack & 1:
        return False
    if JOKERS >> card & 1:
        return options.jokers == "any" or suit_of(attack) in COLOURS[card % PACK]
    if options.spades_only_by_spades and SUIT_CARDS[SPADES] >> attack & 1 and suit_of(card) != SPADES:
        return False
    if suit_of(card) == suit_of(attack):
        # D-88. The lowest rank is looked up only if it matters, because this runs for every pair of cards.
        over_ace = options.low_trump_over_ace and suit_of(card) == trump and rank_of(attack) == ACE
        if over_ace and rank_of(card) == lowest_rank(options):
            return True
        return value(options, card) > value(options, attack)
    return suit_of(card) == trump


def lowest_rank(options: DurakOptions) -> int:
    """The lowest rank among the cards in play, whatever ranks above the ace (D-02, D-60, D-87)."""
    return min(rank_of(card) for card in pack(options.deck) if suit_of(card) is not None)


def lowest_trumps(options: DurakOptions) -> tuple[Cards, ...]:
    """For each trump suit, the lowest trump of the pack, with its twin from a second pack (D-87, D-88)."""
    rank = lowest_rank(options)
    lowest = cards_of(card for card in deck_of(options) if rank_of(card) == rank)
    return tuple(lowest & suit for suit in SUIT_CARDS)


def by_value(options: DurakOptions) -> tuple[Cards, ...]:
    """Sets of cards of equal value, the lowest first (D-09, D-65)."""
    values: dict[int, Cards] = {}
    for card in deck_of(options):
        worth = value(options, card)
        values[worth] = values.get(worth, 0) | 1 << card
    return tuple(values[worth] for worth in sorted(values))


def lowest(values: Sequence[Cards], held: Cards, among: Cards) -> tuple[Cards, Cards]:
    """The cards of `among` equal in value to the lowest one held, and those that are lower (D-09, D-10)."""
    lower = 0
    for cards in values:
        if cards & held:
            return cards & among, lower
        lower |= cards & among
    raise ValueError("no card is held")


def step_rank(options: DurakOptions, step: int) -> Cards:
    """The cards of a ladder step: sixes first, or nines with 24 cards (D-71, D-72)."""
    return RANK_CARDS[first_step(options) + step]


def first_step(options: DurakOptions) -> int:
    """The rank of the first epaulette."""
    return RANKS.index("9" if options.deck == 24 else "6")


def ladder_top(options: DurakOptions) -> int:
    """The last step of the ladder, the ace; the player who reaches it has lost the match (D-72)."""
    return ACE - first_step(options)
