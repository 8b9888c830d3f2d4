"""Endings of Durak solved in full, compared with every line of `legal` and `play` (D-90)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cardtable.bots.styles.durak.ending import HARMLESS, best_moves, is_plain
from cardtable.cards import shuffled
from cardtable.engine.moves import Move, Seat
from cardtable.engine.options import specs
from cardtable.games import agree, find_preset
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

MOST_CARDS = 7
"""With more cards in the hands, on the table and in the stock there would be too many lines to try."""


def rules_of(preset: str, seats: int = 2) -> DurakRules:
    """The rules of a preset at a table of this many seats."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    assert isinstance(rules, DurakRules)
    return rules


def endings(rules: DurakRules, seed: int, count: int) -> Iterator[DurakState]:
    """Late decisions of random deals, some with one or two cards left to draw."""
    rng = Random(seed)
    while count:
        state = rules.deal(shuffled(rules.deck, rng.randrange(10**9)), 0, rules.start())
        while state.to_act:
            cards = sum(place.bit_count() for place in state.places) - state.size(rules.discard)
            others = state.active & ~(1 << state.attacker | 1 << state.defender)
            if cards <= MOST_CARDS and state.bout > 1 and not others and count:
                count -= 1
                yield state.bare()
            moves = rules.legal(state, state.to_act[0])
            rules.play(state, state.to_act[0], rng.choice(moves))


def worth(rules: DurakRules, state: DurakState, seat: Seat, known: dict[object, float]) -> float:
    """What the seat gets when both play perfectly."""
    if not state.to_act:
        return rules.scores(state)[seat]
    bout = (state.attacks, state.uncovered, state.taking, state.asking, state.to_act, state.attacker, state.room)
    key = (*state.places, state.stock, *bout)
    if key not in known:
        actor = state.to_act[0]
        values = (worth(rules, after(rules, state, move), seat, known) for move in rules.legal(state, actor))
        known[key] = max(values) if actor == seat else min(values)
    return known[key]


def after(rules: DurakRules, state: DurakState, move: Move) -> DurakState:
    """The state after this move."""
    copy = state.copy()
    rules.play(copy, copy.to_act[0], move)
    return copy


@pytest.mark.parametrize(
    ("preset", "seats", "count"),
    [
        ("throw_in", 2, 150),
        ("jokers_any", 2, 60),
        ("throw_in_one_by_one", 2, 60),
        ("throw_in", 3, 60),
        ("double", 4, 60),
        ("triple", 6, 60),
        pytest.param("throw_in", 2, 10_000, marks=pytest.mark.slow),
        pytest.param("jokers_any", 2, 3_000, marks=pytest.mark.slow),
        pytest.param("throw_in_one_by_one", 2, 3_000, marks=pytest.mark.slow),
        pytest.param("throw_in", 4, 3_000, marks=pytest.mark.slow),
        pytest.param("double", 4, 3_000, marks=pytest.mark.slow),
        pytest.param("three_pairs", 6, 3_000, marks=pytest.mark.slow),
    ],
)
@pytest.mark.every(2)
def test_the_best_moves_are_those_that_every_line_proves(preset: str, seats: int, count: int) -> None:
    rules = rules_of(preset, seats)
    for state in endings(rules, 5, count):
        seat = state.to_act[0]
        known: dict[object, float] = {}
        moves = rules.legal(state, seat)
        found = best_moves(rules, state, seat, moves, 10**6)
        assert found is not None
        values = {move: worth(rules, after(rules, state, move), seat, known) for move in moves}
        best = max(values.values())
        assert found[0] == round(2 * best - 1)
        assert set(found[1]) == {move for move, value in values.items() if value == best}


def test_an_ending_is_given_up_after_so_many_positions() -> None:
    rules = rules_of("throw_in")
    state = next(endings(rules, 5, 1))
    assert best_moves(rules, state, state.to_act[0], rules.legal(state, state.to_act[0]), 0) is None


@pytest.mark.parametrize("preset", ["throw_in", "double"])
def test_while_a_third_may_throw_in_nothing_is_proven(preset: str) -> None:
    """Two players hold cards, but the attacker went out in this bout: what the third throws in is not covered."""
    rules, rng = rules_of(preset, 4), Random(2)
    met = 0
    while met < 10:
        state = rules.deal(shuffled(rules.deck, rng.randrange(10**9)), 0, rules.start())
        while state.to_act:
            gone = not state.active >> state.attacker & 1
            moves = rules.legal(state, state.to_act[0])
            if gone and state.active.bit_count() == 2 and state.active >> state.defender & 1:
                met += 1
                assert best_moves(rules, state.bare(), state.to_act[0], moves, 10**6) is None
            rules.play(state, state.to_act[0], rng.choice(moves))


@pytest.mark.parametrize(
    ("option", "value"),
    {
        "packs": 2,
        "joker_attack": "cover_only",
        "throw_in": False,
        "throw_timing": "any_time",
        "throw_after_take": False,
        "transfer": True,
        "travel_card": True,
        "draw_order": "defender_first",
        "leave_when": "hand_empty",
        "pass_hands": "clockwise",
        "cheating": True,
        "self_throw": True,
        "lead_from_stock": True,
        "overload_limit": 20,
        "first_limit_scope": "until_first_discard",
        "first_limit_on_take": "lift",
        "limit_when_stock_empty": "lift",
        "scarce_stock": "equal",
    }.items(),
)
def test_other_house_rules_are_not_worked_out(option: str, value: object) -> None:
    needs: dict[str, dict[str, object]] = {"travel_card": {"transfer": True}, "joker_attack": {"deck": 54}}
    given = needs.get(option, {}) | {option: value}
    assert is_plain(rules_of("throw_in"))
    game, options = agree("throw_in", given, 2)
    rules = game.rules(options, 2)
    assert isinstance(rules, DurakRules)
    assert not is_plain(rules)


def test_an_option_that_nobody_has_looked_at_stops_the_proof() -> None:
    """Every option named here exists; with any other, present or future, nothing is proven."""
    assert set(specs(DurakOptions)) > HARMLESS
