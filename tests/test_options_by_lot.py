"""Tables with random house rules: whatever is allowed can be played, and knowledge of what hands lack is right.

The battery tests every preset and a few mixtures with every law; here far more mixtures meet the laws that odd rules
break first. Run the long version by hand: `pytest -m slow tests/test_options_by_lot.py`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.cards import shuffled
from cardtable.engine.options import make_options
from cardtable.engine.rules import Standing, run_chance
from cardtable.engine.state import guess, observe
from cardtable.games import FAMILIES, family, find_preset, without_effect
from tests.lots import Odd, odd
from tests.test_battery import MOST_DECISIONS, RandomPlayer, assert_every_card_lies_once, assert_knowledge_is_true

QUICK, LONG = 8, 400
"""The number of tables for each family."""
DEALS = 2
MANY = 60
"""The number of deals after which a match is over, or the standing has changed."""
LOOK = 7
"""The interval in decisions at which each seat is observed and guesses."""


def comes_nearer(table: Odd, rng: Random, deals: int) -> bool:
    """Whether a match of random moves is over, or its standing has changed, after some of so many deals."""
    rules = family(table.family).rules(table.options, table.seats)
    standing: Standing = rules.start()
    for number in range(deals):
        dealer = standing.dealer if standing.dealer is not None else rng.randrange(table.seats)
        state = rules.deal(shuffled(rules.deck, rng.getrandbits(48)), dealer, standing)
        run_chance(rules, state, rng)
        state = state.bare()
        choose = RandomPlayer(f"{table.agreed} {number}")
        while state.to_act:
            rules.play(state, state.to_act[0], choose(rules.legal(state, state.to_act[0])))
            run_chance(rules, state, rng)
        standing = rules.settle(standing, state)
        if standing.over or rules.totals(standing) != rules.totals(rules.start()):
            return True
    return False


def play_deals(table: Odd, rng: Random) -> Standing:
    """Plays the first deals of a random match, checking the laws."""
    rules = family(table.family).rules(table.options, table.seats)
    standing: Standing = rules.start()
    for number in range(DEALS):
        dealer = standing.dealer if standing.dealer is not None else rng.randrange(table.seats)
        state = rules.deal(shuffled(rules.deck, rng.getrandbits(48)), dealer, standing)
        run_chance(rules, state, rng)
        choose = RandomPlayer(f"{table.agreed} {number}")
        for step in range(MOST_DECISIONS):
            assert_every_card_lies_once(rules, state)
            assert_knowledge_is_true(rules, state)
            if step % LOOK == 0 or not state.to_act:
                for seat in range(table.seats):
                    seen = observe(state, seat)
                    rules.scene(seen)
                    assert_knowledge_is_true(rules, guess(rules.all_cards, seen, rng))
            if not state.to_act:
                break
            seat = state.to_act[0]
            move = choose(rules.legal(state, seat))
            assert rules.parse_move(rules.move_text(move)) == move
            rules.play(state, seat, move)
            run_chance(rules, state, rng)
        assert not state.to_act, f"the deal has not ended after {MOST_DECISIONS} decisions"
        assert len(rules.scores(state)) == table.seats
        standing = rules.settle(standing, state)
        rules.totals(standing)
        rules.sheet_notes(standing)
        if standing.over:
            break
    return standing


@pytest.mark.parametrize("tables", [QUICK, pytest.param(LONG, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_whatever_is_agreed_can_be_played_and_guessed_at(name: str, tables: int) -> None:
    """G-16, G-33 and the like: no seat holds a card that it is known to lack, and every observation allows a guess."""
    for number in range(tables):
        rng = Random(f"{name} {number}")
        table = odd(name, rng)
        assert family(name).explain(table.options, table.seats), table.agreed
        try:
            standing = play_deals(table, rng)
        except Exception as error:
            error.add_note(f"cardtable play {table.agreed}")
            raise
        assert standing.deals


@pytest.mark.parametrize("tables", [4, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(2)
def test_a_match_comes_nearer_to_its_end(name: str, tables: int) -> None:
    """No match goes on for ever because nothing in it scores (G-31, G-M09)."""
    for number in range(tables):
        rng = Random(f"{name} match {number}")
        table = odd(name, rng)
        assert comes_nearer(table, rng, MANY), table.agreed


def traced(table: Odd, options: Any, seed: str) -> list[Any]:
    """The visible course of a random deal: who may do what, how it ends, and the standing of the match then."""
    rng = Random(seed)
    rules = family(table.family).rules(options, table.seats)
    standing: Standing = rules.start()
    state = rules.deal(shuffled(rules.deck, rng.getrandbits(48)), rng.randrange(table.seats), standing)
    run_chance(rules, state, rng)
    choose = RandomPlayer(seed)
    seen: list[Any] = []
    while state.to_act:
        moves = rules.legal(state, state.to_act[0])
        seen += [state.to_act, *map(rules.move_text, moves)]
        rules.play(state, state.to_act[0], choose(moves))
        run_chance(rules, state, rng)
    standing = rules.settle(standing, state)
    return [*seen, rules.scores(state), rules.totals(standing), standing.over, standing.dealer]


ALL_COUNT = {"titles"}
"""Families in which every house rule matters, whatever the others are."""


@pytest.mark.parametrize("tables", [12, pytest.param(LONG, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.every(3)
def test_a_house_rule_that_is_said_to_make_no_difference_makes_none(name: str, tables: int) -> None:
    """Tables with the same rules in words play the same."""
    game = family(name)
    compared = 0
    for number in range(tables):
        table = odd(name, Random(f"{name} alike {number}"))
        base = game.presets[table.preset].options
        for idle, line in without_effect(game, base, table.options, table.seats).items():
            other = make_options(table.options, {idle: line.facts["other"]})
            for deal in range(2):
                assert traced(table, table.options, f"{deal}") == traced(table, other, f"{deal}"), (
                    f"{idle}={line.facts['other']} differs from {table.agreed}"
                )
            compared += 1
    assert compared or name in ALL_COUNT, "no house rule was idle: where none ever is, ALL_COUNT says so, above"


@pytest.mark.parametrize(
    ("preset", "given", "alike"),
    [
        ("king_simple", {"heart_lead_ban": "omnibus"}, {"heart_lead_ban": "none"}),
        ("king_simple", {"heart_lead_ban": "none", "forced_king": "praise"}, {"forced_king": "none"}),
        ("burkozel", {"open_bonus": 9}, {"open_bonus": "5"}),
        ("burkozel_casual", {"open_bonus": 9, "open_hands": 1}, {}),
        ("nizhny", {"account_take": 9, "eggs_compound": True}, {"account_take": "2"}),
        ("classic", {"six_keeps_until": True, "king_spades_draw": 0}, {"six_keeps_until": "false"}),
    ],
)
def test_house_rules_without_effect_are_told(preset: str, given: dict[str, Any], alike: dict[str, str]) -> None:
    game, found = find_preset(preset)
    options = make_options(found.options, given)
    told = without_effect(game, found.options, options, found.players)
    assert {name: line.facts["other"] for name, line in told.items()} == alike
