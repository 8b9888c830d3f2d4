"""How much work a move of Durak is, counted and not timed, so that it is the same on every machine."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest

from cardtable.cards import shuffled
from cardtable.games.durak.game import Durak
from cardtable.games.durak.options import DurakOptions


@pytest.mark.parametrize(("seats", "bare", "most"), [(2, True, 4.5), (2, False, 4.8), (6, True, 5.7)])
def test_a_random_move_takes_few_calls(seats: int, bare: bool, most: float) -> None:
    """Python calls of a move through `legal` and `play`, dealing included: 3.9, 4.3 and 5.2 when this was written."""
    rules = Durak(DurakOptions(), seats)
    random = Random(1).random
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    def play(number: int) -> int:
        moves = 0
        state = rules.deal(shuffled(rules.deck, number), number % seats, rules.start())
        if bare:
            state = state.bare()
        while state.to_act:
            seat = state.to_act[0]
            choices = rules.legal(state, seat)
            rules.play(state, seat, choices[int(random() * len(choices))])
            moves += 1
        return moves

    for number in range(60):
        play(number)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        moves = sum(play(number) for number in range(60, 120))
    finally:
        sys.setprofile(before)
    assert calls / moves < most
