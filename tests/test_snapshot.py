"""Every moment of play, written as a position and set up again, plays on alike.

The ordinary run takes a few moments of every family; `-m slow` goes through every preset and random options.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from cardtable.cards import shuffled
from cardtable.engine.draft import Facts
from cardtable.engine.moves import DEALER
from cardtable.engine.options import BadOption, make_options, specs
from cardtable.engine.position import put_down
from cardtable.engine.rules import BY_DEALER, AnyRules, run_chance
from cardtable.engine.state import State
from cardtable.games import FAMILIES, agree, family
from cardtable.match.snapshot import position_text
from tests.test_battery import MOST_DECISIONS, Game, RandomPlayer, presets, rules_of, start

NOT_PUT_DOWN = {"bura": {"best"}, "kozel": {"last_winner"}, "palace": {"votes"}}
"""Facts that only record the past: how the previous trick went, how the votes for the ladder fell (G-51)."""


SECRETS: dict[str, Callable[[Any], bool]] = {"palace": lambda options: bool(options.secret_show)}
"""Where something secret decides what is legal, and is not a public fact (G-66)."""


def by_lot(family_id: str, rng: Random) -> Iterator[tuple[str, Game]]:
    """Presets with some options changed at random, each with the preset that the position names."""
    game = family(family_id)
    known = specs(game.options)
    while True:
        name, preset = rng.choice(list(game.presets.items()))
        seats = rng.choice(preset.seats)
        given = {}
        for option in rng.sample(sorted(known), min(8, len(known))):
            spec = known[option]
            given[option] = rng.choice(spec.values) if spec.range is None else rng.randint(*sorted((*spec.range,)))
        try:
            options = make_options(preset.options, given)
            options.check(seats)
        except BadOption:
            continue
        if SECRETS.get(family_id, lambda options: False)(options):
            continue
        yield name, Game(f"{name}-by-lot-{seats}", family_id, options, seats)


def moments(game: Game, rng: Random) -> Iterator[State]:
    """Every moment of a deal at which a seat is to act; now and then a seat acts out of turn."""
    rules = rules_of(game)
    choose = RandomPlayer(f"{game.name} {rng.random()}")
    state: State = rules.deal(shuffled(rules.deck, rng.getrandbits(32)), rng.randrange(game.seats), start(game))
    for _ in range(MOST_DECISIONS):
        run_chance(rules, state, Random(7))
        if not state.to_act:
            return
        yield state
        seat = state.to_act[0] if rng.random() < 0.9 else rng.choice(state.to_act)
        rules.play(state, seat, choose(rules.legal(state, seat)))


def told(rules: AnyRules, state: State, family_id: str) -> Facts:
    """All facts except those that are not written."""
    forgotten = NOT_PUT_DOWN.get(family_id, set())
    return {name: fact for name, fact in rules.facts(state).items() if name not in forgotten}


def assert_plays_on_alike(preset: str, game: Game, state: State, rng: Random) -> None:
    """Writes a moment as a position, sets it up, and plays both to the end of the deal with the same moves."""
    rules = rules_of(game)
    text, wrong = position_text("moment", preset, rules, state)
    assert set(wrong) <= NOT_PUT_DOWN.get(game.family, set()), f"{game.name} {wrong}\n{text}"
    _, again = put_down(tomllib.loads(text), _rules_of)
    going, choose = state.copy(), RandomPlayer(str(rng.random()))
    played: list[str] = []

    def where() -> str:
        return f"{game.name} after {played}\n{text}"

    while True:
        assert again.to_act == going.to_act, where()
        assert again.places[: rules.seats] == going.places[: rules.seats], where()
        assert again.stock == going.stock, where()
        if len(played) % 5 == 0 or not going.to_act:
            assert told(rules, again, game.family) == told(rules, going, game.family), where()
        if not going.to_act:
            break
        for seat in going.to_act:
            assert rules.legal(again, seat) == rules.legal(going, seat), where()
        seat = going.to_act[0] if rng.random() < 0.9 else rng.choice(going.to_act)
        move = choose(rules.legal(going, seat))
        for each in (going, again):
            rules.play(each, seat, move)
            if each.to_act == BY_DEALER:
                run_chance(rules, each, Random(len(played)))
        played.append(f"P{seat} {rules.move_text(move)}")
        assert len(played) < MOST_DECISIONS
    assert rules.scores(again) == rules.scores(going)
    assert rules.result_lines(again) == rules.result_lines(going)


def _rules_of(preset: str, options: Any, seats: int) -> AnyRules:
    game, agreed = agree(preset, options, seats)
    return game.rules(agreed, seats)


def some_moments(preset: str, game: Game, rng: Random, every: int) -> None:
    """Tests about every n-th moment of a deal."""
    until = rng.randint(1, every)
    for state in moments(game, rng):
        until -= 1
        if not until:
            assert state.to_act[0] != DEALER
            assert_plays_on_alike(preset, game, state, rng)
            until = rng.randint(1, 2 * every - 1)


@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.every(3)
def test_a_moment_of_play_is_a_position_that_plays_on_alike(family_id: str) -> None:
    rng = Random(family_id)
    for preset in family(family_id).presets:
        game = rng.choice([game for game in presets(family_id) if game.name.rpartition("-")[0] == preset])
        some_moments(preset, game, rng, 60)
    for (preset, game), _ in zip(by_lot(family_id, rng), range(4), strict=False):
        some_moments(preset, game, rng, 60)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("family_id", FAMILIES)
def test_every_moment_of_every_preset_plays_on_alike(family_id: str) -> None:
    rng = Random(f"slow {family_id}")
    for game in presets(family_id):
        some_moments(game.name.rpartition("-")[0], game, rng, 3)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("family_id", FAMILIES)
def test_every_moment_plays_on_alike_with_options_by_lot(family_id: str) -> None:
    rng = Random(f"lot {family_id}")
    for (preset, game), _ in zip(by_lot(family_id, rng), range(60), strict=False):
        some_moments(preset, game, rng, 20)
