"""What a search is told of Durak: its playouts go by a habit that is worth playing out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from cardtable.bots import Decision
from cardtable.bots.search.thoughts import AnyThoughts, thoughts_of
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import say
from cardtable.games.durak.rules import DurakRules
from tests.bots.durak_deals import bot, play, rules_for


class ByHabit:
    """A player that does what playouts do."""

    def __init__(self, rules: DurakRules) -> None:
        self.thoughts: AnyThoughts = thoughts_of(rules)

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        return Decision(self.thoughts.pick(seen.state, seen.seat, choices, rng), say("has no choice"))


@pytest.mark.parametrize(
    ("preset", "seats", "sides"), [("throw_in", 3, 3), ("throw_in", 4, 4), ("transfer", 3, 3), ("double", 4, 2)]
)
@pytest.mark.every(2)
def test_playouts_are_as_good_as_steady_play(preset: str, seats: int, sides: int) -> None:
    """A search that plays deals out badly prefers what beats bad players: one against steady ones holds its own."""
    rules = rules_for(preset, seats)
    ahead = []
    for seed in range(40):
        for turn in range(sides):
            mine = [(seat - turn) % sides == 0 for seat in range(seats)]
            bots = [ByHabit(rules) if is_mine else bot("steady", rules) for is_mine in mine]
            scores = play(rules, bots, seed, seed % seats)[1]
            own = fmean(score for score, is_mine in zip(scores, mine, strict=True) if is_mine)
            others = fmean(score for score, is_mine in zip(scores, mine, strict=True) if not is_mine)
            ahead.append(own - others)
    assert fmean(ahead) > -0.15
