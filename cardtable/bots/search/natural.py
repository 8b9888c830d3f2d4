"""What is done after a search: where it makes no difference, what a person would do.

Early in a deal most moves are worth the same, and what a search likes best among them is the noise of its lots. So a
move that merely differs from the plain one must be ahead by a little; one that makes people laugh has to prove that it
is better, in a look at the two alone. A search is unfair to plain moves: it leaves one after five tries that went
badly, and never comes back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from cardtable.bots.finding import find_bot, make_bot, usual
from cardtable.bots.search.search import MOST_WORK, Tree, Weighed
from cardtable.bots.search.thoughts import AnyThoughts, family_of
from cardtable.engine.moves import Move
from cardtable.engine.state import CannotGuess, Observation, Odds

SELDOM: Final = 0.05
"""A move tried less often than this share of the one tried most is none to be chosen."""
FEWEST: Final = 3
"""Nor is one that was tried less often than so."""
LOOKS: Final = 160
"""Tries for either of two moves, where an odd one has to prove itself."""
KNOWN: Final = 20
"""Tries below which the first search says nothing of a move."""


class Manners(NamedTuple):
    """How far ahead a move must be to be made rather than the plain one, in shares of the score."""

    alike: float
    """Values that lie no farther apart are the same; 0 leaves the choice to the search."""
    proof: float
    """So far must one that makes people laugh be ahead at least,"""
    errors: float
    """and by so many standard errors,"""
    enough: float
    """but never by more than so."""


NATURAL: Final = Manners(0.02, 0.08, 2.0, 0.12)
"""Of 387 decisions early in Durak 1.8 % were odd instead of 19.6 %, and no price could be seen."""
BOLD: Final = Manners(0.0, 0.05, 2.0, 0.10)
"""For deep searches, some of whose odd moves are right: 3.6 % odd for .0017 of a score a decision."""


class Ahead(NamedTuple):
    """How far a move is ahead of another, and the standard error of that."""

    by: float
    error: float


class Settled(NamedTuple):
    """The move that is made after all, and how it stands to the plain one."""

    move: Move
    plain: Move | None = None
    """What it was compared with, in a look at the two alone."""
    ahead: Ahead | None = None
    """By how much it is better than that; it has proven it."""
    odd: bool = True
    """Whether people would laugh at it; else it only differs from the plain move."""


class Looked(NamedTuple):
    """A decision that has been searched."""

    thoughts: AnyThoughts
    seen: Observation
    moves: Sequence[Move]
    """What was searched among."""
    weighed: Sequence[Weighed]
    """What was found of them, the best first."""
    spread: float
    """The standard deviation of what the observer got."""
    odds: Odds | None = None
    most_work: int = MOST_WORK
    """So many moves at most were made in it; a look at one move is a third of that at most."""

    @classmethod
    def at(cls, tree: Tree, odds: Odds | None, most_work: int = MOST_WORK) -> Looked:
        """What a search has found."""
        return cls(tree.thoughts, tree.seen, tree.moves, tree.weighed(), tree.spread, odds, most_work)


def candidates(weighed: Sequence[Weighed], within: float) -> list[Move]:
    """The moves as good as the first, that one first: close to it in value, and tried often enough."""
    best = weighed[0]
    least = max(FEWEST, SELDOM * max(one.visits for one in weighed))
    alike = [one.move for one in weighed[1:] if one.visits >= least and best.value - one.value <= within]
    return [best.move, *alike]


def settled(
    looked: Looked, plain: Sequence[Move], choices: Sequence[Move], manners: Manners, rng: Random
) -> Generator[None, None, Settled]:
    """What is done after this search, in slices; `plain` is what a person would do, the likeliest first."""
    thoughts, seen, weighed = looked.thoughts, looked.seen, looked.weighed
    found = weighed[0].move
    if manners.alike:
        alike = candidates(weighed, manners.alike)
        found = next((move for move in plain if move in alike), found)
    if not thoughts.is_odd(seen, choices, found):
        return Settled(found)
    for other in (*plain, *(one.move for one in weighed)):
        if other in looked.moves and not thoughts.is_odd(seen, choices, other):
            try:
                ahead = yield from ahead_by(looked, found, other, rng)
            except CannotGuess:
                return Settled(other)
            if ahead.by > min(manners.enough, max(manners.proof, manners.errors * ahead.error)):
                return Settled(found, other, ahead)
            return Settled(other)
    return Settled(found)


def ahead_by(looked: Looked, one: Move, other: Move, rng: Random) -> Generator[None, None, Ahead]:
    """How far a move is ahead of another, by the search that was made and a look at both alone. Raises CannotGuess."""
    known, spread = {row.move: row for row in looked.weighed}, looked.spread
    total = weight = 0.0
    if one in known and other in known and known[other].visits >= KNOWN:
        weight = 1 / (spread**2 * (1 / known[one].visits + 1 / known[other].visits))
        total = weight * (known[one].value - known[other].value)
    alone = []
    beside = None  # Both are looked at in the same deals.
    for move in (one, other):
        deck = looked.thoughts.rules.all_cards
        beside = Tree(looked.thoughts, deck, looked.seen, (move,), beside, looked.odds)
        # A search that only has to choose ends half way, where nothing can become better than its favourite any more.
        yield from beside.think(2 * LOOKS, rng, looked.most_work // 3)
        alone.append(beside)
    first, second = alone
    apart = 1 / (spread**2 * (1 / first.iterations + 1 / second.iterations))
    return Ahead((total + apart * (first.mean - second.mean)) / (weight + apart), 1 / sqrt(weight + apart))


def plain_order(thoughts: AnyThoughts, seen: Observation, choices: Sequence[Move]) -> list[Move]:
    """What a person would do, the likeliest first: what the usual style does, and what else is plain in the family.

    Empty in a family that has neither.
    """
    rules = thoughts.rules
    family = family_of(rules)
    style = usual(family)
    first: list[Move] = []
    # A family without a style of its own has the expert for its usual one, who would ask here again.
    if find_bot(style, family).families:
        first.append(make_bot(style, family, rules).choose(seen, choices, Random(0)).move)
    return list(dict.fromkeys([*first, *thoughts.plain_first(seen, choices)]))
