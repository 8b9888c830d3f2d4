"""The rulebook of Durak, and the values that its conditions use besides the options."""

from __future__ import annotations

from cardtable.cards import RANKS, SPADES, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rules import MOST_MISDEALS
from cardtable.engine.text import Ranks
from cardtable.games.card_facts import rank_order
from cardtable.games.durak.game import durak
from cardtable.games.durak.options import HAND, TEAM_SEATS, DurakOptions
from cardtable.games.durak.ranking import QUEEN, first_step
from cardtable.games.durak.state import GUARD


def _ranks(options: DurakOptions, *, queen_high: bool) -> Ranks:
    """The ranks of a suit, from the lowest (D-02, D-60, D-65)."""
    ranks = sorted({rank_of(card) for card in pack(options.deck)} & set(range(len(RANKS))))
    return Ranks(tuple(sorted(ranks, key=lambda rank: (queen_high and rank == QUEEN, rank))))


def _has_stock(options: DurakOptions, seats: int) -> bool:
    """Whether any cards are left after dealing (D-06)."""
    return seats * HAND < options.deck * options.packs


def _first_bout_is_smaller(options: DurakOptions, seats: int) -> bool:
    """Whether the first bout has a smaller limit that can ever make a difference (D-13)."""
    return options.first_limit is not None and (options.max_attack is None or options.first_limit < options.max_attack)


def _may_lack_trumps(options: DurakOptions, seats: int) -> bool:
    """Whether a deal can be without trumps (D-64, D-65)."""
    return options.trump_source == "turn_up" and (options.deck == 54 or options.spade_turn_up == "no_trump")


DERIVED: Derived = {
    "hand": lambda options, seats: HAND,
    "cards": lambda options, seats: options.deck * options.packs,
    "team_size": lambda options, seats: TEAM_SEATS[options.teams] // 2,
    "ranks": lambda options, seats: _ranks(options, queen_high=options.queen_rule == "top_of_every_suit"),
    "ranks_queen_high": lambda options, seats: _ranks(options, queen_high=True),
    "has_stock": _has_stock,
    # An empty hand waits for the refill (D-08).
    "out_by_stock": lambda options, seats: options.leave_when == "stock_empty" and _has_stock(options, seats),
    "may_lack_trumps": _may_lack_trumps,
    "first_bout_is_smaller": _first_bout_is_smaller,
    # The attacker is the only one who may throw in (D-21).
    "one_throws": lambda options, seats: seats == 2 or options.who_throws == "attacker_only",
    "most_takes": lambda options, seats: GUARD,
    "most_misdeals": lambda options, seats: MOST_MISDEALS,
    "first_epaulette": lambda options, seats: Ranks((first_step(options),)),
    # The rules card
    "order": lambda options, seats: rank_order(durak(options, seats)),
    "order_of_spades": lambda options, seats: rank_order(durak(options, seats), SPADES),
}
