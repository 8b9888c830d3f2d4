"""The neutral baseline of Durak, B0 of section 8 of the catalogue."""

from __future__ import annotations

from typing import Any

from cardtable.bots.durak_player import Player
from cardtable.engine.rules import Rules
from cardtable.games.durak.rules import DurakRules


class Steady(Player):
    """Leads low, covers all or takes, throws in what is cheap, and transfers whenever it can."""


def make(rules: Rules[Any]) -> Steady:
    """A player of Durak."""
    assert isinstance(rules, DurakRules)
    return Steady(rules)
