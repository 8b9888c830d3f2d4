"""What a player of Durak sees beside the cards: cheats left, who was caught or wrongly accused, what may be said."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.position import put_down
from cardtable.engine.rules import AnyRules, attempt
from cardtable.engine.scene import Scene
from cardtable.engine.state import State, observe
from cardtable.engine.text import plain

CHEATERS: dict[str, Any] = {
    "preset": "cheaters",
    "seats": 3,
    "trump": "h",
    "stock": 6,
    "attacker": "P0",
    "defender": "P1",
    "hands": {"P0": "9s 9d Kd Qc", "P1": "6c Td Jc As", "P2": "7c 8c Qd Kc"},
}


def begin(keys: dict[str, Any]) -> tuple[AnyRules, State]:
    """Sets up a position."""
    return put_down(keys, rules_of)


def play(rules: AnyRules, state: State, *plays: str) -> None:
    """Plays moves such as `"P0 attack 9s"`."""
    for text in plays:
        seat, _, move = text.partition(" ")
        attempt(rules, state, int(seat[1:]), rules.parse_move(move))


def seen(rules: AnyRules, state: State, seat: int) -> Scene:
    """The scene as this seat sees it."""
    return rules.scene(observe(state, seat))


def marks(scene: Scene, seat: int) -> list[str]:
    """The marks at a seat."""
    return [plain(mark) for chair in scene.chairs if chair.seat == seat for mark in chair.marks]


def test_cheats_left_are_told_to_the_cheat_alone() -> None:
    rules, state = begin(CHEATERS)
    play(rules, state, "P0 attack 9s", "P1 cheat_cover 9s with 6c")
    for viewer, left in ((0, 2), (1, 1), (2, 2)):
        scene = seen(rules, state, viewer)
        assert not any("cheats" in mark for seat in range(3) for mark in marks(scene, seat))
        assert [plain(fact) for fact in scene.own] == [f"cheats left {left}"]


def test_what_may_be_accused_out_of_turn_is_named() -> None:
    rules, state = begin(CHEATERS)
    play(rules, state, "P0 attack 9s", "P1 cheat_cover 9s with 6c")
    assert state.to_act[0] == 0
    assert "You may accuse 6c." in plain(seen(rules, state, 2).prompt)
    assert "accuse" not in plain(seen(rules, state, 1).prompt)


def test_who_was_caught_and_who_accused_wrongly_is_marked() -> None:
    rules, state = begin(CHEATERS)
    play(rules, state, "P0 attack 9s", "P1 cheat_cover 9s with 6c", "P2 accuse 6c")
    assert marks(seen(rules, state, 0), 1) == ["caught"]
    rules, state = begin({**CHEATERS, "hands": {**CHEATERS["hands"], "P1": "Ts Td Jc As"}})
    play(rules, state, "P0 attack 9s", "P1 cover 9s with Ts", "P2 accuse Ts")
    assert marks(seen(rules, state, 0), 2) == ["accused wrongly"]


def test_who_has_nothing_to_throw_in_is_told_so() -> None:
    rules, state = begin({**CHEATERS, "preset": "throw_in"})
    play(rules, state, "P0 attack 9s", "P1 cover 9s with As")
    assert plain(seen(rules, state, 0).prompt) == "All beaten. Throw in one card of rank 9 or A, or pass."
    play(rules, state, "P0 pass")
    assert plain(seen(rules, state, 2).prompt) == "You have nothing of rank 9 or A to throw in: pass."


def test_no_more_may_be_thrown_in_than_fits_in_the_hand() -> None:
    rules, state = begin({**CHEATERS, "preset": "throw_in", "hands": CHEATERS["hands"] | {"P0": "9s 9d 9c Qc"}})
    play(rules, state, "P0 attack 9s", "P1 cover 9s with As")
    assert plain(seen(rules, state, 0).prompt) == "All beaten. Throw in up to 2 cards of rank 9 or A, or pass."
    play(rules, state, "P0 throw 9d", "P1 take")
    assert plain(seen(rules, state, 0).prompt) == "P1 takes. Add one card of rank 9 or A, or pass."


def trumps_out(scene: Scene) -> str:
    """The trumps that the screen says the others may hold."""
    return next(plain(section.lines[0][1]) for section in scene.sections if "Trumps" in plain(section.title))


def test_the_trump_that_lies_open_under_the_stock_is_not_among_those_that_others_may_hold() -> None:
    rules, state = begin({**CHEATERS, "turn_up": "7h"})
    assert trumps_out(seen(rules, state, 0)) == "Ah 6h"


@pytest.mark.parametrize(
    ("hand", "said"), [("Td Jd", "Nothing of yours beats 9s: take."), ("Td Js", "Beat 9s, or take.")]
)
def test_a_defender_who_can_only_take_is_told_so(hand: str, said: str) -> None:
    rules, state = begin(CHEATERS | {"preset": "throw_in", "hands": CHEATERS["hands"] | {"P1": hand}})
    play(rules, state, "P0 attack 9s")
    assert plain(seen(rules, state, 1).prompt) == said


def test_places_for_more_cards_are_drawn_only_where_some_may_come() -> None:
    """Nothing can be thrown in to a bout of the simple game, so no places for it are shown (D-19)."""
    room = {}
    for preset in ("simple", "throw_in"):
        rules, state = begin(
            {"preset": preset, "trump": "h", "stock": 6, "hands": {"P0": "9s 9d Kd", "P1": "Td Jc As"}}
        )
        play(rules, state, "P0 attack 9s")
        room[preset] = sum(pile.room for pile in seen(rules, state, 1).piles)
    assert room == {"simple": 0, "throw_in": 2}
