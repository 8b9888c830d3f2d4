"""What the chapters of the rulebook share: parts with their rule ids, and what follows from several options."""

from __future__ import annotations

from cardtable.engine.rulebook import RulePart
from cardtable.engine.text import Text
from cardtable.games.durak.options import HAND, DurakOptions


def part(ids: str, text: Text) -> RulePart:
    return RulePart(tuple(ids.split()), text)


def has_stock(options: DurakOptions, seats: int) -> bool:
    """Whether cards are left after dealing (D-06)."""
    return seats * HAND < options.deck * options.packs


def one_throws(options: DurakOptions, seats: int) -> bool:
    """Whether the attacker is the only one who may throw in."""
    return seats == 2 or options.who_throws == "attacker_only"


def adds_after_take(options: DurakOptions) -> bool:
    return options.throw_in and options.throw_after_take


def limits_first_bout(options: DurakOptions) -> bool:
    """Whether the limit of the first bout is the smaller one, so that anybody ever feels it."""
    return options.first_limit is not None and (options.max_attack is None or options.first_limit < options.max_attack)


def turns_up(options: DurakOptions) -> bool:
    """Whether a card is turned up or shown for trumps (D-05, D-06)."""
    return options.trump_source == "turn_up"


def may_lack_trumps(options: DurakOptions) -> bool:
    """Whether there are deals without trumps (D-64, D-65)."""
    return turns_up(options) and (options.deck == 54 or options.spade_turn_up == "no_trump")


def in_teams(options: DurakOptions) -> bool:
    return options.teams != "none"


def skips(options: DurakOptions) -> bool:
    """Whether with teams nobody plays the seat of a partner who is out (D-51)."""
    return options.team_vacant_seat == "skip"
