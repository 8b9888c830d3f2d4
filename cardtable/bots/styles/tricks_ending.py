"""The last tricks of a deal in which every card is known: what a move is sure to bring, and what it may bring at most.

Partners against partners both are the same, so the value is exact. Where everybody plays for themselves nothing says
whom the others would rather hurt, and there is no such value: a move is proven best only if it brings, whatever the
others do, at least what any other move could bring with the help of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from cardtable.bots.search.thoughts import Counted, TooDeep, course
from cardtable.engine.moves import DEALER, Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import EVERYBODY

HISTORY: Final = ("last", "last_winner")
"""Facts that are there to be seen only: nothing that follows depends on them."""


class TricksSolver:
    """What full states come to for one seat if its friends play for it, and everybody else against it."""

    SLICE: ClassVar[int] = 1_000
    WORST: ClassVar[float] = 0
    BEST: ClassVar[float] = 1
    """Between these lies every value."""

    def __init__(self, rules: AnyRules, seat: Seat, friends: Seats, most: int) -> None:
        self.left = most
        """How many positions may still be looked at."""
        self._rules = rules
        self._seat = seat
        self._friends = friends | 1 << seat
        self._table = rules.seats + rules.place_names.index("table")
        self._known: dict[tuple[Any, ...], tuple[float, float]] = {}
        """By trick that is to begin between what its value lies."""

    def outcome(self, state: Any) -> float:
        """What a deal that is over is worth: the score of the seat."""
        return self._rules.scores(state)[self._seat]

    def moves(self, state: Any, seat: Seat) -> Sequence[Move]:
        """What is tried of the legal moves: all of them."""
        return self._rules.legal(state, seat)

    def after(self, state: Any, seat: Seat, move: Move, low: float | None = None) -> float:
        """The value after a move; at `low` or below only that it is so. Raises TooDeep."""
        after = state.copy()
        self._rules.play(after, seat, move)
        return self._value(after, self.WORST if low is None else low, self.BEST)

    def _value(self, state: Any, low: float, high: float) -> float:
        """The value of a state; at `low` or below, and at `high` or above, only that it is so."""
        if not state.to_act:
            return self.outcome(state)
        self.left -= 1
        actor = state.to_act[0]
        if self.left < 0 or actor == DEALER:
            raise TooDeep
        key = None
        if not state.places[self._table]:
            key = (*state.places, state.stock, course(state, HISTORY), state.to_act)
            least, most = self._known.get(key, (self.WORST, self.BEST))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        mine = self._friends >> actor & 1
        alpha, beta = low, high
        best = self.WORST - 1 if mine else self.BEST + 1
        play = self._rules.play
        for move in self.moves(state, actor):
            after = state.copy()
            play(after, actor, move)
            found = self._value(after, alpha, beta)
            if mine:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if key is not None:
            self._known[key] = (best if best > low else least, best if best < high else most)
        return best

    def best(self, state: Any, seat: Seat, moves: Sequence[Move]) -> list[Move]:
        """The moves that bring most to whoever is to act, a friend or an enemy of the seat. Raises TooDeep."""
        values = [self.after(state, seat, move) for move in moves]
        best = max(values) if self._friends >> seat & 1 else min(values)
        return [move for move, value in zip(moves, values, strict=True) if value == best]


def best_moves(
    rules: AnyRules, state: Any, seat: Seat, friends: Seats, moves: Sequence[Move], most: int, *, sides: bool
) -> Counted | None:
    """What a full state brings the seat, and the moves that bring it; None where that is open, or too long to find.

    `sides` says that whoever is no friend is an enemy.
    """
    sure = TricksSolver(rules, seat, friends, most)
    try:
        values = [sure.after(state, seat, move) for move in moves]
        best = max(values)
        if not sides and best < TricksSolver.BEST:
            helped = TricksSolver(rules, seat, EVERYBODY, most)
            if any(helped.after(state, seat, move, best) > best for move in moves):
                return None
    except TooDeep:
        return None
    return Counted(best, [move for move, value in zip(moves, values, strict=True) if value == best])
