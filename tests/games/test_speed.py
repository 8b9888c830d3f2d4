"""The work of a move, counted in calls and not in time, so that it is the same on every machine."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest

from cardtable.cards import shuffled
from cardtable.games import FAMILIES, family, find_preset

TO_HAND = 30
"""From this number of attributes Python keeps an instance's in its own dictionary, which is slower to read."""


@pytest.mark.parametrize(
    ("preset", "seats", "bare", "full"),
    [
        ("throw_in", 2, 4.5, 4.8),
        ("throw_in", 6, 5.7, 6.0),
        ("classic", 2, 5.6, 6.7),
        ("nizhny", 4, 4.9, 5.9),
        ("king_simple", 4, 6.8, 9.6),
        ("burkozel_casual", 2, 6.9, 7.6),
    ],
)
@pytest.mark.every(2)
def test_a_random_move_takes_few_calls(preset: str, seats: int, bare: float, full: float) -> None:
    """Python calls per move through `legal` and `play`, dealing included, with and without tracking knowledge.

    Each limit is 5 to 15 % above the count when it was written.
    """
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    random = Random(1).random
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    def play(number: int, knows: bool) -> int:
        moves = 0
        state = rules.deal(shuffled(rules.deck, number), number % seats, rules.start())
        if not knows:
            state = state.bare()
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            if not choices:
                # Kozel's dealer has to reshuffle.
                break
            rules.play(state, seat, choices[int(random() * len(choices))])
            moves += 1
        return moves

    before = sys.getprofile()
    for knows, most in ((False, bare), (True, full)):
        for number in range(60):
            play(number, knows)
        calls = 0
        sys.setprofile(count)
        try:
            moves = sum(play(number, knows) for number in range(60, 120))
        finally:
            sys.setprofile(before)
        assert calls / moves < most


@pytest.mark.parametrize("name", FAMILIES)
def test_rules_carry_no_more_facts_than_python_has_at_hand(name: str) -> None:
    game = family(name)
    for preset in game.presets:
        found = find_preset(preset)[1]
        for seats in {min(found.seats), max(found.seats)}:
            assert len(vars(game.rules(found.options, seats))) < TO_HAND
