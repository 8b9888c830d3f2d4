"""The rules of Bura in words, from `rulebook.txt`, and the names used in its conditions."""

from __future__ import annotations

from cardtable.cards import RANKS, cards_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rules import MOST_MISDEALS
from cardtable.engine.text import Ranks, Text, Who
from cardtable.games.bura.beating import DECK, ORDER
from cardtable.games.bura.counting import SAVED
from cardtable.games.bura.game import Bura
from cardtable.games.bura.options import COMBINATIONS, FOUR_ENDS, MOST_CARDS, BuraOptions
from cardtable.games.bura.words import NAMES
from cardtable.games.card_facts import rank_order, worths
from cardtable.games.tricks import points_of

CARD_POINTS = points_of(cards_of(DECK))
"""The points of the whole pack (B-01)."""


def _combination(options: BuraOptions, nth: int) -> Text:
    """The name of the combination at this height, 0 for the highest (B-16)."""
    return NAMES[COMBINATIONS.index(options.combo_order.split(">")[nth])]


def _of_two(options: BuraOptions, nth: int) -> Text:
    """The same without four ends, which a hand of three cards cannot make (B-23)."""
    names = [name for name in options.combo_order.split(">") if name != COMBINATIONS[FOUR_ENDS]]
    return NAMES[COMBINATIONS.index(names[nth])]


def _usual_combinations(options: BuraOptions) -> bool:
    """Whether the combinations have the usual order of B-16."""
    return options.hand_size == MOST_CARDS and options.moscow == "any_aces" and options.four_ends == "aces"


def _always_enough(options: BuraOptions, seats: int) -> bool:
    """Whether some player must reach the target when all cards are counted (B-24); five seats leave one card over."""
    dearest = max(map(points_of, (1 << card for card in DECK)))
    return CARD_POINTS - (dearest if seats == 5 else 0) > seats * (options.target - 1)


DERIVED: Derived = {
    "card_points": lambda *_: CARD_POINTS,
    "claims": lambda options, _: options.scoring == "wins" and options.win_detection == "claim",
    "says_bura": lambda options, _: options.scoring == "penalties" or options.win_detection == "claim",
    "table_counts": lambda options, _: options.scoring == "wins" and options.win_detection == "auto",
    "saved": lambda *_: SAVED,
    "ranks": lambda *_: Ranks(tuple(RANKS.index(rank) for rank in ORDER)),
    "highest": lambda options, _: _combination(options, 0),
    "middle": lambda options, _: _combination(options, 1),
    "lowest": lambda options, _: _combination(options, 2),
    "higher_of_two": lambda options, _: _of_two(options, 0),
    "lower_of_two": lambda options, _: _of_two(options, 1),
    "usual_combinations": lambda options, _: _usual_combinations(options),
    "always_enough": _always_enough,
    "most_misdeals": lambda *_: MOST_MISDEALS,
    "open_player": lambda options, _: Who(options.open_hands),
    "two_may_have_enough": lambda options, _: CARD_POINTS + options.open_bonus >= 2 * options.target,
    # The rules card
    "order": lambda options, seats: rank_order(Bura(options, seats)),
    "worth": lambda *_: worths(lambda card: points_of(1 << card), DECK),
}
"""The values that the rulebook uses besides the options."""
