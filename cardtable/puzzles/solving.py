"""What the moves of a puzzle are worth when every hand lies open: proven, against the best that the others can do.

Durak has endings of its own (`bots/durak_ending.py`). The last tricks of the other games are gone through move by move:
partners play together; where everybody plays for themselves all others play together against the solver, so that what
is promised holds whatever they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardtable.engine.moves import DEALER, Move, Seat

POSITIONS: Final = 400_000
"""Positions that may be looked at for one decision."""
FAR: Final = 10_000
"""Beyond every worth."""
HISTORY: Final = ("last", "last_winner")
"""Facts that are there to be seen only: nothing that follows depends on them."""


class Unsolved(Exception):
    """More positions than may be looked at, or chance to come."""


CLAIM, SILENT = Move("claim"), Move("silent")


def sensible(rules: Any, state: Any, seat: Seat) -> Sequence[Move]:
    """The legal moves but for claims: whoever has the points claims, and nobody else tries it."""
    moves: Sequence[Move] = rules.legal(state, seat)
    if CLAIM in moves:
        return (CLAIM,) if rules.count(state, seat) >= rules.options.target else (SILENT,)
    return moves


class Solver:
    """What full states of one game are worth to one seat; it remembers what it has worked out."""

    def __init__(self, family: str, rules: Any, seat: Seat, most: int = POSITIONS) -> None:
        self.family = family
        self.rules = rules
        self.seat = seat
        self._most = most
        self._left = most
        """How many positions may still be looked at for this decision."""
        self._friends = {seat}
        if family == "kozel":
            self._friends = {other for other in range(rules.seats) if rules.side[other] == rules.side[seat]}
        self._table = rules.seats + rules.place_names.index("table")
        self._known: dict[tuple[Any, ...], tuple[int, int]] = {}
        """By trick that is to begin between what its worth lies."""

    def outcome(self, state: Any) -> int:
        """What a deal that is over brought: 1 won, 0 drawn, -1 lost; in Kozel the side's card points, in King points.

        In the open last tricks of a puzzle, points taken before it began count for nobody.
        """
        rules = self.rules
        if self.family == "king":
            points: float = rules.points(state)[self.seat]
            return round(points)
        if self.family == "kozel":
            from cardtable.games.kozel.scoring import card_points

            return card_points(rules, state)[int(rules.side[self.seat])]
        score: float = rules.scores(state)[self.seat]
        return round(2 * score) - 1

    def worths(self, state: Any) -> dict[Move, int]:
        """What each sensible move of whoever acts is worth to the solver's seat. Raises Unsolved."""
        self._left = self._most
        actor = state.to_act[0]
        return {move: self._after(state, actor, move) for move in sensible(self.rules, state, actor)}

    def worth(self, state: Any, actor: Seat, move: Move) -> int:
        """What any legal move is worth to the solver's seat. Raises Unsolved."""
        self._left = self._most
        return self._after(state, actor, move)

    def best(self, state: Any) -> list[Move]:
        """The moves of whoever acts that are best for them. Raises Unsolved."""
        worths = self.worths(state)
        wanted = (max if state.to_act[0] in self._friends else min)(worths.values())
        return [move for move, worth in worths.items() if worth == wanted]

    def answer(self, state: Any) -> Move:
        """The best move of whoever acts; an opponent leaves the solver the fewest good ones."""
        moves = self.best(state)
        if len(moves) == 1 or state.to_act[0] in self._friends:
            return moves[0]
        return min(moves, key=lambda move: self._ways(state, move))

    def _ways(self, state: Any, move: Move) -> float:
        """The share of good moves among those of the solver at their next decision."""
        state = state.copy()
        self.rules.play(state, state.to_act[0], move)
        while state.to_act and state.to_act[0] != self.seat:
            self.rules.play(state, state.to_act[0], self.best(state)[0])
        return len(self.best(state)) / len(sensible(self.rules, state, self.seat)) if state.to_act else 2.0

    def _after(self, state: Any, actor: Seat, move: Move) -> int:
        if self.family == "durak":
            from cardtable.bots.durak_ending import best_moves

            found = best_moves(self.rules, state, actor, (move,), self._left)
            if found is None:
                raise Unsolved
            return found[0] if actor == self.seat else -found[0]
        after = state.copy()
        self.rules.play(after, actor, move)
        return self._value(after, -FAR, FAR)

    def _value(self, state: Any, low: int, high: int) -> int:
        """The worth of a state; at `low` or below, and at `high` or above, only that it is so."""
        rules = self.rules
        if not state.to_act:
            return self.outcome(state)
        self._left -= 1
        actor = state.to_act[0]
        if self._left < 0 or actor == DEALER:
            raise Unsolved
        least, most = -FAR, FAR
        key = None
        if not state.places[self._table]:
            key = (*state.places, *[getattr(state, name) for name in state.FACTS if name not in HISTORY], state.to_act)
            least, most = self._known.get(key, (least, most))
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        mine = actor in self._friends
        alpha, beta, best = low, high, -FAR - 1 if mine else FAR + 1
        for move in sensible(rules, state, actor):
            after = state.copy()
            rules.play(after, actor, move)
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
