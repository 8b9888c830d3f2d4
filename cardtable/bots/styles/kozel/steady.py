"""A sensible player of Kozel: feeds a winning partner, gives opponents nothing, spends trumps on points."""

from __future__ import annotations

from cardtable.bots.styles.kozel.player import Player, Wants
from cardtable.engine.rules import AnyRules
from cardtable.games.kozel.rules import KozelRules


def make(rules: AnyRules) -> Player:
    assert isinstance(rules, KozelRules)
    return Player(rules, Wants())
