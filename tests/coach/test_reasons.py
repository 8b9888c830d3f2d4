"""Reasons: each sentence is said of moves that can be made, and none of moves between which it does not tell."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import permutations

import pytest

from cardtable.cards import bits
from cardtable.coach import reasons
from cardtable.coach.reasons import reason
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from tests.coach.deals import choices, played

TABLES = (
    ("throw_in", 2),
    ("transfer", 3),
    ("nizhny", 4),
    ("burkozel", 2),
    ("king_simple", 4),
    ("king_short", 4),
    ("king_long", 4),
    ("king_custom", 4),
    ("classic", 2),
    ("english_fool", 2),
)
SENTENCES = frozenset(re.findall(r'say\("([^"]+)"\)', inspect.getsource(reasons)))
HIGH_OR_LOW = {
    "A lower card would have covered.": 1,
    "The lower card was worth keeping.": -1,
    "A high card was given away early.": 1,
    "That card came too low: it was easy to beat.": -1,
    "A lower lead would have been enough.": 1,
    "A higher lead would have won more.": -1,
    "Led too high.": 1,
    "The high card should have gone now.": -1,
}
"""What speaks of high and low, and which of the two moves it calls the higher: 1 the one that was made."""


def told(preset: str, seats: int, seeds: range) -> Iterator[tuple[AnyRules, Observation, Move, Move, str]]:
    """What is said of pairs of moves, one made and one better, at the decisions of some deals."""
    for seed in seeds:
        match = played(preset, seats, seed)
        for decided in choices(match):
            seen = decided.seen
            for made, better in permutations(match.rules.legal(seen.state, seen.seat)[:8], 2):
                why = reason(match.rules, seen, made, better)
                if why is not None:
                    yield match.rules, seen, made, better, why.source


def test_every_sentence_is_said_of_some_legal_moves() -> None:
    said = {why for preset, seats in TABLES for *_, why in told(preset, seats, range(8))}
    assert len(SENTENCES) > 30
    assert said == SENTENCES


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_only_where_one_card_is_higher_is_it_said_to_be(preset: str, seats: int) -> None:
    """Of the same card on another target, or of equal ranks of two suits, nothing is high or low."""
    for rules, seen, made, better, why in told(preset, seats, range(3)):
        if why in HIGH_OR_LOW:
            trump = getattr(seen.state, "trump", -1)
            made_at, better_at = [
                max(rules.height(card, trump if trump >= 0 else None) for card in bits(move.cards))
                for move in (made, better)
            ]
            assert (made_at - better_at) * HIGH_OR_LOW[why] > 0, (made, better, why)
            assert made.arg == better.arg, "of cards that cover different attacks neither is too high"
