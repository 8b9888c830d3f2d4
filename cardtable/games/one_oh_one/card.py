"""The card of 101: what one must know to play on one page, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardtable.cards import SUIT_CARDS, Cards, bits, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Faces, Ranks
from cardtable.games.card_facts import worths
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.rulebook import DERIVED
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.tables import ASKS_ACE, NOTHING, OPENS, REPLAYS, Effect, effects, order_cards


class Special(NamedTuple):
    """Cards that do something when they are laid (O-13 to O-21)."""

    name: Ranks | Faces
    draws: int
    skips: bool
    effect: str
    """What they do beside that."""


_BESIDE = {REPLAYS: "replay", ASKS_ACE: "ace", OPENS: "english"}


def _specials(options: OneOhOneOptions, seats: int) -> list[Special]:
    """The cards that do something, those together that do the same; not those that order a suit."""
    found = effects(options)
    by_effect: dict[Effect, Cards] = {}
    for card in pack(options.deck):
        if found[card].kind != NOTHING and not order_cards(options) >> card & 1:
            by_effect[found[card]] = by_effect.get(found[card], 0) | 1 << card
    specials = []
    for effect, cards in by_effect.items():
        ranks = tuple(dict.fromkeys(map(rank_of, bits(cards))))
        whole = cards.bit_count() == len(ranks) * len(SUIT_CARDS)
        name = Ranks(ranks) if whole else Faces(tuple(bits(cards)))
        specials.append(Special(name, effect.draws, effect.skips, _BESIDE.get(effect.kind, "")))
    return specials


FACTS: Derived = {
    **DERIVED,
    "specials": _specials,
    "worth": lambda options, _: worths(lambda card: card_points(options, 1 << card), pack(options.deck)),
}
"""What the card speaks of beside the options."""
card = Rulebook(
    Path(__file__).with_name("card.txt"), OneOhOneOptions, FACTS, each={"specials": Special._fields}
).explain
