"""A search over all deals that a seat cannot tell from the real one. It knows no particular game.

It builds an information-set tree (Cowling, Powley and Whitehouse 2012) for a single observer: every iteration deals the
hidden cards afresh, descends by the moves legal in that deal, adds one node, and plays the deal out by habit. A node
represents the moves made since the decision, whoever made them; each player prefers the moves that scored best for
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from cardtable.bots.search.thoughts import OFFERED, AnyThoughts, Thoughts
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import shuffle_move
from cardtable.engine.state import Observation, Odds, Unseen

SLICE = 32
"""The most iterations in a slice; after that many the search re-estimates the spread of the results."""
SLICE_WORK = 400
"""Moves made after which a slice ends early: about three milliseconds."""
WORK, MOST_WORK = 80, 100_000
"""Moves made per requested iteration, and in all, after which a search ends early: long deals get fewer playouts. Work
is counted, not timed, so that the same seed gives the same moves on every machine.
"""
POOL = 400
"""The most deals of the hidden cards sampled; after that they repeat."""
CURIOSITY = 1.0
"""The weight of exploration, in standard deviations of the results."""
FIRST_CURIOSITY, LEAST_VARIANCE = 0.5, 1e-4
"""The weight of exploration before the spread of the results is known; and the least variance assumed, so that rarely
tried moves are revisited even if all results so far are equal.
"""
WIDENING = 2.0
"""A node tries `1 + WIDENING * sqrt(visits)` different moves."""
_LOGS = [0.0]
"""Logarithms by number, as far as any search has needed them: looked up for every child of every node on the way."""


class Node:
    """The moves made up to a point, in all sampled deals in which they were possible."""

    __slots__ = ("children", "mean", "move", "offered", "total", "visits")

    def __init__(self, move: Move) -> None:
        self.move = move
        """The last of these moves."""
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.offered = 0
        """How often this node was available for selection."""
        self.total = 0.0
        """The sum of the scores of the player whose move leads here."""
        self.mean = 0.0
        """Their average score: read for every child of every node on the way, and changed only on the way."""


class Weighed(NamedTuple):
    """A move of the decision with its number of tries and its average score, from 0 to 1."""

    move: Move
    visits: int
    value: float


class Tree:
    """The search tree of one decision."""

    def __init__(
        self,
        thoughts: AnyThoughts,
        deck: int,
        seen: Observation,
        moves: Sequence[Move],
        beside: Tree | None = None,
        odds: Odds | None = None,
    ) -> None:
        """With `odds`, likely hands are sampled more often.

        `beside` is another search from the same observation whose sampled deals are shared.
        """
        self.thoughts = thoughts
        self.rules = thoughts.rules
        self.deck = deck
        self.seen = seen
        self.moves = tuple(moves)
        """The moves to choose from, in the order in which they are first tried."""
        self.root = Node(Move(""))
        self.iterations = 0
        self._odds = odds
        self._prunes = type(thoughts).prune is not Thoughts.prune
        self._worlds: list[Any] = [] if beside is None else beside._worlds
        self._way_down = 0
        """The work of descending the tree."""
        self._before = thoughts.work
        self._sum = self._squares = 0.0

    @property
    def work(self) -> int:
        """The work so far, in moves made, both in the tree and in playouts."""
        return self._way_down + self.thoughts.work - self._before

    @property
    def mean(self) -> float:
        """The observer's average score over all iterations, from 0 to 1."""
        return self._sum / self.iterations

    @property
    def spread(self) -> float:
        """The standard deviation of the observer's score."""
        return sqrt(max(self._squares / self.iterations - self.mean**2, LEAST_VARIANCE))

    def think(self, iterations: int, rng: Random, most_work: int = MOST_WORK) -> Iterator[None]:
        """Runs up to this many iterations within the limit of work, yielding between slices. Raises CannotGuess.

        Ends early once no other move can overtake the most tried one.
        """
        curiosity = FIRST_CURIOSITY
        unseen, thoughts, before = Unseen(self.deck, self.seen, self._odds), self.thoughts, self._before
        _LOGS.extend([log(number) for number in range(len(_LOGS), self.iterations + iterations + 1)])
        most, pause = self.work + min(WORK * iterations, most_work), self.work + SLICE_WORK
        for number in range(iterations):
            self._iterate(self._world(unseen, rng), curiosity, rng)
            work = self._way_down + thoughts.work - before
            if number % SLICE == SLICE - 1:
                tried, mean = self.iterations, self._sum / self.iterations
                curiosity = CURIOSITY * sqrt(max(self._squares / tried - mean * mean, LEAST_VARIANCE))
                if self._lead() >= iterations - number:
                    return
            elif work < pause:
                continue
            pause = work + SLICE_WORK
            yield
            if work >= most:
                return

    def weighed(self) -> list[Weighed]:
        """The moves tried, the most tried first: that one is the move to make."""
        found = [
            Weighed(move, node.visits, node.total / node.visits)
            for move, node in self.root.children.items()
            if node.visits
        ]
        return sorted(found, key=lambda one: (-one.visits, -one.value, self.moves.index(one.move)))

    def leads_on(self, move: Move) -> bool:
        """Whether it is the observer's turn again right after this move, one of those searched."""
        state, seat = self._worlds[0].copy(), self.seen.seat
        self.rules.play(state, seat, move)
        return bool(state.to_act[:1] == (seat,))

    def then(self, move: Move) -> Move | None:
        """The observer's most frequent move right after one of those searched; None if it is not their turn then."""
        node = self.root.children.get(move)
        if node is None or not node.children or not self.leads_on(move):
            return None
        return max(node.children.values(), key=lambda child: child.visits).move

    def _lead(self) -> int:
        """The lead in visits of the most tried move over the next."""
        first = second = 0
        for node in self.root.children.values():
            if node.visits > first:
                first, second = node.visits, first
            elif node.visits > second:
                second = node.visits
        return first - second

    def _world(self, unseen: Unseen, rng: Random) -> Any:
        """A full state that the observer cannot tell from the real one, with no record of what each seat knows."""
        worlds, number = self._worlds, self.iterations
        if number < POOL and number == len(worlds):
            worlds.append(unseen.deal(rng))
        return worlds[number % POOL].copy()

    def _iterate(self, state: Any, curiosity: float, rng: Random) -> None:
        rules, thoughts = self.rules, self.thoughts
        legal, play = rules.legal, rules.play
        node, seat = self.root, self.seen.seat
        moves: Sequence[Move] = self.moves
        path: list[tuple[Node, Seat]] = []
        work = 0
        while True:
            count = len(moves)
            fresh = False
            if count == 1:
                move = moves[0]
                work += 1
            else:
                node, fresh = self._select(node, state, seat, moves, curiosity)
                path.append((node, seat))
                move = node.move
                work += 1 + count // OFFERED
            play(state, seat, move)
            to_act = state.to_act
            while to_act and to_act[0] == DEALER:
                play(state, DEALER, shuffle_move(rng))
                to_act = state.to_act
            if fresh or not to_act:
                break
            seat = to_act[0]
            moves = legal(state, seat)
            if self._prunes:
                moves = thoughts.prune(state, seat, moves)
        scores = thoughts.finish(state, rng)
        self._way_down += work
        self.root.visits += 1
        self.iterations += 1
        mine = scores[self.seen.seat]
        self._sum += mine
        self._squares += mine * mine
        for passed, mover in path:
            passed.visits = visits = passed.visits + 1
            passed.total = total = passed.total + scores[mover]
            passed.mean = total / visits

    def _select(self, node: Node, state: Any, seat: Seat, moves: Sequence[Move], curiosity: float) -> tuple[Node, bool]:
        """Selects the child to descend to, and tells whether it is new."""
        children = node.children
        known = list(filter(None, map(children.get, moves))) if children else []
        if len(known) < len(moves) and len(known) < 1 + WIDENING * sqrt(node.visits):
            order = moves if node is self.root else self.thoughts.order(state, seat, moves)
            for move in order:
                if move not in children:
                    break
            children[move] = new = Node(move)
            new.offered = 1
            return new, True
        best, chosen, logs = -1.0, known[0], _LOGS
        for child in known:
            child.offered = offered = child.offered + 1
            value = child.mean + curiosity * sqrt(logs[offered] / child.visits)
            if value > best:
                best, chosen = value, child
        return chosen, False
