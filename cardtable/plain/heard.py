"""Spoken names of cards: `seven of hearts`, `дамой пик`; in every language, whatever the table speaks."""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtable.cards import PACK, RANKS, SUITS, Card, parse_card, rank_of, suit_of
from cardtable.language import LANGUAGES
from cardtable.words import Words, cases_of

BEGINS: Final = 3
"""Number of letters that identify a suit, or a joker's colour, in any inflected form."""
ALSO: Final = {"кре": SUITS.index("c")}
"""What people say besides the names: `крести`."""
BETWEEN: Final = ("of", "and", "и")
"""Words that may occur between cards."""


@cache
def _called() -> tuple[dict[str, int], dict[str, int], dict[tuple[str, str], Card]]:
    """Returns ranks by word, suits by the beginning of a word, and jokers by both of their words."""
    ranks: dict[str, int] = {}
    suits = dict(ALSO)
    jokers: dict[tuple[str, str], Card] = {}
    for language in LANGUAGES:
        words = Words(language)
        for case in ("", *cases_of(language)):
            for card in range(PACK):
                first, *_, last = _plain(words.named(card, case)).split()
                suit = suit_of(card)
                if suit is None:
                    jokers[first[:BEGINS], last[:BEGINS]] = card
                else:
                    ranks[first] = rank_of(card)
                    suits[last[:BEGINS]] = suit
    return ranks, suits, jokers


def _plain(said: str) -> str:
    return said.casefold().replace("ё", "е").replace(",", " ")


def cards_called(typed: str) -> list[Card]:
    """Returns the cards a line calls by name; empty if it contains anything else."""
    ranks, suits, jokers = _called()
    said = [word for word in _plain(typed).split() if word not in BETWEEN]
    cards = []
    for first, last in zip(said[::2], said[1::2], strict=False):
        joker = jokers.get((first[:BEGINS], last[:BEGINS]))
        if joker is not None:
            cards.append(joker)
        elif first in ranks and last[:BEGINS] in suits:
            cards.append(parse_card(RANKS[ranks[first]] + SUITS[suits[last[:BEGINS]]]))
        else:
            return []
    return cards if len(said) == 2 * len(cards) else []
