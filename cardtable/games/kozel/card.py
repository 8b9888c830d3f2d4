"""The card of Kozel: what one must know to play on one page, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path

from cardtable.cards import HEARTS, SPADES, SUIT_CARDS, bits, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Faces, Ranks
from cardtable.games.card_facts import worths
from cardtable.games.kozel.game import Kozel
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.rulebook import DERIVED
from cardtable.games.tricks import points_of


def _plain_order(options: KozelOptions, seats: int) -> Ranks:
    """The ranks of a suit that is not trumps, from the highest (K-06)."""
    rules = Kozel(options, seats)
    plain = rules.by_trump[SPADES].plain & SUIT_CARDS[HEARTS]
    strongest_first = sorted(bits(plain), key=lambda card: rules.height(card, SPADES), reverse=True)
    return Ranks(tuple(map(rank_of, strongest_first)))


def _always_trumps(options: KozelOptions, seats: int) -> Faces:
    """The cards that are trumps in every hand, from the highest (K-06)."""
    rules = Kozel(options, seats)
    always = rules.all_cards
    for suits in rules.by_trump:
        always &= suits.trumps
    return Faces(tuple(sorted(bits(always), key=lambda card: rules.height(card, HEARTS), reverse=True)))


FACTS: Derived = {
    **DERIVED,
    "always_trumps": _always_trumps,
    "order": _plain_order,
    "worth": lambda options, _: worths(lambda card: points_of(1 << card), pack(options.deck)),
}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), KozelOptions, FACTS).explain
