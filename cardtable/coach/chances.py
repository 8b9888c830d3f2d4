"""What a move brings on the average, over the deals that its seat could not tell from the real one, with its error.

One search says little about its own error. Several that know nothing of one another do: how far they lie apart gives
the interval (Student's). All lots follow from a text, so that the same decision is always judged alike.
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
"""The first look: so many searches, and what each may do. Of 42 mistakes it lets no more pass than four of 1,500 did;
with 750, or three searches, it is too shallow."""
PAIRS: Final = 8
CLOSER: Final = 500
"""The second look: so many searches for either of two moves, unless fewer decide. Of 461 looks those of twelve showed
one mistake more, for an eighth more work. Many short ones know their error sooner than few long ones, and find the
same: over 80 decisions not a mistake more or fewer than searches of 1,500, whose mean losses lay 0.002 from theirs."""
DEEPER: Final = 3
"""How much longer the two searches of the third look are, one for either move: of 181 mistakes without it seven were
slight by many searches longer still, of 289 with one four times as long none."""
IDLE: Final = (0.0, 0.03, 0.045, 0.05)
"""After so many pairs of searches of the second look, or more, a mean loss below it will come to nothing worth a word.
"""
SURE: Final = 0.01
SLIGHT: Final = 0.05
"""An interval that begins above the one, or ends below the other, says what there is to say."""
FEWEST: Final = 3
"""Fewer pairs decide nothing: two may agree by chance."""
ALIKE: Final = 0.03
"""After any search of the first look, a mean loss below it neither."""
SOON: Final = 500
HARDLY: Final = 0.02
"""After so many tries of the first search already a mean loss below this. Of 1,767 decisions 872 end with the first
search, half way or at its end; one of them would have come to a word. With fewer tries one search ends nothing."""
SUSPECT: Final = 0.07
"""Two that find another move so much better send it to the second look at once."""
CLEAR: Final = 0.10
"""A move that is ahead of all others by so much may be the only one."""
SELDOM: Final = 0.05
"""A move that was tried less often than this share of the one tried most is none that a search recommends."""
STUDENT: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.15, 2.13)
"""Student's t of 95 %, for 1 degree of freedom and on."""


class Loss(NamedTuple):
    """What was lost by one move against another, as a share of the score, with its interval of 95 %."""

    value: float
    """What the move made brings."""
    best: float
    """What the better one does."""
    low: float
    high: float

    @property
    def loss(self) -> float:
        return self.best - self.value


class FirstLook(NamedTuple):
    """All moves weighed against each other, by several searches."""

    best: Move
    """What did best."""
    made: Loss
    """What the move made lost against it, or gained against the best other one; everything is possible where it was
    seldom tried."""
    tried: int
    """Deals that were looked at."""
    weighed: tuple[Weighed, ...] = ()
    """All that was tried, what did best first."""
    spread: float = 0.0
    """The standard deviation of what the seat got."""
    is_one: bool = False
    """Every card could be placed and no chance was to come: all searches were the same one, and do not know how far
    they are wrong."""


def first_look(
    thoughts: AnyThoughts, seen: Observation, moves: Sequence[Move], made: Move, lot: str, share: float = 1
) -> Generator[None, None, FirstLook]:
    """Weighs all moves, in slices; `share` is how much of the usual work is done. Raises CannotGuess."""
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
        # Nothing else is better, and something is close by, or another one surely is better: the other searches could
        # only say the same.
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
    """How often a search has tried each move, and what it brought, the favourite first."""
    return {one.move: (one.visits, one.value) for one in tree.weighed()}


def _taken_together(
    tables: Sequence[dict[Move, tuple[int, float]]],
) -> tuple[dict[Move, float], dict[Move, int], list[Move]]:
    """What moves bring by several searches together, how often they were tried, and those tried often enough to be
    recommended.

    Each try counts alike: a search that has hardly tried a move, since it began badly, knows little of it.
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
    """The best of the other moves; None where no other one was tried often."""
    return max([move for move in often if move != made], key=means.__getitem__, default=None)


def _is_as_good(tables: Sequence[dict[Move, tuple[int, float]]], made: Move, alike: float) -> bool:
    """Whether searches have found nothing better than a move by so much, and nothing far behind.

    Also where they have left all others after a few tries.
    """
    means, _, often = _taken_together(tables)
    other = _best_but(made, means, often)
    if other is None:
        return made in means
    return made in means and -CLEAR < means[other] - means[made] < alike


def _is_suspect(tables: Sequence[dict[Move, tuple[int, float]]], made: Move) -> bool:
    """Whether searches like another move far better."""
    means, _, often = _taken_together(tables)
    other = _best_but(made, means, often)
    return other is not None and made in means and means[other] - means[made] >= SUSPECT


class SecondLook(NamedTuple):
    """Two moves against each other, with lots of their own."""

    made: Loss
    """Its interval is widened by what the searches still changed as they went on."""
    agreed: float
    """Where the interval begins if they agree with one another, and that is left out."""
    tried: int


def second_look(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, times: float = 1
) -> Generator[None, None, SecondLook]:
    """Looks at two moves only, as often at either, in slices; `times` as long. Raises CannotGuess.

    Two searches look at both in the same deals: what cards do for either is no difference between them.
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
        # A search that has not settled may be wrong by what it still changes, however much others like it agree.
        drift, agreed = abs(fmean(early) - found.loss), found.low
        found = found._replace(low=max(-1.0, found.low - drift), high=min(1.0, found.high + drift))
        # To be silent sooner is no error that a verdict could come of.
        if found.loss < IDLE[min(number, len(IDLE) - 1)]:
            break
        if number + 1 >= FEWEST and (found.low > SURE or found.high < SLIGHT or drift >= found.loss):
            break
    return SecondLook(found, agreed, tried)


def third_look(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, second: SecondLook
) -> Generator[None, None, SecondLook]:
    """Looks further ahead, once, at what the second look has found; both count alike. Raises CannotGuess.

    Short searches may all be wrong together, where the answer to a move lies deeper than any of them goes. What they
    had not settled is settled by this one.
    """
    one, other, looks = yield from look_at_both(thoughts, seen, made, better, f"{lot} third", DEEPER)
    short, lost = second.made, other.late - one.late
    both = Loss(
        fmean([short.value, one.late]), fmean([short.best, other.late]), min(second.agreed, lost), max(short.high, lost)
    )
    return SecondLook(both, both.low, second.tried + looks)


class Halves(NamedTuple):
    """What a search found in its first half, and in its second, when it knew more."""

    early: float
    late: float


def look_at_both(
    thoughts: AnyThoughts, seen: Observation, made: Move, better: Move, lot: str, times: float
) -> Generator[None, None, tuple[Halves, Halves, int]]:
    """A pair of searches, for either move what it brings, and the deals that were looked at. Raises CannotGuess."""
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
    # A search that only has to choose ends half way, where nothing can become better than its favourite any more.
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
    """What the move made and the better one bring, with the interval of the loss by what each search found of it."""
    if len(losses) < 2:
        return Loss(value, best, -1.0, 1.0)
    half = STUDENT[len(losses) - 2] * stdev(losses) / sqrt(len(losses))
    return Loss(value, best, max(-1.0, best - value - half), min(1.0, best - value + half))
