"""The last tricks of Kozel and King solved in full, compared with every line of `legal` and `play`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardtable.bots.search.thoughts import Counted, thoughts_of
from cardtable.bots.styles.tricks_ending import best_moves
from cardtable.cards import shuffled
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules, run_chance
from cardtable.engine.state import observe, only_world
from cardtable.games import find_preset


def endings(rules: AnyRules, tricks: int, seed: int, count: int) -> Iterator[Any]:
    """Decisions in the last tricks of random deals of a match, with King's contracts in turn."""
    rng = Random(seed)
    standing = rules.start()
    while count:
        state = rules.deal(shuffled(rules.deck, rng.randrange(10**9)), 0, standing)
        run_chance(rules, state, rng)
        while state.to_act:
            moves = rules.legal(state, state.to_act[0])
            held = max(state.size(seat) for seat in range(rules.seats))
            playing = "play" in (getattr(state, "stage", None), getattr(state, "moment", None))
            if count and len(moves) > 1 and playing and len(state.stock) < rules.seats and held <= tricks:
                count -= 1
                yield state.copy()
            rules.play(state, state.to_act[0], rng.choice(moves))
            run_chance(rules, state, rng)
        standing = rules.standing_after(standing, state)
        standing = rules.start() if standing.over else standing


def worth(rules: AnyRules, state: Any, seat: Seat, friends: set[Seat]) -> float:
    """The seat's result if its friends play their best for it and all others against it, over every line."""
    if not state.to_act:
        return rules.scores(state)[seat]
    actor = state.to_act[0]
    values = [worth(rules, after(rules, state, move), seat, friends) for move in rules.legal(state, actor)]
    return max(values) if actor in friends else min(values)


def after(rules: AnyRules, state: Any, move: Move) -> Any:
    """The state after this move."""
    copy = state.bare()
    rules.play(copy, copy.to_act[0], move)
    return copy


@pytest.mark.parametrize(
    ("preset", "seats", "tricks", "count"),
    [
        ("nizhny_plain", 4, 2, 150),
        ("goat32_stock", 2, 4, 60),
        ("goat32_stock", 3, 2, 60),
        ("king_simple", 4, 2, 150),
        ("king_three", 3, 3, 60),
        ("king_jokers", 3, 2, 60),
        pytest.param("nizhny_plain", 4, 3, 1_500, marks=pytest.mark.slow),
        pytest.param("goat_accounts", 4, 2, 1_500, marks=pytest.mark.slow),
        pytest.param("goat32_stock", 2, 4, 2_000, marks=pytest.mark.slow),
        pytest.param("goat32_stock", 3, 3, 1_000, marks=pytest.mark.slow),
        pytest.param("king_simple", 4, 3, 1_500, marks=pytest.mark.slow),
        pytest.param("king_three", 3, 3, 1_500, marks=pytest.mark.slow),
        pytest.param("king_jokers", 3, 3, 1_000, marks=pytest.mark.slow),
        pytest.param("king_twelve", 4, 3, 1_000, marks=pytest.mark.slow),
    ],
)
@pytest.mark.every(2)
def test_the_best_moves_are_those_that_every_line_proves(preset: str, seats: int, tricks: int, count: int) -> None:
    """Partners: the best value. Singles: sure of a result that no other move could reach with anybody's help."""
    game, found = find_preset(preset)
    rules: AnyRules = game.rules(found.options, seats)
    sides = getattr(rules, "sides", seats)
    proven = 0
    for state in endings(rules, tricks, 5, count):
        seat = state.to_act[0]
        moves = rules.legal(state, seat)
        friends = {other for other in range(seats) if other % sides == seat % sides}
        afters = {move: after(rules, state, move) for move in moves}
        sure = {move: worth(rules, afters[move], seat, friends) for move in moves}
        best = max(sure.values())
        expected = [move for move in moves if sure[move] == best]
        everybody = set(range(seats))
        if sides > 2 and any(worth(rules, afters[move], seat, everybody) > best for move in moves):
            expected = []
        bits = sum(1 << other for other in friends)
        told = best_moves(rules, state.bare(), seat, bits, moves, 10**6, sides=sides == 2)
        assert told == (Counted(best, expected) if expected else None)
        proven += bool(expected)
    assert proven > count / 8


def test_an_ending_is_given_up_after_so_many_positions() -> None:
    game, found = find_preset("nizhny_plain")
    rules: AnyRules = game.rules(found.options, 4)
    state = next(endings(rules, 4, 5, 1))
    seat = state.to_act[0]
    assert best_moves(rules, state.bare(), seat, 0b101 << seat % 2, rules.legal(state, seat), 3, sides=True) is None


@pytest.mark.parametrize(("preset", "seats"), [("nizhny_plain", 4), ("goat32_stock", 2), ("king_three", 3)])
@pytest.mark.every(2)
def test_whoever_can_tell_where_every_card_lies_counts(preset: str, seats: int) -> None:
    """The expert's thoughts about the family find the best moves from the seat's own knowledge."""
    game, found = find_preset(preset)
    rules: AnyRules = game.rules(found.options, seats)
    sides = getattr(rules, "sides", seats)
    thoughts = thoughts_of(rules)
    counted = 0
    for state in endings(rules, 3, 8, 400):
        seen = observe(state, state.to_act[0])
        moves = rules.legal(state, seen.seat)
        friends = sum(1 << seat for seat in range(seats) if seat % sides == seen.seat % sides)
        exact = thoughts.exact(seen, moves)
        if only_world(rules.all_cards, seen) is None:
            assert exact is None
        else:
            counted += 1
            assert exact == best_moves(rules, state.bare(), seen.seat, friends, moves, 10**6, sides=sides == 2)
    assert counted
