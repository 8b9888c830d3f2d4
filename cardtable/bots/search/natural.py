"""The choice after a search: where it makes no difference, play what a person would play.

Early in a deal most moves are worth the same, and the favourite of a search is decided by sampling noise. So a move
that merely differs from the plain one must be slightly ahead; one that people would laugh at must prove itself better
in a direct comparison. A search is unfair to plain moves: after five bad tries it drops one and never returns.
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
"""A move with fewer tries than this share of the most tried one is not a candidate."""
FEWEST: Final = 3
"""Neither is a move with fewer tries than this."""
LOOKS: Final = 160
"""Tries for each of two moves when an odd one has to prove itself."""
KNOWN: Final = 20
"""With fewer tries than this, the first search says nothing about a move."""


class Manners(NamedTuple):
    """The lead that a move needs to be played instead of the plain one, in shares of the score."""

    alike: float
    """Values no farther apart than this count as equal; 0 leaves the choice to the search."""
    proof: float
    """The least lead for a move that people would laugh at."""
    errors: float
    """Its least lead in standard errors."""
    enough: float
    """A lead above this is always enough."""


NATURAL: Final = Manners(0.02, 0.08, 2.0, 0.12)
"""In 387 early Durak decisions it cut odd moves from 19.6 % to 1.8 %, at no measurable cost."""
BOLD: Final = Manners(0.0, 0.05, 2.0, 0.10)
"""For deep searches, whose odd moves are sometimes right: 3.6 % odd, at a cost of .0017 of the score per decision."""


class Ahead(NamedTuple):
    """One move's lead over another, and its standard error."""

    by: float
    error: float


class Settled(NamedTuple):
    """The move finally chosen, and how it compares to the plain one."""

    move: Move
    plain: Move | None = None
    """The plain move of a direct comparison that `move` has won."""
    ahead: Ahead | None = None
    """The proven lead over `plain`."""
    odd: bool = True
    """Whether people would laugh at the move; if not, it only differs from the plain one."""


class Looked(NamedTuple):
    """A decision that has been searched."""

    thoughts: AnyThoughts
    seen: Observation
    moves: Sequence[Move]
    """The moves searched."""
    weighed: Sequence[Weighed]
    """The results, best first."""
    spread: float
    """The standard deviation of the observer's score."""
    odds: Odds | None = None
    most_work: int = MOST_WORK
    """The search's limit in moves made; a direct look at one move gets at most a third of it."""

    @classmethod
    def at(cls, tree: Tree, odds: Odds | None, most_work: int = MOST_WORK) -> Looked:
        """Takes over the results of a search."""
        return cls(tree.thoughts, tree.seen, tree.moves, tree.weighed(), tree.spread, odds, most_work)


def candidates(weighed: Sequence[Weighed], within: float) -> list[Move]:
    """The first move and those as good: close to it in value and tried often enough."""
    best = weighed[0]
    least = max(FEWEST, SELDOM * max(one.visits for one in weighed))
    alike = [one.move for one in weighed[1:] if one.visits >= least and best.value - one.value <= within]
    return [best.move, *alike]


def settled(
    looked: Looked, plain: Sequence[Move], choices: Sequence[Move], manners: Manners, rng: Random
) -> Generator[None, None, Settled]:
    """Makes the final choice after a search, in slices; `plain` lists a person's moves, the likeliest first."""
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
    """One move's lead over another, from the search so far and a direct look at both. Raises CannotGuess."""
    known, spread = {row.move: row for row in looked.weighed}, looked.spread
    total = weight = 0.0
    if one in known and other in known and known[other].visits >= KNOWN:
        weight = 1 / (spread**2 * (1 / known[one].visits + 1 / known[other].visits))
        total = weight * (known[one].value - known[other].value)
    alone = []
    beside = None  # Both are tried in the same deals.
    for move in (one, other):
        deck = looked.thoughts.rules.all_cards
        beside = Tree(looked.thoughts, deck, looked.seen, (move,), beside, looked.odds)
        # Ask for twice as many: `think` may stop half-way, once no move can overtake its favourite.
        yield from beside.think(2 * LOOKS, rng, looked.most_work // 3)
        alone.append(beside)
    first, second = alone
    apart = 1 / (spread**2 * (1 / first.iterations + 1 / second.iterations))
    return Ahead((total + apart * (first.mean - second.mean)) / (weight + apart), 1 / sqrt(weight + apart))


def plain_order(thoughts: AnyThoughts, seen: Observation, choices: Sequence[Move]) -> list[Move]:
    """The moves a person would make, the likeliest first: the usual style's, then others that are plain in the family.

    Empty in a family that has neither.
    """
    rules = thoughts.rules
    family = family_of(rules)
    style = usual(family)
    first: list[Move] = []
    # In a family without its own styles the usual style is the expert, which would call this function again.
    if find_bot(style, family).families:
        first.append(make_bot(style, family, rules).choose(seen, choices, Random(0)).move)
    return list(dict.fromkeys([*first, *thoughts.plain_first(seen, choices)]))
