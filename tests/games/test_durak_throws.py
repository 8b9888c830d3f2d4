"""Very many possible throws: any set can be thrown at once or card by card, with no other player acting in between."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import pytest

from cardtable.bots.finding import make_bot
from cardtable.cards import bits, cards_of, cards_text, parse_cards
from cardtable.cli.positions import rules_of
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import RuleBroken, attempt
from cardtable.engine.state import observe
from cardtable.games.durak.rules import MOST_SETS, DurakRules
from cardtable.games.durak.state import DurakState

FITTING = "6s 6h 6d 6c 7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d 9c Ts Th Td Tc 6s' 6h' 7s' 7h' 8s' 8h' 9s' 9h' Ts' Th'"
MANY = "Js Jh Jd Jc Ks Kh Kd Kc As Ah Ad Ac Qs Qh Qd Qc Js' Jh' Jd' Jc' Ks' Kh' Kd' Kc' As' Ah' Ad' Ac' Qs' Qh' Qd' Qc'"
MOMENTS: dict[str, dict[str, Any]] = {
    "word": {"word": "P0"},
    "window": {"table": "6d'/7d' 8d'/9d' 6c'/Tc' Td'", "asking": ["P0", "P2"], "options": {"throw_timing": "any_time"}},
    "take": {"table": "6d'/7d' 8d'/9d' 6c'/Tc' Td'", "taking": True, "asking": ["P0", "P2"]},
}
"""The moments for throwing in: holding the word, before the defender goes on, and after a take."""


def many(moment: str, fitting: str = FITTING, **options: Any) -> tuple[DurakRules, DurakState]:
    """P0 may throw in any of these cards, thirty by default."""
    keys: dict[str, Any] = {"table": "6d'/7d' 8d'/9d' 6c'/Tc'", **MOMENTS[moment]}
    limits = {"max_attack": "none", "first_limit": "none", "overload_limit": "none"}
    keys["options"] = {**limits, **keys.get("options", {}), **options}
    hands = {"P0": fitting, "P1": MANY, "P2": "7c' 8c'"}
    rules, state = put_down(
        {"preset": "two_packs", "seats": 3, "trump": "h", "stock": 0, "hands": hands, **keys}, rules_of
    )
    assert isinstance(rules, DurakRules)
    assert isinstance(state, DurakState)
    return rules, state


@pytest.mark.parametrize("moment", MOMENTS)
def test_thirty_cards_that_fit_are_sixty_moves_and_a_pass(moment: str) -> None:
    """D-19, D-22, D-24, D-25: and not a thousand million sets."""
    rules, state = many(moment)
    moves = rules.legal(state, 0)
    assert [move.verb for move in moves] == ["throw"] * 30 + ["add"] * 30 + ["hold" if moment == "window" else "pass"]
    assert rules.scene(observe(state, 0)).verb == "add"


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", [2, 7, 29, 30])
def test_cards_thrown_one_by_one_come_to_the_same_as_all_at_once(moment: str, size: int) -> None:
    """D-22, D-24, D-25: no other player acts in between, and the deal goes on from the same state."""
    rules, state = many(moment)
    rng = Random(f"{moment} {size}")
    chosen = rng.sample(bits(parse_cards(FITTING)), size)
    whole = cards_of(chosen)
    together, single = state.copy(), state.copy()
    attempt(rules, together, 0, Move("throw", whole))
    cards = bits(whole)
    for card in cards[:-1]:
        assert single.to_act == (0,)
        one = Move("add", 1 << card)
        if one not in rules.legal(single, 0):
            break  # So few fit now that every set is offered.
        attempt(rules, single, 0, one)
    rest = whole & single.places[0]
    assert Move("throw", rest) in rules.legal(single, 0)
    attempt(rules, single, 0, Move("throw", rest))
    assert single == together


def test_whoever_adds_may_stop_at_any_card() -> None:
    """D-22: after three cards the defender acts, and the cards count as one throw."""
    rules, state = many("word")
    together = state.copy()
    attempt(rules, together, 0, rules.parse_move("throw 6s 7s 8s"))
    for text in ("add 6s", "add 7s", "add 8s", "hold"):
        assert state.to_act == (0,)
        attempt(rules, state, 0, rules.parse_move(text))
    assert state == together
    assert state.to_act == (1,)


@pytest.mark.parametrize("moment", ["word", "take"])
def test_there_is_no_more_room_for_cards_that_come_one_by_one(moment: str) -> None:
    """D-13: with three of seven added, four more may be thrown in, but not five."""
    rules, state = many(moment, max_attack=10 if moment == "word" else 11)
    assert state.room == 7
    for text in ("add 6s", "add 7s", "add 8s"):
        attempt(rules, state, 0, rules.parse_move(text))
    assert state.room == 4
    broken = rules.why_not(state, 0, rules.parse_move("throw 6h 7h 8h 9h Th"))
    assert broken is not None
    assert broken.rule == "D-13"
    attempt(rules, state, 0, rules.parse_move("throw 6h 7h 8h 9h"))
    assert (state.to_act, state.bout) == (((1,), 2) if moment == "word" else ((2,), 3))


def test_a_set_that_was_recorded_before_is_as_legal_as_ever() -> None:
    """D-13, D-19, D-22: a record may contain one; it is refused only if it breaks a rule, which is then named."""
    rules, state = many("word", max_attack=10)
    assert rules.why_not(state, 0, rules.parse_move("throw 6s 7s 8s 9s Ts 6h 7h")) is None
    for text, rule in {
        "throw 6s 7s 8s 9s Ts 6h 7h 8h": "D-13",
        "throw 6s Js": "D-19",
        "add 6s 7s": "D-22",
        "add Js": "D-19",
    }.items():
        broken = rules.why_not(state, 0, rules.parse_move(text))
        assert broken is not None
        assert broken.rule == rule


@pytest.mark.parametrize("fitting", range(2, 31))
def test_no_more_than_so_many_sets_are_listed(fitting: int) -> None:
    """D-22: up to that number each set is listed, and no single cards are added, since the whole set can be thrown."""
    cards = bits(parse_cards(FITTING))[:fitting]
    rules, state = many("word", cards_text(cards_of(cards)))
    moves = rules.legal(state, 0)
    assert len(moves) <= MOST_SETS + 1
    sets = sum(comb(fitting, size) for size in range(1, fitting + 1))
    broken = rules.why_not(state, 0, Move("add", 1 << cards[0]))
    if sets <= MOST_SETS:
        assert len(moves) == sets + 1
        assert broken is not None
        assert broken.rule == "D-22"
    else:
        assert len(moves) == 2 * fitting + 1
        assert broken is None


def test_a_bot_throws_in_as_many_as_it_wants() -> None:
    """D-22: without a stock it sheds whatever fits, card by card."""
    rules, state = many("word")
    bot = make_bot("steady", "durak", rules)
    while state.to_act[0] == 0:
        move = bot.choose(observe(state, 0), rules.legal(state, 0), Random(1)).move
        attempt(rules, state, 0, move)
    assert len(state.attacks) == 33


def test_where_one_card_is_thrown_at_a_time_nothing_is_added() -> None:
    """D-22 with `throw_batch` one, except for the cards after a take (D-24)."""
    rules, state = many("word", throw_batch="one")
    assert {move.verb for move in rules.legal(state, 0)} == {"throw", "pass"}
    with pytest.raises(RuleBroken) as broken:
        attempt(rules, state, 0, rules.parse_move("throw 6s 7s"))
    assert broken.value.rule == "D-22"
    rules, state = many("take", throw_batch="one")
    assert {move.verb for move in rules.legal(state, 0)} == {"throw", "add", "pass"}
