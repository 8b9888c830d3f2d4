"""What a decision is worth where its seat can place every card: with best play of both sides, proven and not guessed.

A proof begins with an observation that only one deal fits (`only_world`), so it holds for whatever lies face down. It
needs two sides, one of which wins what the other loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cardtable.bots.thoughts import Thoughts
from cardtable.cards import ALL_CARDS
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation, observe, only_world

Line = tuple[tuple[Seat, Move], ...]
"""Moves in turn, each with who makes it."""
FEW: Final = 12
"""With no more cards in hand everything that can happen may be gone through."""
POSITIONS: Final = 6_000
"""Positions that are looked at for a decision where the family has no endings of its own: a quarter of a second."""
LONGEST: Final = 400
"""Moves after which a line counts as endless, and nothing is proven by it."""
NEAR: Final = 1e-9
"""Scores that differ by less are equal."""


class Proof(NamedTuple):
    """What a move comes to when everybody goes on as well as can be."""

    value: float
    """What its seat scores, from 0 to 1."""
    line: Line
    """The move and all that follow it to the end of the deal."""


class Proven(NamedTuple):
    """A decision that was counted out."""

    best: tuple[Move, ...]
    """All moves that bring the most."""
    better: Proof
    """The line of one of them: of the move made, if it is one."""
    made: Proof


class Unproven(Exception):
    """Too many positions, chance to come, or no two sides that share one score."""


def prove(thoughts: Thoughts, seen: Observation, moves: Sequence[Move], made: Move, share: float = 1) -> Proven | None:
    """What these moves come to for certain, from what the seat knows alone; None where nothing can be proven.

    `share` is how much of the usual work is done: with less than all of it, nothing where more than FEW cards are left.
    """
    rules = thoughts.rules
    world = only_world(rules.all_cards, seen)
    if world is None:
        return None
    sides = _two_sides(rules, seen)
    if sides is None:
        return None
    world.known, world.lacks = [ALL_CARDS] * rules.seats, [0] * rules.seats
    everything = tuple(moves) if made in moves else (*moves, made)
    few = sum([cards.bit_count() for cards in world.places[: rules.seats]]) <= FEW
    if share < 1 and not few:
        return None
    for best_of in (
        (_Known(thoughts), _Counted(rules, *sides, round(POSITIONS * share))) if few else (_Known(thoughts),)
    ):
        try:
            best = best_of.best(world, seen.seat, everything)
            line = best_of.line(world, seen.seat, made)
            better = line if made in best else best_of.line(world, seen.seat, best[0])
        except Unproven:
            continue
        if (made in best) == (better.value - line.value < NEAR):
            return Proven(tuple(best), better, line)
    return None


def _two_sides(rules: AnyRules, seen: Observation) -> tuple[set[Seat], set[Seat]] | None:
    """Who still plays for the seat's side, and who against it; None where there are more sides."""
    chairs = [chair for chair in rules.scene(seen).chairs if not chair.out]
    if len(chairs) == 2:
        mine = {seen.seat}
    elif {chair.side for chair in chairs} == {0, 1}:
        mine = {chair.seat for chair in chairs if chair.side == 0}
    else:
        return None
    return mine, {chair.seat for chair in chairs} - mine


class _Solver:
    """Says which moves are best where every card is known."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves of the highest value. Raises Unproven."""
        raise NotImplementedError

    def line(self, state: Any, seat: Seat, move: Move) -> Proof:
        """Plays a move and the best ones after it to the end of the deal. Raises Unproven."""
        rules, first = self.rules, seat
        state = state.copy()
        line = []
        while True:
            line.append((seat, move))
            rules.play(state, seat, move)
            if not state.to_act:
                return Proof(rules.scores(state)[first], tuple(line))
            seat = state.to_act[0]
            if seat == DEALER or len(line) > LONGEST:
                raise Unproven
            moves = rules.legal(state, seat)
            move = moves[0] if len(moves) == 1 else self.best(state, seat, moves)[0]


class _Known(_Solver):
    """By what the family knows of its endings."""

    def __init__(self, thoughts: Thoughts) -> None:
        super().__init__(thoughts.rules)
        self._thoughts = thoughts

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves that its thoughts call best."""
        found = self._thoughts.exact(observe(state, seat), moves)
        if not found:
            raise Unproven
        return found


class _Counted(_Solver):
    """By going through everything that can happen, move by move."""

    def __init__(self, rules: AnyRules, mine: set[Seat], others: set[Seat], positions: int) -> None:
        super().__init__(rules)
        self._mine, self._others = mine, others
        self._left = positions
        self._values: dict[Any, float] = {}

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves after which the mover's side scores most."""
        values = []
        for move in moves:
            after = state.bare()
            self.rules.play(after, seat, move)
            value = self._value(after)
            values.append(value if seat in self._mine else 1 - value)
        return [move for move, value in zip(moves, values, strict=True) if value > max(values) - NEAR]

    def _value(self, state: Any) -> float:
        """What the first side scores from here with best play of both."""
        if not state.to_act:
            return self._score(state)
        seat = state.to_act[0]
        if seat == DEALER:
            raise Unproven
        key = (state.to_act, tuple(state.places), state.stock, *[getattr(state, name) for name in state.FACTS])
        value = self._values.get(key)
        if value is None:
            self._left -= 1
            if self._left < 0:
                raise Unproven
            wants = 1.0 if seat in self._mine else 0.0
            value = 1.0 - wants
            for move in self.rules.legal(state, seat):
                after = state.copy()
                self.rules.play(after, seat, move)
                found = self._value(after)
                if abs(found - wants) < abs(value - wants):
                    value = found
                    if value == wants:
                        break
            self._values[key] = value
        return value

    def _score(self, state: Any) -> float:
        scores = self.rules.scores(state)
        mine = {scores[seat] for seat in self._mine}
        if len(mine) > 1 or {round(1 - score, 9) for score in map(scores.__getitem__, self._others)} != {
            round(score, 9) for score in mine
        }:
            raise Unproven
        return mine.pop()
