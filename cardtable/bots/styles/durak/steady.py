"""The neutral baseline of Durak, B0 of section 8 of the catalogue."""

from __future__ import annotations

from cardtable.bots.styles.durak.player import Player
from cardtable.engine.rules import AnyRules
from cardtable.games.durak.rules import DurakRules


class Steady(Player):
    """Leads low, covers all or takes, throws in what is cheap, and transfers whenever it can."""


def make(rules: AnyRules) -> Steady:
    """A player of Durak."""
    assert isinstance(rules, DurakRules)
    return Steady(rules)
