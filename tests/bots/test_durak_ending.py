"""Endings of Durak worked out in full, beside every line of `legal` and `play` (D-90)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cardtable.bots.durak_ending import PLAIN, best_moves, is_plain
from cardtable.cards import shuffled
from cardtable.engine.moves import Move, Seat
from cardtable.games import agree, find_preset
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

MOST_CARDS = 7
"""With more cards on hands, table and stock the lines are too many to go through."""


def rules_of(preset: str) -> DurakRules:
    """The rules of a preset for two."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, 2)
    assert isinstance(rules, DurakRules)
    return rules


def endings(rules: DurakRules, seed: int, count: int) -> Iterator[DurakState]:
    """Late decisions of random deals, some with a card or two left to draw."""
    rng = Random(seed)
    while count:
        state = rules.deal(shuffled(rules.deck, rng.randrange(10**9)), 0, rules.start())
        while state.to_act:
            cards = sum(place.bit_count() for place in state.places) - state.size(rules.discard)
            if cards <= MOST_CARDS and state.bout > 1 and count:
                count -= 1
                yield state.bare()
            moves = rules.legal(state, state.to_act[0])
            rules.play(state, state.to_act[0], rng.choice(moves))


def worth(rules: DurakRules, state: DurakState, seat: Seat, known: dict[object, float]) -> float:
    """What the seat gets if both play as well as can be."""
    if not state.to_act:
        return rules.scores(state)[seat]
    key = (*state.places, state.stock, state.attacks, state.taking, state.to_act, state.attacker, state.room)
    if key not in known:
        actor = state.to_act[0]
        values = (worth(rules, after(rules, state, move), seat, known) for move in rules.legal(state, actor))
        known[key] = max(values) if actor == seat else min(values)
    return known[key]


def after(rules: DurakRules, state: DurakState, move: Move) -> DurakState:
    """The state once this move is made."""
    copy = state.copy()
    rules.play(copy, copy.to_act[0], move)
    return copy


@pytest.mark.parametrize(
    ("preset", "count"),
    [
        ("throw_in", 150),
        ("jokers_any", 60),
        pytest.param("throw_in", 10_000, marks=pytest.mark.slow),
        pytest.param("jokers_any", 3_000, marks=pytest.mark.slow),
    ],
)
def test_the_best_moves_are_those_that_every_line_proves(preset: str, count: int) -> None:
    rules = rules_of(preset)
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


@pytest.mark.parametrize("option", PLAIN)
def test_other_house_rules_are_not_worked_out(option: str) -> None:
    changes = {
        "packs": 2,
        "throw_in": False,
        "throw_timing": "any_time",
        "throw_batch": "one",
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
        "limit_when_stock_empty": "lift",
    }
    given = {option: changes[option], **({"transfer": True} if option == "travel_card" else {})}
    assert is_plain(rules_of("throw_in"))
    game, options = agree("throw_in", given, 2)
    rules = game.rules(options, 2)
    assert isinstance(rules, DurakRules)
    assert not is_plain(rules)
