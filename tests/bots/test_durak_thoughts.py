"""What a search knows about Durak: its playouts follow a habit good enough to play out with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from cardtable.bots import Decision
from cardtable.bots.search.thoughts import AnyThoughts, thoughts_of
from cardtable.bots.styles.durak.foresight import Model
from cardtable.cards import HIDDEN, SUIT_CARDS, shuffled
from cardtable.engine.moves import Move
from cardtable.engine.options import make_options
from cardtable.engine.state import Observation, observe
from cardtable.engine.text import say
from cardtable.games.durak.game import durak
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import DurakRules
from tests.bots.durak_deals import bot, play, rules_for


class ByHabit:
    """A player that plays as the playouts do."""

    def __init__(self, rules: DurakRules) -> None:
        self.thoughts: AnyThoughts = thoughts_of(rules)

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        return Decision(self.thoughts.pick(seen.state, seen.seat, choices, rng), say("has no choice"))


@pytest.mark.parametrize(
    ("preset", "seats", "sides"), [("throw_in", 3, 3), ("throw_in", 4, 4), ("transfer", 3, 3), ("double", 4, 2)]
)
@pytest.mark.every(2)
def test_playouts_are_as_good_as_steady_play(preset: str, seats: int, sides: int) -> None:
    """A search with bad playouts prefers what beats bad players: this one holds its own against steady ones."""
    rules = rules_for(preset, seats)
    ahead = []
    for seed in range(40):
        for turn in range(sides):
            mine = [(seat - turn) % sides == 0 for seat in range(seats)]
            bots = [ByHabit(rules) if is_mine else bot("steady", rules) for is_mine in mine]
            scores = play(rules, bots, seed, seed % seats)[1]
            own = fmean(score for score, is_mine in zip(scores, mine, strict=True) if is_mine)
            others = fmean(score for score, is_mine in zip(scores, mine, strict=True) if not is_mine)
            ahead.append(own - others)
    assert fmean(ahead) > -0.15


@pytest.mark.parametrize(
    "changes", [{}, {"trump_exchange": "opener"}, {"lead_from_stock": True}, {"packs": 2}, {"trump_source": "diamonds"}]
)
def test_nobody_knows_more_of_the_stock_than_its_last_card(changes: dict[str, object]) -> None:
    """A two-player deal is played on with the stock in several orders: none may contradict what a player has seen."""
    rules = durak(make_options(DurakOptions(), changes), 2)
    seen_last = 0
    for seed in range(30):
        rng = Random(seed)
        state = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
        while state.to_act:
            for seat in range(2):
                stock = observe(state, seat).state.stock
                assert not any(card != HIDDEN for card in stock[:-1])
                seen_last += stock[-1:] not in ((), (HIDDEN,))
            legal = rules.legal(state, state.to_act[0])
            rules.play(state, state.to_act[0], legal[int(rng.random() * len(legal))])
    assert seen_last or "trump_source" in changes


def test_a_deal_played_on_in_several_orders_is_their_mean() -> None:
    rules = rules_for("throw_in", 2)
    state = rules.deal(shuffled(rules.deck, 5), 0, rules.start())
    rules.play(state, state.to_act[0], rules.legal(state, state.to_act[0])[0])
    trumps = SUIT_CARDS[state.trump] | JOKERS
    model = Model(rules, state.trump, trumps)
    stock = state.stock
    last, rest = stock[-1:], stock[:-1]
    turned = rest[::-1]
    cut = len(rest) // 2
    rotated = turned[cut:] + turned[:cut]
    each = []
    for order in (rest, turned, rotated, rotated[::-1]):
        state.stock = (*order, *last)
        each.append(model.play_on(state))
    state.stock = stock
    assert len(set(each)) > 1, "the order counts here"
    assert model.play_on(state, 4) == fmean(each)
    state.stock = last
    assert model.play_on(state, 4) == model.play_on(state)
