"""Perft: the number of ways in which a deal can go on from a fixed state, to depths 1, 2, 3 ...

A wrong rule that no single position shows changes these numbers. They are kept in `perft.toml`; sameness does not prove
them right, so the slow second implementation counts the first depths of Durak again. When a number changes on purpose,
`pytest tests/test_perft.py --write` rewrites them (with `-k PRESET` only some); check the difference.
"""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from pathlib import Path
from random import Random

import pytest

from cardtable.cards import card_text, shuffled
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import BY_DEALER, AnyRules, run_chance
from cardtable.engine.state import State
from cardtable.games import FAMILIES, family, find_preset
from tests.reference.durak import Durak
from tests.reference.durak_options import DEFAULTS
from tests.reference.texts import by_suit

DATA = Path(__file__).with_name("perft.toml")
SEATS = {2: 7, 3: 6, 6: 5}
"""The depth counted for each number of seats; one less in the ordinary run."""
OTHERS = 5
"""The same for a preset that none of these numbers can play: it is counted at its usual table."""
STARTS = {"opening": (1, 0.0), "midst": (2, 0.3), "late": (3, 0.7)}
"""For each name the seed of the shuffle, and the share of a deal played at random first."""
SLOW_DEPTH = 3
"""The depth that the second implementation counts to in the ordinary run; one more in the long one."""
DEPTHS = [pytest.param(0, id=""), pytest.param(1, id="deep", marks=pytest.mark.slow)]


def play(rules: AnyRules, state: State, seat: Seat, move: Move) -> None:
    """Plays a move, and the dealer's shuffle if one follows, always with the same seed."""
    rules.play(state, seat, move)
    if state.to_act == BY_DEALER:  # A generator is expensive.
        run_chance(rules, state, Random(7))


def begin(rules: AnyRules, seed: int) -> State:
    """The first deal of a match."""
    state: State = rules.deal(shuffled(rules.deck, seed), 0, rules.start())
    run_chance(rules, state, Random(7))
    return state


def perft(rules: AnyRules, state: State, depth: int) -> list[int]:
    """The number of ways to play 1, 2, ... `depth` moves from here; a deal that ends earlier counts once."""
    if not state.to_act:
        return [1] * depth
    seat = state.to_act[0]
    moves = rules.legal(state, seat)
    counts = [len(moves)] + [0] * (depth - 1)
    if depth > 1:
        for move in moves:
            after = state.copy()
            play(rules, after, seat, move)
            for further, count in enumerate(perft(rules, after, depth - 1), 1):
                counts[further] += count
    return counts


def start(rules: AnyRules, name: str) -> tuple[State, list[tuple[Seat, Move]]]:
    """The state to count from, and the moves that led there."""
    seed, share = STARTS[name]
    rng = Random(seed)
    state = begin(rules, seed)
    played = []
    while state.to_act:
        seat = state.to_act[0]
        # In an order that does not depend on the order of the legal moves.
        legal = sorted(rules.legal(state, seat), key=rules.move_text)
        # Takes are rare, so that the deal moves on.
        wanted = [move for move in legal if move.cards] if rng.random() < 0.7 else []
        move = rng.choice(wanted or legal)
        play(rules, state, seat, move)
        played.append((seat, move))
    del played[int(len(played) * share) :]
    state = begin(rules, seed)
    for seat, move in played:
        play(rules, state, seat, move)
    return state, played


def counted(preset: str, seats: int, name: str, depth: int) -> list[int]:
    """The number of leaves at every depth."""
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    state, _ = start(rules, name)
    return perft(rules, state, depth)


CASES = [
    (preset, seats, name)
    for game in FAMILIES
    for preset, found in family(game).presets.items()
    for seats in [seats for seats in SEATS if seats in found.seats] or [found.players]
    for name in STARTS
]


@cache
def stored() -> dict[str, dict[str, list[int]]]:
    """The numbers of `perft.toml`, by preset and case."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def key(seats: int, name: str) -> str:
    """The name of a case in `perft.toml`."""
    return f"{name}-{seats}"


def keep(preset: str, case: str, counts: list[int]) -> None:
    """Rewrites `perft.toml` with these counts, and without cases that are no longer counted."""
    stored().setdefault(preset, {})[case] = counts
    lines = ["# Leaf counts by preset, start and number of seats; see test_perft.py."]
    last = ""
    for name, seats, start in CASES:
        if (found := stored().get(name, {}).get(key(seats, start))) is None:
            continue
        if name != last:
            lines += ["", f"[{name}]"]
            last = name
        lines.append(f"{key(seats, start)} = {found}")
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("deeper", DEPTHS)
@pytest.mark.parametrize(("preset", "seats", "name"), CASES)
@pytest.mark.every(20)
def test_a_deal_goes_on_in_as_many_ways_as_before(preset: str, seats: int, name: str, deeper: int, write: bool) -> None:
    most = SEATS.get(seats, OTHERS)
    found = counted(preset, seats, name, most if write else most - 1 + deeper)
    if write:
        keep(preset, key(seats, name), found)
        pytest.skip("written")
    kept = stored().get(preset, {}).get(key(seats, name))
    assert kept is not None, f"nothing is kept of it: pytest tests/test_perft.py --write -k {preset}"
    assert len(kept) == most
    assert found == kept[: len(found)]


def test_no_number_is_kept_that_nobody_counts() -> None:
    assert {(preset, case) for preset, cases in stored().items() for case in cases} == {
        (preset, key(seats, name)) for preset, seats, name in CASES
    }


# The second implementation


def slow_perft(deal: Durak, depth: int) -> list[int]:
    """The same counts by the reference."""
    if deal.over:
        return [1] * depth
    seat = deal.to_act()[0]
    moves = deal.legal(seat)
    counts = [len(moves)] + [0] * (depth - 1)
    if depth > 1:
        for text in sorted(moves):
            after = copy.deepcopy(deal)
            after.play(seat, text)
            for further, count in enumerate(slow_perft(after, depth - 1), 1):
                counts[further] += count
    return counts


@pytest.mark.parametrize("deeper", DEPTHS)
@pytest.mark.parametrize(("preset", "seats", "name"), [case for case in CASES if case[0] in family("durak").presets])
@pytest.mark.every(20)
def test_the_slow_implementation_counts_the_same(preset: str, seats: int, name: str, deeper: int) -> None:
    game, found = find_preset(preset)
    rules = game.rules(found.options, seats)
    _, played = start(rules, name)
    slow = Durak({option: getattr(found.options, option) for option in DEFAULTS}, seats)
    slow.deal([card_text(card) for card in shuffled(rules.deck, STARTS[name][0])], 0)
    for seat, move in played:
        slow.play(seat, by_suit(move))
    depth = SLOW_DEPTH + deeper
    assert slow_perft(slow, depth) == stored()[preset][key(seats, name)][:depth]
