"""The log of drawn cards: no draw appears twice, and no card is named that the reader may not know."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cardtable.engine.moves import Event
from cardtable.engine.state import EVERYBODY
from cardtable.engine.text import Text, plain
from cardtable.games import find_preset
from cardtable.match.match import Match


@pytest.mark.parametrize("preset", ["throw_in", "burkozel_casual", "goat32_stock"])
def test_a_turn_up_that_is_drawn_is_named(preset: str) -> None:
    game, found = find_preset(preset)
    rules = game.rules(found.options, 2)
    turned_up = 0
    for seed in range(40):
        match, chance = Match(rules, seed), Random(seed)
        _, dealer, deck = match.next_cards()
        log: list[Event] = []
        match.deal(deck, dealer, log)
        while not match.deal_over:
            seat = match.state.to_act[0]
            match.play(seat, chance.choice(rules.legal(match.state, seat)), log)
        for before, event in pairwise(log):
            if event.kind == "draw":
                told, other = (plain(rules.tell(one) or Text("")) for one in (event, before))
                assert (event.to == EVERYBODY) == ("card" not in told), told
                assert before.kind != "draw" or told != other
                turned_up += event.to == EVERYBODY
    assert turned_up
