"""A player that looks ahead, in every game: what can be counted is counted, the rest is searched.

Its strength is a number of iterations and never a time: the same seed gives the same moves on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.bots.finding import adviser, make_bot
from cardtable.bots.search.search import Tree, Weighed
from cardtable.bots.search.thoughts import AnyThoughts, family_of, thoughts_of
from cardtable.engine.moves import Event, Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import CannotGuess, Observation
from cardtable.engine.text import Text, say

SHALLOW, DEEP = 1_000, 4_800
"""Iterations a decision of `expert` and of `expert_deep`."""


class Expert:
    """Looks at deals that fit what its seat has seen, and makes the move that did best in them."""

    def __init__(self, rules: AnyRules, thoughts: AnyThoughts, iterations: int) -> None:
        self.rules = rules
        self.family = family_of(rules)
        self.thoughts = thoughts
        self.iterations = iterations
        self.tree: Tree | None = None
        """What was thought about last; None where nothing was searched."""
        self._events: Sequence[Event] = ()

    def watch(self, events: Sequence[Event]) -> None:
        """Sees what has happened in the deal: the likelier a hand is after it, the more often it is looked at."""
        self._events = events

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The move that was tried most, or the only one that is worth trying."""
        for decision in self.think(seen, choices, rng):
            if decision is not None:
                return decision
        raise AssertionError("a search ends with a decision")

    def think(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Iterator[Decision | None]:
        """The same in slices: None after each, and at last the decision."""
        self.tree = None
        if len(choices) == 1:
            yield Decision(choices[0], say("has no choice"))
            return
        moves = self.thoughts.prune(seen.state, seen.seat, choices)
        if len(moves) == 1:
            yield Decision(moves[0], say("has counted the cards and is sure"))
            return
        if self.rules.silence(seen.state) is not None:
            # Whoever is asked in secret must not be betrayed by a pause.
            yield self._habit(seen, choices, rng)
            return
        best = self.thoughts.exact(seen, moves)
        if best is not None and len(best) == 1:
            yield Decision(best[0], say("has counted every card: nothing else is as good"))
            return
        moves = self.thoughts.order(seen.state, seen.seat, moves if best is None else best)
        odds = self.thoughts.odds(seen, self._events)
        tree = Tree(self.thoughts, self.rules.all_cards, seen, moves, odds=odds)
        try:
            for _ in tree.think(self.iterations, rng):
                yield None
        except CannotGuess:
            move, why = self._habit(seen, choices, rng)
            yield Decision(move, say("finds no deal that fits what it has seen, and goes by habit: {why}", why=why))
            return
        self.tree = tree
        weighed = tree.weighed()
        yield Decision(weighed[0].move, reason(weighed, proven=best is not None))

    def weighed(self) -> list[Weighed]:
        """The moves that were searched last, what was tried most first; empty where nothing was."""
        return [] if self.tree is None else self.tree.weighed()

    def _habit(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """What the best known style of the family does, at once."""
        return make_bot(adviser(self.family), self.family, self.rules).choose(seen, choices, rng)


def reason(weighed: Sequence[Weighed], *, proven: bool) -> Text:
    """Why the first of these moves is made."""
    value = round(100 * weighed[0].value)
    if proven:
        return say("has counted every card: nothing is better")
    if len(weighed) == 1:
        return say("{value} of 100 on average", value=value)
    other = round(100 * max(one.value for one in weighed[1:]))
    return say("{value} of 100 on average, the next best move {other}", value=value, other=other)


def make(rules: AnyRules) -> Expert:
    """The quick one."""
    return Expert(rules, thoughts_of(rules), SHALLOW)


def make_deep(rules: AnyRules) -> Expert:
    """The one that takes its time."""
    return Expert(rules, thoughts_of(rules), DEEP)
