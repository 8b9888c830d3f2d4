"""What is called proven is what going through every line finds, and only what the seat itself could count out."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.bots.thoughts import Thoughts, thoughts_of
from cardtable.coach.proof import prove
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import observe, only_world
from tests.coach.deals import choices, played, rules_of

TABLES = [("throw_in", 2), ("burkozel", 2)]


def best(rules: AnyRules, state: Any, seat: Seat, mine: frozenset[Seat], known: dict[Any, float]) -> float:
    """What the seat scores with best play of its side and of the other, by every line there is."""
    if not state.to_act:
        return rules.scores(state)[seat]
    mover = state.to_act[0]
    assert mover != DEALER
    key = (state.to_act, tuple(state.places), state.stock, *[getattr(state, name) for name in state.FACTS])
    if key not in known:
        values = []
        for move in rules.legal(state, mover):
            after = state.copy()
            rules.play(after, mover, move)
            values.append(best(rules, after, seat, mine, known))
        known[key] = max(values) if mover in mine else min(values)
    return known[key]


def after(rules: AnyRules, state: Any, seat: Seat, move: Move) -> Any:
    """The state when the move is made."""
    made = state.copy()
    rules.play(made, seat, move)
    return made


def compared(preset: str, seats: int, seeds: range, most: int) -> tuple[int, int]:
    """How many decisions were proven, and how many of these had moves that were not best; every value is checked."""
    rules = rules_of(preset, seats)
    thoughts = thoughts_of(rules)
    proven = lost = 0
    for seed in seeds:
        for decided in choices(played(preset, seats, seed, "steady")):
            seen, made, _ = decided
            world = only_world(rules.all_cards, seen)
            if world is None or sum(cards.bit_count() for cards in world.places[:seats]) > most:
                continue
            mine = frozenset(seat for seat in range(seats) if (seat - seen.seat) % 2 == 0)
            legal = rules.legal(seen.state, seen.seat)
            known: dict[Any, float] = {}
            values = {move: best(rules, after(rules, world, seen.seat, move), seen.seat, mine, known) for move in legal}
            found = prove(thoughts, seen, legal, made)
            if found is None:
                continue
            top = max(values.values())
            assert set(found.best) == {move for move, value in values.items() if value == pytest.approx(top)}
            assert found.made.value == pytest.approx(values[made])
            assert found.better.value == pytest.approx(top)
            assert found.better.line[0][1] in found.best
            proven += 1
            lost += top > values[made]
    return proven, lost


@pytest.mark.parametrize(("preset", "seats", "least"), [("throw_in", 2, 15), ("burkozel", 2, 50)])
def test_proven_values_are_those_of_every_line(preset: str, seats: int, least: int) -> None:
    proven, lost = compared(preset, seats, range(20), most=4 if preset == "throw_in" else 6)
    assert proven >= least
    assert lost


def test_proven_values_of_two_sides_are_those_of_every_line() -> None:
    proven, _ = compared("nizhny", 4, range(40), most=12)
    assert proven >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_proven_values_are_those_of_every_line_in_thousands_of_decisions(preset: str, seats: int) -> None:
    proven, lost = compared(preset, seats, range(1000, 1500), most=4 if preset == "throw_in" else 6)
    assert proven > 300
    assert lost


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_the_line_can_be_played(preset: str, seats: int) -> None:
    """Every move of it is legal for whoever makes it, and it ends with the deal and with the proven score."""
    rules = rules_of(preset, seats)
    thoughts, lines = thoughts_of(rules), 0
    for seed in range(8):
        for seen, made, _ in choices(played(preset, seats, seed, "steady")):
            found = prove(thoughts, seen, rules.legal(seen.state, seen.seat), made)
            if found is None:
                continue
            for proof in (found.made, found.better):
                state = only_world(rules.all_cards, seen)
                assert state is not None
                for seat, move in proof.line:
                    assert state.to_act[0] == seat
                    assert move in rules.legal(state, seat)
                    rules.play(state, seat, move)
                assert not state.to_act
                assert rules.scores(state)[seen.seat] == proof.value
                lines += 1
    assert lines


def test_nothing_is_proven_before_the_cards_are_known() -> None:
    match = played("throw_in", 2, 1)
    first = next(choices(match))
    thoughts = Thoughts(match.rules)
    assert prove(thoughts, first.seen, match.rules.legal(first.seen.state, first.seen.seat), first.move) is None


def test_nobody_of_three_is_said_to_win_for_certain() -> None:
    """Where each plays for themselves nobody's best play can be told from spite."""
    rules = rules_of("king_simple", 4)
    thoughts = thoughts_of(rules)
    for seen, made, _ in choices(played("king_simple", 4, 3)):
        assert prove(thoughts, seen, rules.legal(seen.state, seen.seat), made) is None


def test_the_real_state_and_the_observation_of_it_prove_the_same() -> None:
    """The only deal that fits is the real one: nothing else than what the seat knew went in."""
    match = played("throw_in", 2, 4, "steady")
    rules, state = match.rules, None
    proofs = 0
    for seen, made, _ in choices(match):
        world = only_world(rules.all_cards, seen)
        if world is None:
            continue
        world.known, world.lacks = seen.state.known, seen.state.lacks
        state = observe(world, seen.seat)
        legal = rules.legal(seen.state, seen.seat)
        found = prove(thoughts_of(rules), seen, legal, made)
        assert found == prove(thoughts_of(rules), state, legal, made)
        proofs += found is not None
    assert proofs
