"""A proof is what a search of every line finds, and only where the seat itself could have counted it out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar

import pytest

from cardtable.bots.search.thoughts import Thoughts, TooDeep, thoughts_of
from cardtable.bots.styles import tricks_ending
from cardtable.bots.styles.durak import ending as durak_ending
from cardtable.coach import proof
from cardtable.coach.proof import prove
from cardtable.engine.moves import Move
from cardtable.engine.state import observe, only_world
from tests.coach.deals import after, best, choices, ended, late, played, rules_of

TABLES = [("throw_in", 2), ("burkozel", 2)]


def compared(preset: str, seats: int, seeds: range, most: int) -> tuple[int, int]:
    """The number of proven decisions, and of those with worse moves; checks every value."""
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
            found = ended(prove(thoughts, seen, legal, made))
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
@pytest.mark.every(2)
def test_proven_values_are_those_of_every_line(preset: str, seats: int, least: int) -> None:
    proven, lost = compared(preset, seats, range(40), most=4 if preset == "throw_in" else 6)
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


@pytest.mark.parametrize(
    ("solver", "preset", "seats", "most", "few"),
    [
        (durak_ending.EndingSolver, "throw_in", 2, 6, 30),
        (tricks_ending.TricksSolver, "nizhny", 4, 16, 200),
        (proof._Counted, "burkozel", 2, 8, 12),
    ],
)
def test_a_proof_in_small_slices_is_the_one_found_at_once(
    solver: Any, preset: str, seats: int, most: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little is done before the caller may leave, no work is lost."""
    rules = rules_of(preset, seats)
    sliced = 0
    for state in islice(late(rules, range(40), most), 20):
        seat = state.to_act[0]
        seen, legal = observe(state, seat), rules.legal(state, seat)
        with monkeypatch.context() as patch:
            patch.setattr(solver, "SLICE", 10**6)
            at_once = ended(prove(thoughts_of(rules), seen, legal, legal[-1]))
            patch.setattr(solver, "SLICE", few)
            patch.setattr(proof, "SLICES", 10**4)
            slices = list(prove(thoughts_of(rules), seen, legal, legal[-1]))
            assert ended(prove(thoughts_of(rules), seen, legal, legal[-1])) == at_once
        sliced += len(slices) > 2
    assert sliced


class AtOnce:
    """Solves anything in a fixed number of positions, but forgets all that it has not finished."""

    SLICE: ClassVar[int] = 10

    def __init__(self, needs: int) -> None:
        self.left = 0
        self._needs = needs
        self.tried = 0

    def best(self, state: Any, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
        self.tried += self.left
        if self.left < self._needs:
            raise TooDeep
        return moves


def test_a_bout_longer_than_a_slice_is_solved_in_a_longer_one() -> None:
    """In slices of one size it would never be; what is too long even so is given up after as much work as before."""
    solver, endless = AtOnce(35), AtOnce(1_000)
    assert ended(proof._Solver(solver, 50).best(None, 0, [Move("pass")])) == [Move("pass")]
    assert solver.tried < 50 * AtOnce.SLICE
    with pytest.raises(proof.Unproven):
        ended(proof._Solver(endless, 50).best(None, 0, [Move("pass")]))
    assert endless.tried == 50 * AtOnce.SLICE


@pytest.mark.parametrize(("preset", "seats"), TABLES)
@pytest.mark.every(2)
def test_the_line_can_be_played(preset: str, seats: int) -> None:
    """Every move in it is legal for its player, and it ends with the deal at the proven score."""
    rules = rules_of(preset, seats)
    thoughts, lines = thoughts_of(rules), 0
    for seed in range(8):
        for seen, made, _ in choices(played(preset, seats, seed, "steady")):
            found = ended(prove(thoughts, seen, rules.legal(seen.state, seen.seat), made))
            if found is None:
                continue
            for told in (found.made, found.better):
                state = only_world(rules.all_cards, seen)
                assert state is not None
                for seat, move in told.line:
                    assert state.to_act[0] == seat
                    assert move in rules.legal(state, seat)
                    rules.play(state, seat, move)
                assert not state.to_act
                assert rules.scores(state)[seen.seat] == told.value
                lines += 1
    assert lines


def test_nothing_is_proven_before_the_cards_are_known() -> None:
    match = played("throw_in", 2, 1)
    first = next(choices(match))
    thoughts = Thoughts(match.rules)
    assert ended(prove(thoughts, first.seen, match.rules.legal(first.seen.state, first.seen.seat), first.move)) is None


@pytest.mark.parametrize(("preset", "seats", "most"), [("king_simple", 4, 8), ("king_three", 3, 6)])
def test_of_more_than_two_sides_only_what_holds_whatever_the_others_do_is_proven(
    preset: str, seats: int, most: int
) -> None:
    """With open cards, a move is worse if even everybody's help cannot bring it to what a better one is sure of."""
    rules = rules_of(preset, seats)
    thoughts, everybody = thoughts_of(rules), frozenset(range(seats))
    worse = good = open_ones = 0
    for state in late(rules, range(12), most):
        seat = state.to_act[0]
        legal = rules.legal(state, seat)
        if sum(not chair.out for chair in rules.scene(observe(state, seat)).chairs) == 2:
            continue
        at_least, at_most = (
            {move: best(rules, after(rules, state, seat, move), seat, mine, {}) for move in legal}
            for mine in (frozenset({seat}), everybody)
        )
        top = max(at_least.values())
        for made in legal:
            found = ended(prove(thoughts, observe(state, seat), legal, made))
            others = [at_most[move] for move in legal if move != made]
            if found is None:
                open_ones += 1
                assert at_most[made] >= top > at_least[made] or (at_least[made] == top and max(others) > top)
                continue
            assert found.whatever
            assert set(found.best) == {move for move in legal if at_least[move] == top}
            assert found.better.value == pytest.approx(top)
            if made in found.best:
                good += 1
                assert max(others) <= top
            else:
                worse += 1
                assert found.made.value == pytest.approx(at_most[made])
                assert at_most[made] < top
    assert worse
    assert good
    assert open_ones


def test_the_real_state_and_the_observation_of_it_prove_the_same() -> None:
    """The only deal that fits is the real one: the proof used nothing but what the seat knew."""
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
        found = ended(prove(thoughts_of(rules), seen, legal, made))
        assert found == ended(prove(thoughts_of(rules), state, legal, made))
        proofs += found is not None
    assert proofs


def test_in_the_second_deal_of_a_match_is_counted_as_in_the_first() -> None:
    """The standing before a deal, sheet rows included, does not affect how the deal is counted."""
    match = played("burkozel", 2, 3, "steady", deals=2)
    legal = match.rules.legal
    proofs = [
        ended(prove(thoughts_of(match.rules), seen, legal(seen.state, seen.seat), made))
        for seen, made, _ in choices(match)
    ]
    assert any(proofs)


def test_where_people_cheat_nothing_is_proven() -> None:
    """Even with every card in sight nobody knows how many cheats the other has left (D-73)."""
    rules = rules_of("cheaters", 2)
    tried = 0
    for state in islice(late(rules, range(20), 6), 20):
        seen = observe(state, state.to_act[0])
        legal = rules.legal(seen.state, seen.seat)
        assert only_world(rules.all_cards, seen) is not None
        assert ended(prove(thoughts_of(rules), seen, legal, legal[0])) is None
        tried += 1
    assert tried == 20
