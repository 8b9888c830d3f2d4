"""The average score of a move over the deals its seat could not tell from the real one, with the error of that average.

One search says little about its own error. Several independent ones do: their spread gives the (Student's) interval.
All random numbers derive from a text, so that the same decision always gets the same judgement.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from cardtable.bots.search.search import WORK, Tree, Weighed
from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation

TREES: Final = 4
ITERATIONS: Final = 1_000
"""The first look: the number of searches and the iterations of each. Of 42 mistakes it misses no more than four
searches of 1,500 did; with 750 iterations, or with three searches, it is too shallow.
"""
PAIRS: Final = 8
CLOSER: Final = 500
"""The second look: the number of searches for each of two moves, unless fewer settle it, and their iterations. Of 461
second looks, those with twelve searches found one more mistake, for an eighth more work. Many short searches know their
error sooner than a few long ones and find the same: over 80 decisions, exactly the mistakes that searches of 1,500
found, with mean losses 0.002 apart.
"""
DEEPER: Final = 3
"""How much longer the third look's two searches are, one for each move: of 181 mistakes found without it, many still
longer searches showed seven to be slight; of 289 found with one four times as long, none.
"""
IDLE: Final = (0.0, 0.03, 0.045, 0.05)
"""By the number of pairs so far (the last value applies to more): a smaller mean loss will not become worth a word."""
SURE: Final = 0.01
SLIGHT: Final = 0.05
"""An interval that begins above SURE or ends below SLIGHT is conclusive."""
FEWEST: Final = 3
"""Fewer pairs decide nothing: two may agree by chance."""
ALIKE: Final = 0.03
"""The first look also stops, after any of its searches, at a mean loss below this."""
SOON: Final = 500
HARDLY: Final = 0.02
"""After SOON tries the first search already stops at a mean loss below HARDLY. Of 1,767 decisions, 872 end with the
first search, half-way or at its end; only one of them would have earned a word. With fewer tries, one search settles
nothing.
"""
SUSPECT: Final = 0.07
"""If two searches find another move better by this much, the second look begins at once."""
CLEAR: Final = 0.10
"""A move this far ahead of all others may be the only one."""
SELDOM: Final = 0.05
"""A move with fewer tries than this share of the most tried one is never recommended."""
STUDENT: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.15, 2.13)
"""Student's t at 95 %, from 1 degree of freedom."""


class Loss(NamedTuple):
    """What one move lost against another, as a share of the score, with its 95 % interval."""

    value: float
    """The score of the move made."""
    best: float
    """The score of the better move."""
    low: float
    high: float

    @property
    def loss(self) -> float:
        return self.best - self.value


class FirstLook(NamedTuple):
    """All moves weighed against each other, by several searches."""

    best: Move
    """The move that did best."""
    made: Loss
    """The loss of the move made against the best, or its lead over the best of the others; any loss is possible if it
    was seldom tried.
    """
    tried: int
    """The number of deals sampled."""
    weighed: tuple[Weighed, ...] = ()
    """The moves tried, the best first."""
    spread: float = 0.0
    """The standard deviation of the seat's score."""
    is_one: bool = False
    """Whether every card was known and no chance was left: then all searches were the same, and cannot tell their own
    error.
    """


def first_look(
    thoughts: AnyThoughts, seen: Observation, moves: Sequence[Move], made: Move, lot: str, share: float = 1
) -> Generator[None, None, FirstLook]:
    """Weighs all moves, in slices; `share` is the fraction of the usual work to do. Raises CannotGuess."""
    tables: list[dict[Move, tuple[int, float]]] = []
    tried, spread = 0, 0.0
    is_known = thoughts.rules.only_world(seen) is not None
    for number in range(TREES):
        tree = Tree(thoughts, thoughts.rules.all_cards, seen, moves)
        is_early = number == 0 and not is_known
        for _ in tree.think(round(ITERATIONS * share), Random(f"{lot} first {number}")):
            yield
            if is_early and tree.iterations >= SOON:
                is_early = False
                if _is_as_good([_table(tree)], made, HARDLY):
                    break
        tables.append(_table(tree))
        tried += tree.iterations
        spread = tree.spread
        if number + 1 == 2 and is_known and tables[0] == tables[1]:
            return FirstLook(made, Loss(0.0, 0.0, -1.0, 1.0), tried, is_one=True)
        # Nothing else is better and something is close, or another move is surely better: more searches could only
        # repeat that.
        enough = number > 0 or (tried >= SOON and not is_known)
        if enough and number + 1 < TREES and _is_as_good(tables, made, ALIKE):
            break
        if number + 1 == 2 and _is_suspect(tables, made):
            break
    means, visits, often = _taken_together(tables)
    best = max(often, key=means.__getitem__)
    other = _best_but(made, means, often) or made
    losses = [table[other][1] - table[made][1] for table in tables if made in table and other in table]
    rows = [Weighed(move, times, means[move]) for move, times in visits.items()]
    weighed = sorted(rows, key=lambda row: (row.move != best, -row.visits, moves.index(row.move)))
    return FirstLook(best, _loss(means.get(made, 0.0), means[other], losses), tried, tuple(weighed), spread)


def _table(tree: Tree) -> dict[Move, tuple[int, float]]:
    """The tries and score of each move in a search, the favourite first."""
    return {one.move: (one.visits, one.value) for one in tree.weighed()}


