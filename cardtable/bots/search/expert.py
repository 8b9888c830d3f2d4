"""A player that looks ahead in every game: it counts what can be counted and searches the rest.

Its strength is set in iterations, never in time: the same seed gives the same moves on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.bots.finding import adviser, make_bot
from cardtable.bots.reasons import reasons
from cardtable.bots.search.natural import BOLD, NATURAL, Looked, Manners, Settled, plain_order, settled
from cardtable.bots.search.search import MOST_WORK, Tree, Weighed
from cardtable.bots.search.thoughts import AnyThoughts, Counted, family_of, thoughts_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import CannotGuess, Observation, Odds
from cardtable.engine.text import Text, say

SHALLOW, DEEP = 1_000, 4_800
"""Iterations per decision of `expert` and of `expert_deep`."""
ORDERS = 4
"""The number of stock orders over which a family's model averages each playout."""


class Expert:
    """Samples deals consistent with what its seat has seen, and plays the move that did best in them."""

    def __init__(self, rules: AnyRules, thoughts: AnyThoughts, iterations: int, manners: Manners = NATURAL) -> None:
        self.rules = rules
        self.family = family_of(rules)
        self.thoughts = thoughts
        thoughts.orders = ORDERS
        self.iterations = iterations
        self.manners = manners
        self.most_work = MOST_WORK
        """The limit of a search, in moves made."""
        self.tree: Tree | None = None
        """The last search; None if nothing was searched."""
        self.odds: Odds | None = None
        """What it inferred from the play about other hands, at the last decision."""
        self.settled: Settled | None = None
        """The outcome of comparing the search's choice with the plain move."""
        self.counted: Counted | None = None
        """What is proven about the decision; None if nothing is."""
        self.is_certain = False
        """Whether only one move was worth trying."""
        self._events: Sequence[Event] = ()

    def watch(self, events: Sequence[Event]) -> None:
        """Stores the events of the deal; the search samples hands more often the likelier they are in view of them."""
        self._events = events

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Returns the plainest of the moves as good as the best one, or the only one worth trying."""
        for decision in self.think(seen, choices, rng):
            if decision is not None:
                return decision
        raise AssertionError("a search ends with a decision")

    def think(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Iterator[Decision | None]:
        """Does the same in slices: yields None after each, and finally the decision."""
        self.tree = self.settled = self.counted = None
        self.is_certain = False
        if len(choices) == 1:
            yield Decision(choices[0], say("has no choice"))
            return
        moves = self.thoughts.prune(seen.state, seen.seat, choices)
        if len(moves) == 1:
            self.is_certain = True
            yield Decision(moves[0], self._told(seen, choices, moves[0]) or say("has counted the cards and is sure"))
            return
        if self.rules.silence(seen.state) is not None:
            # A pause before a secret answer would give it away.
            yield self._habit(seen, choices, rng)
            return
        counted = self.counted = self.thoughts.exact(seen, moves)
        if counted is not None and len(counted.moves) == 1:
            yield Decision(counted.moves[0], say("has counted every card: nothing else is as good"))
            return
        plain = plain_order(self.thoughts, seen, choices)
        if counted is not None and counted.value == 1:
            # All of these win, so pick the one a person would play.
            move = next((move for move in plain if move in counted.moves), None)
            if move is not None:
                yield Decision(move, say("has counted every card: nothing is better"))
                return
        moves = self.thoughts.order(seen.state, seen.seat, moves if counted is None else counted.moves)
        odds = self.odds = self.thoughts.odds(seen, self._events)
        tree = Tree(self.thoughts, self.rules.all_cards, seen, moves, odds=odds)
        try:
            for _ in tree.think(round(self.iterations * self.thoughts.share(seen)), rng, self.most_work):
                yield None
        except CannotGuess:
            move, why = self._habit(seen, choices, rng)
            yield Decision(move, say("finds no deal that fits what it has seen, and goes by habit: {why}", why=why))
            return
        self.tree = tree
        # If every move is proven to lose, the search picks the one opponents most often answer wrongly.
        manners = self.manners if counted is None else self.manners._replace(alike=0.0)
        thought = settled(Looked.at(tree, odds, self.most_work), plain, choices, manners, rng)
        try:
            while True:
                next(thought)
                yield None
        except StopIteration as end:
            self.settled = end.value
        move = self.settled.move
        told = None if counted is not None else self._told(seen, choices, move)
        yield Decision(move, told or reason(tree.weighed(), proven=counted is not None))

    def weighed(self) -> list[Weighed]:
        """The moves of the last search, the most tried first; empty if there was none."""
        return [] if self.tree is None else self.tree.weighed()

    def _told(self, seen: Observation, choices: Sequence[Move], move: Move) -> Text | None:
        """The best reason for a move, worded for another player; None if there is none."""
        found = reasons(self.rules, seen, choices, move)
        return found[0].told if found else None

    def _habit(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The move of the family's best known style, chosen at once."""
        return make_bot(adviser(self.family), self.family, self.rules).choose(seen, choices, rng)


def reason(weighed: Sequence[Weighed], *, proven: bool) -> Text:
    """The words for playing the first of these moves."""
    value = round(100 * weighed[0].value)
    if proven:
        return say("has counted every card: nothing is better")
    if len(weighed) == 1:
        return say("{value} of 100 on average", value=value)
    other = round(100 * max(one.value for one in weighed[1:]))
    return say("{value} of 100 on average, the next best move {other}", value=value, other=other)


def make(rules: AnyRules) -> Expert:
    """Creates the quick expert."""
    return Expert(rules, thoughts_of(rules), SHALLOW)


def make_deep(rules: AnyRules) -> Expert:
    """Creates the deep expert."""
    return Expert(rules, thoughts_of(rules), DEEP, BOLD)
