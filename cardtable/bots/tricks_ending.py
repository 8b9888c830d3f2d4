"""The last tricks of a deal in which every card is known: what a move is sure to bring, and what it may bring at most.

Partners against partners both are the same, so the value is exact. Where everybody plays for themselves nothing says
whom the others would rather hurt, and there is no such value: a move is proven best only if it brings, whatever the
others do, at least what any other move could bring with the help of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from cardtable.bots.thoughts import TooDeep
from cardtable.engine.moves import DEALER, Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import EVERYBODY

BEST: Final = 1.0
WORST: Final = 0.0
"""Between these lies every score."""
HISTORY: Final = ("last", "last_winner")
"""Facts that are there to be seen only: nothing that follows depends on them."""


class Ending:
    """What full states come to for one seat if its friends play for it, and everybody else against it."""

    SLICE: ClassVar[int] = 1_000

    def __init__(self, rules: AnyRules, seat: Seat, friends: Seats, most: int) -> None:
        self.left = most
        """How many positions may still be looked at."""
        self._rules = rules
        self._seat = seat
        self._friends = friends | 1 << seat
        self._known: dict[tuple[Any, ...], tuple[float, float]] = {}
        """By trick that is to begin between what its value lies."""

    def value(self, state: Any, low: float = WORST, high: float = BEST) -> float:
        """The score of the seat; at `low` or below, and at `high` or above, only that it is so. Raises TooDeep."""
        rules = self._rules
        if not state.to_act:
            score: float = rules.scores(state)[self._seat]
            return score
        self.left -= 1
        actor = state.to_act[0]
        if self.left < 0 or actor == DEALER:
            raise TooDeep
        key = None
        if not state.trick:
            key = (*state.places, *[getattr(state, name) for name in state.FACTS if name not in HISTORY])
            least, most = self._known.get(key, (WORST, BEST))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        mine = self._friends >> actor & 1
        alpha, beta = low, high
        best = WORST - 1 if mine else BEST + 1
        for move in rules.legal(state, actor):
            after = state.copy()
            rules.play(after, actor, move)
            found = self.value(after, alpha, beta)
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
        values = [self.value(_after(self._rules, state, seat, move)) for move in moves]
        best = max(values) if self._friends >> seat & 1 else min(values)
        return [move for move, value in zip(moves, values, strict=True) if value == best]


def best_moves(
    rules: AnyRules, state: Any, seat: Seat, friends: Seats, moves: Sequence[Move], most: int, *, sides: bool
) -> list[Move] | None:
    """The moves of a full state that bring the seat most; None where that is open, or too long to find.

    `sides` says that whoever is no friend is an enemy.
    """
    sure = Ending(rules, seat, friends, most)
    helped = sure if sides else Ending(rules, seat, EVERYBODY, most)
    try:
        values = {move: sure.value(_after(rules, state, seat, move)) for move in moves}
        best = max(values.values())
        found = [move for move in moves if values[move] == best]
        for move in moves:
            if not sides and best < BEST and helped.value(_after(rules, state, seat, move), best, BEST) > best:
                return None
    except TooDeep:
        return None
    return found


def _after(rules: AnyRules, state: Any, seat: Seat, move: Move) -> Any:
    after = state.copy()
    rules.play(after, seat, move)
    return after
