"""A search over all deals that a seat cannot tell from the real one. It knows no game.

An information-set tree (Cowling, Powley and Whitehouse 2012) of one observer: every iteration deals the hidden cards
anew, goes down the tree by the moves that are legal in that deal, adds one node, and plays the deal out by habit. A
node stands for the moves made since the decision, whoever made them; each player prefers what has brought them most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from cardtable.bots.search.thoughts import OFFERED, AnyThoughts
from cardtable.engine.moves import DEALER, Move, Seat
from cardtable.engine.rules import shuffle_move
from cardtable.engine.state import Observation, Odds, Unseen

SLICE = 32
"""Iterations after which a search may be stopped at the latest, and looks how far results lie apart."""
SLICE_WORK = 400
"""Moves made after which it may be stopped before that: some three milliseconds."""
WORK, MOST_WORK = 80, 100_000
"""Moves for every iteration asked for, and in all, after which a search ends though some are left: long deals are
played out less often. They are counted and not timed, so that the same seed gives the same moves on every machine.
"""
POOL = 400
"""Deals of the hidden cards that are made at most; then they come round again."""
CURIOSITY = 1.0
"""How much a move that was seldom tried is worth a look, in standard deviations of the results."""
FIRST_CURIOSITY, LEAST_VARIANCE = 0.5, 1e-4
"""The same before it is known how far results lie apart; and the variance below which they never count as equal, so
that even where all were alike a seldom tried move is looked at again."""
WIDENING = 2.0
"""A node tries `1 + WIDENING * sqrt(visits)` different moves."""
_LOGS = [0.0]
"""By number its logarithm, as far as any search has counted: looked up for every child of every node passed."""


class Node:
    """The moves made up to here, in all deals in which they were possible."""

    __slots__ = ("children", "move", "offered", "total", "visits")

    def __init__(self, move: Move) -> None:
        self.move = move
        """The last of them."""
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.offered = 0
        """How often this node could have been gone to."""
        self.total = 0.0
        """The sum of the scores of the player whose move leads here."""


class Weighed(NamedTuple):
    """A move of the decision, how often it was tried, and what it brought on the average, from 0 to 1."""

    move: Move
    visits: int
    value: float


class Tree:
    """One decision being thought about."""

    def __init__(
        self,
        thoughts: AnyThoughts,
        deck: int,
        seen: Observation,
        moves: Sequence[Move],
        beside: Tree | None = None,
        odds: Odds | None = None,
    ) -> None:
        """With odds likely hands are looked at more often.

        `beside` is another search from the same observation, whose deals of the hidden cards are looked at too.
        """
        self.thoughts = thoughts
        self.rules = thoughts.rules
        self.deck = deck
        self.seen = seen
        self.moves = tuple(moves)
        """What may be chosen, two moves at least, in the order in which it is tried."""
        self.root = Node(Move(""))
        self.iterations = 0
        self._odds = odds
        self._worlds: list[Any] = [] if beside is None else beside._worlds
        self._way_down = 0
        """The work of going down the tree."""
        self._before = thoughts.work
        self._sum = self._squares = 0.0

    @property
    def work(self) -> int:
        """What has been done so far, in moves made, on the way down and in playouts."""
        return self._way_down + self.thoughts.work - self._before

    @property
    def mean(self) -> float:
        """What the observer got on the average of all iterations, from 0 to 1."""
        return self._sum / self.iterations

    @property
    def spread(self) -> float:
        """The standard deviation of what the observer got."""
        return sqrt(max(self._squares / self.iterations - self.mean**2, LEAST_VARIANCE))

    def think(self, iterations: int, rng: Random, most_work: int = MOST_WORK) -> Iterator[None]:
        """Adds so many iterations, or as many as so much work allows, with pauses. Raises CannotGuess.

        Ends before that once no other move can become the one that was tried most.
        """
        curiosity = FIRST_CURIOSITY
        unseen = Unseen(self.deck, self.seen, self._odds)
        _LOGS.extend([log(number) for number in range(len(_LOGS), self.iterations + iterations + 1)])
        most, pause = self.work + min(WORK * iterations, most_work), self.work + SLICE_WORK
        for number in range(iterations):
            self._iterate(self._world(unseen, rng), curiosity, rng)
            work = self.work
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
        """The moves that were tried, what was tried most first: that is the move to make."""
        found = [
            Weighed(move, node.visits, node.total / node.visits)
            for move, node in self.root.children.items()
            if node.visits
        ]
        return sorted(found, key=lambda one: (-one.visits, -one.value, self.moves.index(one.move)))

    def leads_on(self, move: Move) -> bool:
        """Whether the observer is to move again at once after one of these moves."""
        state, seat = self._worlds[0].copy(), self.seen.seat
        self.rules.play(state, seat, move)
        return bool(state.to_act[:1] == (seat,))

    def then(self, move: Move) -> Move | None:
        """What the observer did most often right after one of these moves; None where it is not their turn then."""
        node = self.root.children.get(move)
        if node is None or not node.children or not self.leads_on(move):
            return None
        return max(node.children.values(), key=lambda child: child.visits).move

    def _lead(self) -> int:
        """By how many visits the move that was tried most is ahead of the next."""
        first = second = 0
        for node in self.root.children.values():
            if node.visits > first:
                first, second = node.visits, first
            elif node.visits > second:
                second = node.visits
        return first - second

    def _world(self, unseen: Unseen, rng: Random) -> Any:
        """A full state that the observer cannot tell from the real one, without anybody's knowledge."""
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
        fresh = False
        while not fresh:
            if len(moves) == 1:
                move = moves[0]
            else:
                node, fresh = self._select(node, state, seat, moves, curiosity)
                path.append((node, seat))
                move = node.move
            play(state, seat, move)
            self._way_down += 1 + len(moves) // OFFERED
            while state.to_act and (seat := state.to_act[0]) == DEALER:
                play(state, DEALER, shuffle_move(rng))
            if not state.to_act:
                break
            moves = thoughts.prune(state, seat, legal(state, seat))
        scores = thoughts.finish(state, rng)
        self.root.visits += 1
        self.iterations += 1
        mine = scores[self.seen.seat]
        self._sum += mine
        self._squares += mine * mine
        for passed, mover in path:
            passed.visits += 1
            passed.total += scores[mover]

    def _select(self, node: Node, state: Any, seat: Seat, moves: Sequence[Move], curiosity: float) -> tuple[Node, bool]:
        """Where to go on, and whether that is new."""
        children = node.children
        known = list(filter(None, map(children.get, moves)))
        if len(known) < len(moves) and len(known) < 1 + WIDENING * sqrt(node.visits):
            order = moves if node is self.root else self.thoughts.order(state, seat, moves)
            move = next(move for move in order if move not in children)
            children[move] = new = Node(move)
            new.offered = 1
            return new, True
        best, chosen, logs = -1.0, known[0], _LOGS
        for child in known:
            child.offered = offered = child.offered + 1
            visits = child.visits
            value = child.total / visits + curiosity * sqrt(logs[offered] / visits)
            if value > best:
                best, chosen = value, child
        return chosen, False
