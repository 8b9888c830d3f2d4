"""The last tricks of a deal with all cards known: the result that a move guarantees, and the best it could possibly
bring.

With partners against partners the two are the same, so the value is exact. If everybody plays for themselves, it is
unknown whom the others would rather hurt, so there is no such value: a move is proven best only if it guarantees,
against all others, at least what any other move could bring with everyone's help.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from cardtable.bots.search.thoughts import Counted, TooDeep, course
from cardtable.engine.moves import DEALER, Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import EVERYBODY

HISTORY: Final = ("last", "last_winner")
"""Facts that are only for display: nothing later depends on them."""


class TricksSolver:
    """The value of full states for one seat, with its friends playing for it and everybody else against it."""

    SLICE: ClassVar[int] = 1_000
    WORST: ClassVar[float] = 0
    BEST: ClassVar[float] = 1
    """Every value is between these two."""

    def __init__(self, rules: AnyRules, seat: Seat, friends: Seats, most: int) -> None:
        self.left = most
        """The number of positions that may still be visited."""
        self._rules = rules
        self._seat = seat
        self._friends = friends | 1 << seat
        self._table = rules.seats + rules.place_names.index("table")
        self._known: dict[tuple[Any, ...], tuple[float, float]] = {}
        """For each position at the start of a trick, the bounds of its value."""

    def outcome(self, state: Any) -> float:
        """The value of a finished deal: the seat's score."""
        return self._rules.scores(state)[self._seat]

    def moves(self, state: Any, seat: Seat) -> Sequence[Move]:
        """The legal moves to try: all of them."""
        return self._rules.legal(state, seat)

    def after(self, state: Any, seat: Seat, move: Move, low: float | None = None) -> float:
        """The value after a move; exact only above `low`, otherwise an upper bound. Raises TooDeep."""
        after = state.copy()
        self._rules.play(after, seat, move)
        return self._value(after, self.WORST if low is None else low, self.BEST)

    def _value(self, state: Any, low: float, high: float) -> float:
        """The value of a state; exact only between `low` and `high`, otherwise a bound."""
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
        """The best moves for the seat to act, a friend or an opponent of the solver's seat. Raises TooDeep."""
        values = [self.after(state, seat, move) for move in moves]
        best = max(values) if self._friends >> seat & 1 else min(values)
        return [move for move, value in zip(moves, values, strict=True) if value == best]


def best_moves(
    rules: AnyRules, state: Any, seat: Seat, friends: Seats, moves: Sequence[Move], most: int, *, sides: bool
) -> Counted | None:
    """The value of a full state for the seat, and the moves that reach it; None if that is open or takes too long to
    find.

    `sides` says that everyone who is not a friend is an opponent.
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
