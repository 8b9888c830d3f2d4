"""The rules of 101 in words, from `rulebook.txt`, and the names used in its conditions."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.cards import SUIT_CARDS, Cards, bits, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Faces, Ranks
from cardtable.games.card_facts import worths
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.tables import ADDS, ASKS_ACE, NOTHING, OPENS, REPLAYS, Effect, effects, order_cards


def _ranks(options: OneOhOneOptions) -> Ranks:
    """The ranks of the pack (O-01)."""
    return Ranks(tuple(sorted({rank_of(card) for card in pack(options.deck)})))


def _makes_draw(options: OneOhOneOptions) -> bool:
    """Whether any card makes the next player draw cards (O-14 to O-17, O-19)."""
    found = effects(options)
    return any(found[card].draws for card in pack(options.deck))


def _costs_turns(options: OneOhOneOptions) -> bool:
    """Whether any card makes a player miss a turn (O-06)."""
    found = effects(options)
    return options.ace_effect == "skip_unless_ace" or any(found[card].skips for card in pack(options.deck))


class Special(NamedTuple):
    """Cards with an effect when they are played (O-13 to O-21)."""

    name: Ranks | Faces
    draws: int
    skips: bool
    effect: str
    """Any effect beyond `draws` and `skips`."""


_BESIDE = {REPLAYS: "replay", ASKS_ACE: "ace", OPENS: "english", ADDS: "adds"}


def _specials(options: OneOhOneOptions, seats: int) -> list[Special]:
    """The special cards, grouped by effect; not those that order a suit."""
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


DERIVED: Derived = {
    "ranks": lambda options, _: _ranks(options),
    "makes_draw": lambda options, _: _makes_draw(options),
    "costs_turns": lambda options, _: _costs_turns(options),
    "guard": lambda *_: GUARD,
    "minus_limit": lambda options, _: -options.limit,
    # The rules card
    "specials": _specials,
    "worth": lambda options, _: worths(lambda card: card_points(options, 1 << card), pack(options.deck)),
}
"""The values that the rulebook uses besides the options."""
EACH = {"specials": Special._fields}
"""For each derived name, the field names of its items, which get a paragraph each."""
