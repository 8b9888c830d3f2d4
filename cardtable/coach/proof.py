"""The value of a decision when its seat can place every card: proven by best play of both sides, not guessed.

A proof starts from an observation that fits only one deal (`Rules.only_world`), so face-down cards leave nothing open.
With two sides in a zero-sum game it gives the result of best play by both. With more sides it is unknown whom the
others would rather hurt: a move is then proven worse only if even with the help of all others it scores less than
another move does against all of them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from cardtable.bots.search.thoughts import AnyThoughts, Endings, TooDeep, course
from cardtable.cards import ALL_CARDS
from cardtable.engine.moves import DEALER, Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import EVERYBODY, Observation

Line = tuple[tuple[Seat, Move], ...]
"""Moves in order, each with the seat that makes it."""
FEW: Final = 12
"""With at most this many cards in all hands, every line of play may be searched."""
SLICES: Final = 50
"""A proof is given up after the work of this many slices of a few milliseconds."""
LONGEST: Final = 400
"""Moves after which a line counts as endless and proves nothing."""
NEAR: Final = 1e-9
"""Scores closer than this are equal."""


class Proof(NamedTuple):
    """The result of a move under best play, or under the best or worst play of all others for its seat."""

    value: float
    """The seat's score, from 0 to 1."""
    line: Line
    """The move and all that follow it to the end of the deal."""


class Proven(NamedTuple):
    """A decision that has been solved."""

    best: tuple[Move, ...]
    """All the best moves."""
    better: Proof
    """The line of one of them; of the move made, if it is among them."""
    made: Proof
    whatever: bool = False
    """With more than two sides: a lower bound for the better move and an upper bound for the move made."""


class Unproven(Exception):
    """Too many positions, chance still to come, or no two sides with opposite scores."""


def prove(
    thoughts: AnyThoughts, seen: Observation, moves: Sequence[Move], made: Move, share: float = 1
) -> Generator[None, None, Proven | None]:
    """The certain results of these moves, from what the seat knows alone; None if nothing can be proven.

    Runs in slices of a few milliseconds; `share` is the fraction of the usual work to do.
    """
    rules = thoughts.rules
    world = rules.only_world(seen)
    if world is None:
        return None
    world.known, world.lacks = [ALL_CARDS] * rules.seats, [0] * rules.seats
    everything = tuple(moves) if made in moves else (*moves, made)
    few = sum([cards.bit_count() for cards in world.places[: rules.seats]]) <= FEW
    seat, slices = seen.seat, max(1, round(SLICES * share))
    mine = _two_sides(rules, seen)
    if mine is None:
        if not few:
            return None
        sure = _Solver(_Counted(rules, seat, 1 << seat), slices)
        helped = _Solver(_Counted(rules, seat, EVERYBODY), slices)
        try:
            return (yield from _whatever_others_do(rules, sure, helped, world, seat, everything, made))
        except Unproven:
            return None
    own = thoughts.endings(world, seat, mine)
    solvers = [] if own is None else [_Solver(own, slices)]
    if few:
        solvers.append(_Solver(_Counted(rules, seat, mine, zero_sum=True), slices))
    for solver in solvers:
        try:
            best = yield from solver.best(world, seat, everything)
            line = yield from solver.line(rules, world, seat, made)
            better = line if made in best else (yield from solver.line(rules, world, seat, best[0]))
        except Unproven:
            continue
        if (made in best) == (better.value - line.value < NEAR):
            return Proven(tuple(best), better, line)
    return None


def _whatever_others_do(
    rules: AnyRules, sure: _Solver, helped: _Solver, world: Any, seat: Seat, moves: Sequence[Move], made: Move
) -> Generator[None, None, Proven | None]:
    """The moves with the best guaranteed score, if that proves the move made to be one of them, or worse."""
    best = yield from sure.best(world, seat, moves)
    at_least = yield from sure.line(rules, world, seat, made if made in best else best[0])
    at_most = yield from helped.line(rules, world, seat, made)
    if made not in best:
        return Proven(tuple(best), at_least, at_most, True) if at_most.value < at_least.value - NEAR else None
    for move in moves:
        other = yield from helped.line(rules, world, seat, move)
        if move != made and other.value > at_least.value + NEAR:
            return None
    return Proven(tuple(best), at_least, at_least, True)


