"""A spectator sees what everybody at the table knows, and nothing that depends on a hand or a secret."""

from __future__ import annotations

from random import Random

import pytest

from cardtable.cards import HIDDEN
from cardtable.engine.rules import AnyRules
from cardtable.engine.scene import Scene, for_onlookers
from cardtable.engine.state import State, common_knowledge, guess, observe, observe_public
from cardtable.match.view import if_silent
from tests.test_battery import GAMES, Game, for_every, looks, reachable, rules_of


def watched(rules: AnyRules, state: State) -> tuple[object, Scene]:
    """A spectator's observation of a deal, and their scene."""
    seen = observe_public(if_silent(rules, state), 0)
    return reachable(seen), for_onlookers(rules.scene(seen), seen.state.size(0))


@pytest.mark.every(5)
@for_every(GAMES)
def test_worlds_that_any_seat_cannot_tell_apart_look_the_same_to_who_watches(game: Game) -> None:
    rules, rng = rules_of(game), Random(game.name)
    for state in looks(game, 20):
        seen, scene = watched(rules, state)
        for seat in range(game.seats):
            other = guess(rules.all_cards, observe(state, seat), rng)
            assert watched(rules, other) == (seen, scene)
            mine, others = (rules.scene(observe(if_silent(rules, world), seat)) for world in (state, other))
            assert mine == others, "nor can the seat, before those who are asked in secret have answered"


@for_every(GAMES[::5])
def test_who_watches_sees_no_card_that_somebody_at_the_table_does_not_know(game: Game) -> None:
    rules = rules_of(game)
    for state in looks(game, 20):
        scene = watched(rules, state)[1]
        quiet = if_silent(rules, state)
        shown = {card for pile in scene.piles for card in pile.cards if card >= 0}
        known = common_knowledge(quiet)
        assert all(known >> card & 1 for card in shown)
        hand = next(pile for pile in scene.piles if pile.owner == 0 and pile.layout == "fan")
        assert len(hand.cards) == hand.size == quiet.size(0)
        assert hand.cards.count(HIDDEN) == (quiet.places[0] & ~known).bit_count()
        assert (scene.choices, scene.targets, scene.own, scene.verb) == ((), (), (), "")
        assert not any(chair.known & ~known for chair in scene.chairs)
