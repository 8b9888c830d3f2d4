"""What a deal can earn, in the catalogues' positions and in random deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable.cli.positions import rules_of
from cardtable.engine.expectations import parse_play, texts_of
from cardtable.engine.moves import DEALER, Event, Seat
from cardtable.engine.position import put_down
from cardtable.engine.rules import attempt, run_chance
from cardtable.games import FAMILIES, find_preset
from cardtable.match.match import Match
from cardtable.match.snapshot import read_position
from cardtable.player.achievements import ACHIEVEMENTS, FinishedDeal, earned_in
from tests.test_positions import FILES

BY_CHANCE = {"six_beats_ace", "armful", "sharp_eye", "sleight", "to_the_stable", "to_the_throne"}
"""Achievements that take several bouts, so that no position shows them."""
WORKED: list[tuple[str, str, dict[Seat, set[str]]]] = [
    ("D-P30", "", {0: {"epaulette", "both_shoulders"}}),
    ("D-P30", "one six is covered first", {0: {"epaulette"}}),
    ("D-P31", "", {}),
    ("O-P17", "", {0: {"farewell"}}),
    ("O-P18", "with resets", {1: {"exactly"}, 2: {"exactly"}}),
    ("O-P18", "", {}),
    ("K-P08", "", {1: {"shamka"}, 3: {"shamka"}}),
    ("K-P10", "120:0", {0: {"shut_out"}, 2: {"shut_out"}}),
    ("K-P10", "60:60", {seat: {"eggs"} for seat in range(4)}),
    ("K-P32", "A pair", {0: {"goat"}, 2: {"goat"}}),
    ("B-P14", "", {1: {"bura_dealt"}}),
    ("B-P12", "", {1: {"sixty_one"}}),
    ("B-P12", "60 are not enough", {1: {"sixty"}}),
    ("G-P09", "", {3: {"king_away"}}),
    (
        "G-X17",
        "six players: eight tricks, twelve hearts, 104 in a yeralash",
        {1: {"clean_hands"}, 2: {"clean_hands"}, 4: {"clean_hands"}},
    ),
    ("G-P63", "", {2: {"soldier_reigns"}}),
]


def position(stem: str, variant: str) -> tuple[Path, dict[str, Any]]:
    """A position of the catalogue, or one of its variants."""
    path = next(path for path in FILES if path.stem == stem)
    keys = read_position(path)
    if not variant:
        return path, keys
    other = next(one for one in keys["variant"] if one.get("name") == variant)
    inner = {name: {**keys.get(name, {}), **other.get(name, {})} for name in ("hands", "options")}
    return path, {**keys, **other, **inner}


def played_out(keys: dict[str, Any]) -> FinishedDeal:
    """Plays the deal of a position to its end."""
    rules, state = put_down(keys, rules_of)
    before, log = rules.standing_before(state), list[Event]()
    for stage in keys["then"]:
        for text in texts_of(stage.get("play", []), "play"):
            seat, move = parse_play(rules, text, "play")
            attempt(rules, state, seat, move, log)
        run_chance(rules, state, Random(1), log)
    assert not state.to_act
    return FinishedDeal(rules, state, before, rules.settle(before, state), log)


@pytest.mark.parametrize(("stem", "variant", "expected"), WORKED, ids=[f"{one} {other}" for one, other, _ in WORKED])
def test_what_is_earned_in_a_position_of_the_catalogue(stem: str, variant: str, expected: dict[Seat, set[str]]) -> None:
    path, keys = position(stem, variant)
    deal = played_out(keys)
    for seat in range(deal.rules.seats):
        assert set(earned_in(deal, path.parent.name, seat)) == expected.get(seat, set())


def deals(preset: str, seeds: int) -> Iterator[FinishedDeal]:
    """Deals of some matches in which all players move at random."""
    game, found = find_preset(preset)
    for seed in range(seeds):
        match, chance = Match(game.rules(found.options, found.players), seed), Random(seed)
        while not match.over and match.deals < 4:
            _, dealer, deck = match.next_cards()
            before, log = match.standing, list[Event]()
            match.deal(deck, dealer, log)
            while not match.deal_over:
                if match.shuffle_due:
                    match.play(DEALER, match.next_shuffle(), log)
                else:
                    seat = match.state.to_act[0]
                    match.play(seat, chance.choice(match.rules.legal(match.state, seat)), log)
            yield FinishedDeal(match.rules, match.state, before, match.standing, log)


def test_everything_that_can_be_earned_has_been() -> None:
    """The list contains nothing that cannot be done."""
    found = {one for *_, expected in WORKED for earned in expected.values() for one in earned}
    for preset, family in (("double", "durak"), ("cheaters", "durak"), ("palace_ladder", "palace")):
        for deal in deals(preset, 40):
            for seat in range(deal.rules.seats):
                found.update(BY_CHANCE.intersection(earned_in(deal, family, seat)))
    assert found == {one.id for one in ACHIEVEMENTS}


def test_every_achievement_belongs_to_a_family_and_is_told_once() -> None:
    assert {one.family for one in ACHIEVEMENTS} == set(FAMILIES)
    for said in ("id", "title", "sentence"):
        assert len({getattr(one, said) for one in ACHIEVEMENTS}) == len(ACHIEVEMENTS)