def _two_sides(rules: AnyRules, seen: Observation) -> Seats | None:
    """The remaining seats on this seat's side if there is just one other side; None if there are more."""
    chairs = [chair for chair in rules.scene(seen).chairs if not chair.out]
    if len(chairs) == 2:
        return 1 << seen.seat
    if {chair.side for chair in chairs} == {0, 1}:
        return sum(1 << chair.seat for chair in chairs if chair.side == 0)
    return None


class _Solver:
    """Drives an endings solver one slice of work at a time; the solver caches its results and continues from there.

    It continues from the last bout or trick that it finished. Each further slice for a decision is larger, as one
    smaller than a bout would end at the same place for ever.
    """

    def __init__(self, endings: Endings, slices: int) -> None:
        self._endings = endings
        self._left = slices * endings.SLICE

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Generator[None, None, Sequence[Move]]:
        """The best moves for the seat to act. Raises Unproven."""
        step = size = self._endings.SLICE
        while True:
            try:
                return self._endings.best(state, seat, moves)
            except TooDeep:
                if not self._left:
                    raise Unproven from None
                self._endings.left = min(size, self._left)
                self._left -= self._endings.left
                size += step // 2
                yield

    def line(self, rules: AnyRules, state: Any, seat: Seat, move: Move) -> Generator[None, None, Proof]:
        """Plays a move and the best ones after it to the end of the deal. Raises Unproven."""
        first, state = seat, state.copy()
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
            move = moves[0] if len(moves) == 1 else (yield from self.best(state, seat, moves))[0]


class _Counted:
    """Searches every line of play for a seat whose friends help it while all others oppose it."""

    SLICE: ClassVar[int] = 100

    def __init__(self, rules: AnyRules, seat: Seat, friends: Seats, *, zero_sum: bool = False) -> None:
        self.left = 0
        self._rules = rules
        self._seat = seat
        self._friends = friends
        self._zero_sum = zero_sum
        """Requires that the friends share one score and all others the rest; otherwise nothing is proven."""
        self._values: dict[Any, float] = {}

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves after which the mover's side scores most. Raises TooDeep and Unproven."""
        values = []
        for move in moves:
            after = state.bare()
            self._rules.play(after, seat, move)
            value = self._value(after)
            values.append(value if self._friends >> seat & 1 else -value)
        return [move for move, value in zip(moves, values, strict=True) if value > max(values) - NEAR]

    def _value(self, state: Any) -> float:
        """The seat's score from here with best play by everybody, for it or against it."""
        if not state.to_act:
            return self._score(state)
        seat = state.to_act[0]
        if seat == DEALER:
            raise Unproven
        key = (state.to_act, tuple(state.places), state.stock, course(state))
        value = self._values.get(key)
        if value is None:
            self.left -= 1
            if self.left < 0:
                raise TooDeep
            wants = 1.0 if self._friends >> seat & 1 else 0.0
            value = 1.0 - wants
            for move in self._rules.legal(state, seat):
                after = state.copy()
                self._rules.play(after, seat, move)
                found = self._value(after)
                if abs(found - wants) < abs(value - wants):
                    value = found
                    if value == wants:
                        break
            self._values[key] = value
        return value

    def _score(self, state: Any) -> float:
        scores = self._rules.scores(state)
        mine: float = scores[self._seat]
        for seat, score in enumerate(scores) if self._zero_sum else ():
            if abs((mine if self._friends >> seat & 1 else 1 - mine) - score) > NEAR:
                raise Unproven
        return mine
