"""Lookup tables for the options of a table: which cards fit on which, and the effect of each card."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from cardtable.cards import (
    ONE,
    PACK,
    RANK_CARDS,
    RANK_MATES,
    RANKS,
    SUIT_CARDS,
    Card,
    Cards,
    bits,
    cards_of,
    pack,
    parse_card,
    suit_of,
)
from cardtable.engine.moves import Move
from cardtable.games.one_oh_one.options import OneOhOneOptions


def _rank(name: str) -> Cards:
    return RANK_CARDS[RANKS.index(name)]


SIXES, SEVENS, EIGHTS, NINES = _rank("6"), _rank("7"), _rank("8"), _rank("9")
JACKS, QUEENS, KINGS, ACES = _rank("J"), _rank("Q"), _rank("K"), _rank("A")

NOTHING: Final = 0
STRIKES: Final = 1
"""The next player takes cards, misses the turn, or both (O-13 to O-16, O-18, O-19)."""
REPLAYS: Final = 2
"""The same player moves again (O-17, O-35)."""
ASKS_ACE: Final = 3
"""The next player needs an ace (O-18)."""
OPENS: Final = 4
"""The English ace (O-21)."""
ADDS: Final = 5
"""The next player plays another seven, or takes cards for every seven in the chain (O-34)."""


class Effect(NamedTuple):
    """The effect of a card when it is played."""

    kind: int = NOTHING
    draws: int = 0
    skips: bool = False


_EFFECTS = {
    "none": Effect(),
    "draw1": Effect(STRIKES, 1),
    "draw2": Effect(STRIKES, 2),
    "draw1_skip": Effect(STRIKES, 1, True),
    "draw2_skip": Effect(STRIKES, 2, True),
    "skip": Effect(STRIKES, 0, True),
    "replay": Effect(REPLAYS),
    "stack": Effect(ADDS, 2),
    "stack_skip": Effect(ADDS, 2, True),
    "skip_unless_ace": Effect(ASKS_ACE),
    "english": Effect(OPENS),
}


def effects(options: OneOhOneOptions) -> tuple[Effect, ...]:
    """The effect of each card (O-13 to O-19, O-34 to O-36)."""
    found = [Effect()] * PACK
    named = (
        (SIXES, options.six_effect),
        (SEVENS, options.seven_effect),
        (EIGHTS, options.eight_effect),
        (NINES, options.nine_effect),
        (ACES, options.ace_effect),
        (order_cards(options), "skip" if options.order_skips_next else "none"),
    )
    for cards, effect in named:
        for card in bits(cards):
            if card < PACK:
                found[card] = _EFFECTS[effect]
    for king, draws in (("Ks", options.king_spades_draw), ("Kh", options.king_hearts_draw)):
        if draws:
            found[parse_card(king)] = Effect(STRIKES, draws, True)
    return tuple(found)


def order_cards(options: OneOhOneOptions) -> Cards:
    """The cards that order a suit (O-13)."""
    return JACKS if options.order_rank == "J" else QUEENS


def fitting(options: OneOhOneOptions) -> tuple[Cards, ...]:
    """For each top card, the cards of the pack that fit on it while no suit is ordered (O-08 lines 3 and 4, O-22)."""
    deck = cards_of(pack(options.deck))
    return tuple(_fits_on(options, top) & deck for top in range(52))


def _fits_on(options: OneOhOneOptions, top: Card) -> Cards:
    suit = suit_of(top)
    assert suit is not None
    if QUEENS >> top & 1 and options.queen_follow == "king_or_jack":
        return JACKS | KINGS & SUIT_CARDS[suit]
    fits = SUIT_CARDS[suit]
    if options.order_card_anywhere:
        fits |= order_cards(options)
    if options.match_rule == "suit_or_rank" or SIXES >> top & 1:
        fits |= RANK_MATES[top]
    return fits


def obeying(options: OneOhOneOptions) -> tuple[Cards, ...]:
    """For each ordered suit, the cards of the pack that may be played on it (O-08 line 2)."""
    deck = cards_of(pack(options.deck))
    return tuple((suit | order_cards(options)) & deck for suit in SUIT_CARDS)


_SUITS = range(4)
_REMEMBERED = 50_000


class Layings(dict[Cards, tuple[Move, ...]]):
    """The moves that play one of a set of cards, built on first use.

    A card in `naming` gives a move for every suit. So does a card in `right`, but without its own suit, unless it is
    also in `naming` (O-13, O-21).
    """

    def __init__(self, verb: str, naming: Cards, right: Cards = 0) -> None:
        super().__init__()
        self._of = [tuple(_laying(verb, card, naming, right)) for card in range(len(RANKS) * len(SUIT_CARDS))]

    def __missing__(self, cards: Cards) -> tuple[Move, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        moves: tuple[Move, ...] = ()
        for card in bits(cards):
            moves += self._of[card]
        self[cards] = moves
        return moves


@cache
def layings(verb: str, naming: Cards, right: Cards = 0) -> Layings:
    """The shared instance for all tables: few sets of cards name a suit."""
    return Layings(verb, naming, right)


def _laying(verb: str, card: Card, naming: Cards, right: Cards) -> list[Move]:
    named: list[int] = []
    if naming >> card & 1:
        named = list(_SUITS)
    elif right >> card & 1:
        named = [suit for suit in _SUITS if suit != suit_of(card)]
    return [Move(verb, ONE[card], suit + 1) for suit in named] or [Move(verb, ONE[card])]
