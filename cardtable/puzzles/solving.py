"""The proven value of moves in a puzzle with all hands open, against the best play of the others.

Durak has its own endgame solver (`bots/durak_ending.py`). The last tricks of the other games are searched move by move:
partners play together; in games without partners all others play together against the solver, so that the result holds
whatever they do.
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
"""The maximum number of positions searched for one decision."""
HORIZONS: Final = (6, 10, 14, 18, 24)
"""The search depths for 101 in moves, tried in turn."""
FAR: Final = 10_000
"""Beyond any possible value."""
HISTORY: Final = ("actions", "fits")
"""Facts of 101 that cannot affect the result: how long the deal took, which is never long enough to end it here, and
what follows from other facts."""


class Unsolved(Exception):
    """The search limit was exceeded, or chance is still to come."""


CLAIM, SILENT = Move("claim"), Move("silent")


def sensible(rules: Any, state: Any, seat: Seat) -> Sequence[Move]:
    """The legal moves, except claims that make no sense: only a player with enough points claims, and then always."""
    moves: Sequence[Move] = rules.legal(state, seat)
    if CLAIM in moves:
        return (CLAIM,) if rules.count(state, seat) >= rules.options.target else (SILENT,)
    return moves


def lots(state: Any, seat: Seat, seats: int) -> Iterator[Any]:
    """Every possible way to distribute the cards that others hold, each keeping the same number."""
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
    """The values of full states of one game to one seat, with a memory of everything worked out."""

    def __init__(self, family: str, rules: Any, seat: Seat, margin: int = 0, most: int = POSITIONS) -> None:
        self.family = family
        self.rules = rules
        self.seat = seat
        self._margin = margin
        """In 101, the number of points the deal must be won by."""
        self._most = most
        self._left = most
        """The number of positions that may still be searched for this decision."""
        self._friends = 1 << seat
        if family == "kozel":
            self._friends = sum(1 << other for other in range(rules.seats) if rules.side[other] == rules.side[seat])
        self._tricks = None if family in ("durak", "one_oh_one") else _Tricks(self, self._friends)
        self._raced: dict[tuple[Any, ...], tuple[int, int]] = {}
        """In 101, the proven result of each state, and the search depth."""

    def outcome(self, state: Any) -> int:
        """The value of a finished deal: 1 won, 0 drawn, -1 lost; in Kozel the side's card points, in King points.

        In 101 it is won if the seat goes out, with the required margin.

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
        """The value to the solver's seat of each sensible move of the seat to act. Raises Unsolved."""
        self._begin()
        actor = state.to_act[0]
        return {move: self._after(state, actor, move) for move in sensible(self.rules, state, actor)}

    def worth(self, state: Any, actor: Seat, move: Move) -> int:
        """The value to the solver's seat of any legal move. Raises Unsolved."""
        self._begin()
        return self._after(state, actor, move)

    def _begin(self) -> None:
        """Starts a new decision with the full number of positions."""
        self._left = self._most
        if self._tricks is not None:
            self._tricks.left = self._most

    def best(self, state: Any) -> list[Move]:
        """The best moves for the seat to act. Raises Unsolved."""
        worths = self.worths(state)
        wanted = (max if self._friends >> state.to_act[0] & 1 else min)(worths.values())
        return [move for move, worth in worths.items() if worth == wanted]

    def answer(self, state: Any) -> Move:
        """The best move for the seat to act; an opponent picks the one leaving the solver the fewest good moves."""
        moves = self.best(state)
        if len(moves) == 1 or self._friends >> state.to_act[0] & 1:
            return moves[0]
        return min(moves, key=lambda move: self._ways(state, move))

    def _ways(self, state: Any, move: Move) -> float:
        """The share of good moves at the solver's next decision."""
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
        """In 101, whether the deal is won or cannot be won after a move. Raises Unsolved if neither can be proven."""
        after = state.bare()
        self.rules.play(after, actor, move)
        for moves in HORIZONS:
            found = self._race(after, moves)
            if found:
                return found
        raise Unsolved

    def _race(self, state: Any, moves: int) -> int:
        """Returns 1 if the deal is won within this many moves, -1 if it cannot be won any more by then, otherwise 0."""
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
    """Solves the last tricks of a puzzle, with the values of its solver."""

    WORST: ClassVar[float] = -FAR
    BEST: ClassVar[float] = FAR

    def __init__(self, solver: Solver, friends: Seats) -> None:
        super().__init__(solver.rules, solver.seat, friends, 0)
        self._solver = solver

    def outcome(self, state: Any) -> float:
        """The value given by the solver."""
        return self._solver.outcome(state)

    def moves(self, state: Any, seat: Seat) -> Sequence[Move]:
        """All moves except senseless claims."""
        return sensible(self._rules, state, seat)
