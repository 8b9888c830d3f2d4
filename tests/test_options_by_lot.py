"""Tables with house rules by lot: whatever may be agreed can be played, and nobody is believed to lack what they hold.

The battery tries every preset and a few mixtures with every law; here far more mixtures meet the laws that odd rules
break first. The long run is for the hand: `pytest -m slow tests/test_options_by_lot.py`.
"""

from __future__ import annotations

from random import Random

import pytest

from cardtable.cards import shuffled
from cardtable.engine.rules import Standing, run_chance
from cardtable.engine.state import guess, observe
from cardtable.games import FAMILIES, family
from tests.lots import Odd, odd
from tests.test_battery import MOST_DECISIONS, RandomPlayer, assert_every_card_lies_once, assert_knowledge_is_true

QUICK, LONG = 8, 400
"""Tables a family."""
DEALS = 2
LOOK = 7
"""Everybody looks round and guesses at every so-manieth decision."""


def play_deals(table: Odd, rng: Random) -> Standing:
    """The first deals of a match by random moves, under the laws."""
    rules = family(table.family).rules(table.options, table.seats)
    standing = rules.start()
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
        assert len(rules.result(state).scores) == table.seats
        standing = rules.settle(standing, state)
        rules.totals(standing)
        rules.sheet_notes(standing)
        if standing.over:
            break
    return standing


@pytest.mark.parametrize("tables", [QUICK, pytest.param(LONG, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FAMILIES)
def test_whatever_is_agreed_can_be_played_and_guessed_at(name: str, tables: int) -> None:
    """G-16, G-33 and their like: no seat holds a card that it is known to lack, and every observation has a guess."""
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
