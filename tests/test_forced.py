"""A pass is made automatically only where all can tell that there is nothing else to do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.forced import plain_pass
from cardtable.engine.moves import Move
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt, run_chance
from cardtable.engine.state import guess, observe
from cardtable.games import FAMILIES, family
from tests.tui.tables import played_until, seated


def with_passes() -> Iterator[tuple[str, str]]:
    """The presets in which a player can pass."""
    for name in FAMILIES:
        for preset, found in family(name).presets.items():
            rules = family(name).rules(found.options, found.players)
            if any(verb.declines and word not in rules.unused for word, verb in rules.verbs.items()):
                yield name, preset


DEALS = 3
GUESSES = 4
"""The number of guesses of the hidden cards tried for each viewer."""


@pytest.mark.parametrize(("name", "preset"), list(with_passes()))
@pytest.mark.every(4)
def test_whoever_looks_could_imagine_no_other_move(name: str, preset: str) -> None:
    found = family(name).presets[preset]
    rules = family(name).rules(found.options, found.players)
    rng = Random(2)
    for _ in range(DEALS):
        deck = list(rules.deck)
        rng.shuffle(deck)
        state = rules.deal(deck, rng.randrange(rules.seats), rules.start())
        run_chance(rules, state, rng)
        while state.to_act:
            seat = state.to_act[0]
            legal = rules.legal(state, seat)
            move = plain_pass(rules, state, seat)
            if move is not None:
                assert list(legal) == [move]
                for other in set(range(rules.seats)) - {seat}:
                    for _ in range(GUESSES):
                        imagined = guess(rules.all_cards, observe(state, other), rng)
                        assert list(rules.legal(imagined, seat)) == [move]
            rules.play(state, seat, rng.choice(list(legal)))
            run_chance(rules, state, rng)


ENDING = {
    "preset": "throw_in",
    "trump": "h",
    "stock": 0,
    "attacker": "P0",
    "defender": "P1",
}


@pytest.mark.parametrize(
    ("stock", "hands", "plain"),
    [
        pytest.param(0, {"P0": "9s Kd", "P1": "Ts Jc As"}, True, id="two players and no stock: every card is known"),
        pytest.param(6, {"P0": "9s Kd Qc", "P1": "Ts Td Jc As"}, False, id="there may be a nine or a ten in the hand"),
        pytest.param(
            0, {"P0": "9s Kd", "P1": "Ts Jc As", "P2": "9c 8c"}, False, id="the other nine may be with either of two"
        ),
        pytest.param(0, {"P0": "9s Kd", "P1": "Ts Jc As", "P2": "7c 8c"}, True, id="every nine and ten is gone"),
    ],
)
def test_a_pass_is_plain_where_no_card_that_fits_can_be_in_the_hand(
    stock: int, hands: dict[str, str], plain: bool
) -> None:
    position = {**ENDING, "stock": stock, "seats": len(hands), "hands": hands}
    rules, state = put_down(position, rules_of)
    for seat, text in ((0, "attack 9s"), (1, "cover 9s with Ts")):
        attempt(rules, state, seat, rules.parse_move(text))
    assert list(rules.legal(state, 0)) == [Move("pass")]
    assert plain_pass(rules, state, 0) == (Move("pass") if plain else None)


def test_what_is_taken_back_is_a_decision_and_no_pass_that_would_only_be_made_again() -> None:
    table = seated("throw_in", 2, people=())
    assert played_until(table, lambda table: table.plain_pass(table.to_act[0]) is not None)
    seat = table.to_act[0]
    passed = table.plain_pass(seat)
    assert passed is not None
    table.people = frozenset((seat,))
    decision = len(table._match.made) - table.to_take_back(seat)
    table.submit(seat, passed)
    table.take_back(seat)
    assert table.to_act[0] == seat
    assert len(table._match.made) == decision