def _taken_together(
    tables: Sequence[dict[Move, tuple[int, float]]],
) -> tuple[dict[Move, float], dict[Move, int], list[Move]]:
    """Pools several searches: the mean scores, the numbers of tries, and the moves tried often enough to be
    recommended.

    Every try counts the same: a search that hardly tried a move, because it began badly, knows little about it.
    """
    visits: dict[Move, int] = {}
    totals: dict[Move, float] = {}
    for table in tables:
        for move, (times, value) in table.items():
            visits[move] = visits.get(move, 0) + times
            totals[move] = totals.get(move, 0.0) + times * value
    means = {move: totals[move] / times for move, times in visits.items()}
    least = SELDOM * max(visits.values())
    return means, visits, [move for move, times in visits.items() if times >= least]


def _best_but(made: Move, means: dict[Move, float], often: Sequence[Move]) -> Move | None:
    """The best of the other moves; None if no other was tried often."""
    return max([move for move in often if move != made], key=means.__getitem__, default=None)


def _is_as_good(tables: Sequence[dict[Move, tuple[int, float]]], made: Move, alike: float) -> bool:
    """Whether no other move is better by as much as `alike`, while the best of them is not far behind.

    True as well if the searches dropped all others after a few tries.
    """
    means, _, often = _taken_together(tables)
    other = _best_but(made, means, often)
    if other is None:
        return made in means
    return made in means and -CLEAR < means[other] - means[made] < alike


def _is_suspect(tables: Sequence[dict[Move, tuple[int, float]]], made: Move) -> bool:
    """Whether the searches find another move far better."""
    means, _, often = _taken_together(tables)
    other = _best_but(made, means, often)
    return other is not None and made in means and means[other] - means[made] >= SUSPECT


class SecondLook(NamedTuple):
    """Two moves against each other, with fresh random numbers."""

    made: Loss
    """Its interval is widened by how much the searches still drifted."""
    agreed: float
    """The lower end of the interval without that widening."""
    tried: int


def second_look(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, times: float = 1
) -> Generator[None, None, SecondLook]:
    """Compares just two moves with equal effort, in slices; `times` scales the work. Raises CannotGuess.

    Each pair of searches plays both moves in the same deals, so that the luck of the cards cancels out.
    """
    values: list[float] = []
    losses: list[float] = []
    early: list[float] = []
    tried = 0
    for number in range(PAIRS):
        one, other, looks = yield from look_at_both(thoughts, seen, made, better, f"{lot} second {number}", times)
        tried += looks
        values.append(one.late)
        losses.append(other.late - one.late)
        early.append(other.early - one.early)
        value = fmean(values)
        found = _loss(value, value + fmean(losses), losses)
        # A search that has not settled may be off by as much as it still drifts, however well others like it agree.
        drift, agreed = abs(fmean(early) - found.loss), found.low
        found = found._replace(low=max(-1.0, found.low - drift), high=min(1.0, found.high + drift))
        # Stopping early here can only suppress a verdict, never create a wrong one.
        if found.loss < IDLE[min(number, len(IDLE) - 1)]:
            break
        if number + 1 >= FEWEST and (found.low > SURE or found.high < SLIGHT or drift >= found.loss):
            break
    return SecondLook(found, agreed, tried)


def third_look(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, second: SecondLook
) -> Generator[None, None, SecondLook]:
    """Looks further ahead, once, at the result of the second look; both count equally. Raises CannotGuess.

    Short searches may all be wrong together if the answer to a move is deeper than any of them goes. This look settles
    what they left open.
    """
    one, other, looks = yield from look_at_both(thoughts, seen, made, better, f"{lot} third", DEEPER)
    short, lost = second.made, other.late - one.late
    both = Loss(
        fmean([short.value, one.late]), fmean([short.best, other.late]), min(second.agreed, lost), max(short.high, lost)
    )
    return SecondLook(both, both.low, second.tried + looks)


class Halves(NamedTuple):
    """A search's results in its first half and in its second, when it knew more."""

    early: float
    late: float


def look_at_both(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, times: float
) -> Generator[None, None, tuple[Halves, Halves, int]]:
    """Runs a pair of searches; returns each move's score and the number of deals sampled. Raises CannotGuess."""
    looks = []
    tree, tried = None, 0
    for move in (made, better):
        tree = Tree(thoughts, thoughts.rules.all_cards, seen, (move,), tree)
        rng = Random(f"{lot} {thoughts.rules.move_text(move)}")
        looks.append((yield from _halves(tree, round(CLOSER * times), rng)))
        tried += tree.iterations
    return looks[0], looks[1], tried


def _halves(tree: Tree, iterations: int, rng: Random) -> Generator[None, None, Halves]:
    means = []
    # Ask for twice as many: `think` may stop half-way, once no move can overtake its favourite.
    for _ in tree.think(2 * iterations, rng):
        means.append((tree.iterations, tree.mean))
        yield
        if tree.iterations >= iterations or tree.work >= WORK * iterations:
            break
    done, mean = tree.iterations, tree.mean
    half, early = next(((tried, value) for tried, value in means if 2 * tried >= done), (done, mean))
    late = (mean * done - early * half) / (done - half) if done > half else mean
    return Halves(early, late)


def _loss(value: float, best: float, losses: Sequence[float]) -> Loss:
    """The scores of the two moves, with the interval of the loss estimated from each search's result."""
    if len(losses) < 2:
        return Loss(value, best, -1.0, 1.0)
    half = STUDENT[len(losses) - 2] * stdev(losses) / sqrt(len(losses))
    return Loss(value, best, max(-1.0, best - value - half), min(1.0, best - value + half))
