"""The floor that every style must beat: any legal move with equal probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import say


class Uniform:
    """Chooses at random."""

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        return Decision(choices[int(rng.random() * len(choices))], say("chosen at random"))


def make(rules: AnyRules) -> Uniform:
    """Creates a player for any game."""
    return Uniform()
