"""The rules of Bura in words, as `rulebook.txt` has them, and the names that its conditions use."""

from __future__ import annotations

from cardtable.cards import RANKS, cards_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Ranks, Text, Who
from cardtable.games.bura.beating import DECK, ORDER
from cardtable.games.bura.game import Bura
from cardtable.games.bura.options import COMBINATIONS, BuraOptions
from cardtable.games.bura.words import NAMES
from cardtable.games.card_facts import rank_order, worths
from cardtable.games.tricks import points_of

CARD_POINTS = points_of(cards_of(DECK))
"""The points of all cards together (B-01)."""


def _combination(options: BuraOptions, nth: int) -> Text:
    """The name of the combination that stands so high, 0 the highest (B-16)."""
    return NAMES[COMBINATIONS.index(options.combo_order.split(">")[nth])]


DERIVED: Derived = {
    "card_points": lambda *_: CARD_POINTS,
    "ranks": lambda *_: Ranks(tuple(RANKS.index(rank) for rank in ORDER)),
    "highest": lambda options, _: _combination(options, 0),
    "middle": lambda options, _: _combination(options, 1),
    "lowest": lambda options, _: _combination(options, 2),
    "open_player": lambda options, _: Who(options.open_hands),
    "two_may_have_enough": lambda options, _: CARD_POINTS + options.open_bonus >= 2 * options.target,
    # The card
    "order": lambda options, seats: rank_order(Bura(options, seats)),
    "worth": lambda *_: worths(lambda card: points_of(1 << card), DECK),
}
"""What the rulebook speaks of beside the options."""
