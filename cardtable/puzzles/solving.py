"""What the moves of a puzzle are worth when every hand lies open: proven, against the best that the others can do.

Durak has endings of its own (`bots/durak_ending.py`). The last tricks of the other games are gone through move by move:
partners play together; where everybody plays for themselves all others play together against the solver, so that what
is promised holds whatever they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from cardtable.bots.search.thoughts import TooDeep, course
from cardtable.bots.styles.tricks_ending import TricksSolver
from cardtable.cards import Cards, bits, cards_of
from cardtable.engine.moves import DEALER, Move, Seat, Seats

POSITIONS: Final = 400_000
"""Positions that may be looked at for one decision."""
HORIZONS: Final = (6, 10, 14, 18, 24)
"""Within how many moves 101 is looked through, one after the other."""
FAR: Final = 10_000
"""Beyond every worth."""
HISTORY: Final = ("actions", "fits")
"""Facts of 101 on which nothing depends: how long it took, which ends no deal so soon, and what follows from others."""


class Unsolved(Exception):
    """More positions than may be looked at, or chance to come."""


CLAIM, SILENT = Move("claim"), Move("silent")


def sensible(rules: Any, state: Any, seat: Seat) -> Sequence[Move]:
    """The legal moves but for claims: whoever has the points claims, and nobody else tries it."""
    moves: Sequence[Move] = rules.legal(state, seat)
    if CLAIM in moves:
        return (CLAIM,) if rules.count(state, seat) >= rules.options.target else (SILENT,)
    return moves


def lots(state: Any, seat: Seat, seats: int) -> Iterator[Any]:
    """Every way in which the cards that others hold can lie, each as many as now."""
    others = [other for other in range(seats) if other != seat]

    def filled(places: list[int], left: Cards, at: int) -> Iterator[list[int]]:
        if at == len(others):
            yield places
            return
        for cards in combinations(bits(left), state.places[others[at]].bit_count()):
            hand = cards_of(cards)
            yield from filled([*places[: others[at]], hand, *places[others[at] + 1 :]], left & ~hand, at + 1)

    for places in filled(list(state.places), sum(state.places[other] for other in others), 0):
        lot = state.bare()
        lot.places = places
        yield lot


class Solver:
    """What full states of one game are worth to one seat; it remembers what it has worked out."""

    def __init__(self, family: str, rules: Any, seat: Seat, margin: int = 0, most: int = POSITIONS) -> None:
        self.family = family
        self.rules = rules
        self.seat = seat
        self._margin = margin
        """In 101 by how many points the deal must be won."""
        self._most = most
        self._left = most
        """How many positions may still be looked at for this decision."""
        self._friends = 1 << seat
        if family == "kozel":
            self._friends = sum(1 << other for other in range(rules.seats) if rules.side[other] == rules.side[seat])
        self._tricks = None if family in ("durak", "one_oh_one") else _Tricks(self, self._friends)
        self._raced: dict[tuple[Any, ...], tuple[int, int]] = {}
        """In 101 by state what is proven, and within how many moves it was looked for."""

    def outcome(self, state: Any) -> int:
        """What a deal that is over brought: 1 won, 0 drawn, -1 lost; in Kozel the side's card points, in King points.

        In 101 it is won if the seat goes out, by the margin that is asked for.

        In the open last tricks of a puzzle, points taken before it began count for nobody.
        """
        rules = self.rules
        if self.family == "king":
            points: float = rules.points(state)[self.seat]
            return round(points)
        if self.family == "kozel":
            from cardtable.games.kozel.scoring import card_points

            return card_points(state)[int(rules.side[self.seat])]
        if self.family == "one_oh_one":
            from cardtable.games.one_oh_one.scoring import deal_points

            own, other = (deal_points(rules.options, state, seat) for seat in (self.seat, 1 - self.seat))
            return 1 if state.winner == self.seat and other - own >= self._margin else -1
        score: float = rules.scores(state)[self.seat]
        return round(2 * score) - 1

    def worths(self, state: Any) -> dict[Move, int]:
        """What each sensible move of whoever acts is worth to the solver's seat. Raises Unsolved."""
        self._begin()
        actor = state.to_act[0]
        return {move: self._after(state, actor, move) for move in sensible(self.rules, state, actor)}

    def worth(self, state: Any, actor: Seat, move: Move) -> int:
        """What any legal move is worth to the solver's seat. Raises Unsolved."""
        self._begin()
        return self._after(state, actor, move)

    def _begin(self) -> None:
        """Another decision: as many positions as before may be looked at."""
        self._left = self._most
        if self._tricks is not None:
            self._tricks.left = self._most

    def best(self, state: Any) -> list[Move]:
        """The moves of whoever acts that are best for them. Raises Unsolved."""
        worths = self.worths(state)
        wanted = (max if self._friends >> state.to_act[0] & 1 else min)(worths.values())
        return [move for move, worth in worths.items() if worth == wanted]

    def answer(self, state: Any) -> Move:
        """The best move of whoever acts; an opponent leaves the solver the fewest good ones."""
        moves = self.best(state)
        if len(moves) == 1 or self._friends >> state.to_act[0] & 1:
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
            from cardtable.bots.styles.durak.ending import best_moves

            found = best_moves(self.rules, state, actor, (move,), self._left)
            if found is None:
                raise Unsolved
            return found[0] if actor == self.seat else -found[0]
        if self.family == "one_oh_one":
            return self._proven(state, actor, move)
        assert self._tricks is not None
        try:
            return round(self._tricks.after(state, actor, move))
        except TooDeep:
            raise Unsolved from None

    def _proven(self, state: Any, actor: Seat, move: Move) -> int:
        """In 101 whether the deal is won after a move, or cannot be. Raises Unsolved where neither is proven."""
        after = state.bare()
        self.rules.play(after, actor, move)
        for moves in HORIZONS:
            found = self._race(after, moves)
            if found:
                return found
        raise Unsolved

    def _race(self, state: Any, moves: int) -> int:
        """1 where the deal is won within so many moves, -1 where it cannot be won any more by then, else 0."""
        rules = self.rules
        if not state.to_act:
            return self.outcome(state)
        actor = state.to_act[0]
        self._left -= 1
        if self._left < 0 or actor == DEALER:
            raise Unsolved
        key = (*state.places, state.stock, course(state, HISTORY))
        found, looked = self._raced.get(key, (0, -1))
        if found or looked >= moves:
            return found
        wanted = 1 if actor == self.seat else -1
        found = 0
        if moves:
            found = -wanted
            for move in rules.legal(state, actor):
                after = state.bare()
                rules.play(after, actor, move)
                value = self._race(after, moves - 1)
                if value == wanted:
                    found = wanted
                    break
                if not value:
                    found = 0
        self._raced[key] = found, moves
        return found


class _Tricks(TricksSolver):
    """The last tricks of a puzzle, which are worth what its solver says."""

    WORST: ClassVar[float] = -FAR
    BEST: ClassVar[float] = FAR

    def __init__(self, solver: Solver, friends: Seats) -> None:
        super().__init__(solver.rules, solver.seat, friends, 0)
        self._solver = solver

    def outcome(self, state: Any) -> float:
        """What the solver counts."""
        return self._solver.outcome(state)

    def moves(self, state: Any, seat: Seat) -> Sequence[Move]:
        """All but senseless claims."""
        return sensible(self._rules, state, seat)
