"""An evening of several people: passes that need no key, and what each of them reveals."""

from __future__ import annotations

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt
from cardtable.engine.state import observe
from cardtable.tui.passing import Passing

POSITION = {
    "preset": "throw_in",
    "seats": 3,
    "trump": "h",
    "stock": 6,
    "attacker": "P0",
    "defender": "P1",
    "hands": {"P0": "9s 9d Kd Qc", "P1": "Ts Td Jc As", "P2": "7c 8c Qd Kc"},
}


@pytest.mark.parametrize("when_i_cannot", [False, True])
def test_only_who_can_do_nothing_else_passes_unasked(when_i_cannot: bool) -> None:
    rules, state = put_down(POSITION, rules_of)
    for seat, text in ((0, "attack 9s"), (1, "cover 9s with Ts")):
        attempt(rules, state, seat, rules.parse_move(text))
    passing = Passing(rules, when_i_cannot=when_i_cannot)
    assert passing.move(0, lambda: rules.scene(observe(state, 0))) is None
    attempt(rules, state, 0, Move("pass"))
    assert state.to_act == (2,)
    assert passing.move(2, lambda: rules.scene(observe(state, 2))) == (Move("pass") if when_i_cannot else None)


def test_a_promise_holds_until_the_bout_ends() -> None:
    rules, state = put_down(POSITION, rules_of)
    for seat, text in ((0, "attack 9s"), (1, "cover 9s with Ts")):
        attempt(rules, state, seat, rules.parse_move(text))
    passing = Passing(rules, when_i_cannot=False)
    passing.promise(0)
    scene = rules.scene(observe(state, 0))
    assert passing.move(0, lambda: scene) == Move("pass")
    assert passing.move(2, lambda: rules.scene(observe(state, 2))) is None
    passing.notice([Event("cover", 1)])
    assert passing.move(0, lambda: scene) == Move("pass")
    passing.notice([Event("bout", 1)])
    assert passing.move(0, lambda: scene) is None


def test_nothing_but_a_pass_is_ever_decided_for_anybody() -> None:
    rules, state = put_down(POSITION, rules_of)
    passing = Passing(rules, when_i_cannot=True)
    passing.promise(0)
    passing.promise(1)
    assert passing.move(0, lambda: rules.scene(observe(state, 0))) is None
    attempt(rules, state, 0, rules.parse_move("attack 9s"))
    assert passing.move(1, lambda: rules.scene(observe(state, 1))) is None
