"""Computer players against each other: the same cards from every seat, scores with their uncertainty.

A *deck* is the unit: it is played once for every rotation of the players round the table, so that the luck of the
cards and of the seat falls to all alike. Same seed, same numbers, whatever the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev
from time import perf_counter
from typing import Any

from cardtable.engine.options import make_options
from cardtable.engine.text import LONGEST_NAME
from cardtable.games import family
from cardtable.record import Header, make_header
from cardtable.table import Table

CONFIDENCE = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a 95 % interval."""
BATCH = 10
"""Decks that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played: a preset with its options, the styles by seat, and from which seed."""

    family: str
    preset: str
    options: dict[str, Any]
    seed: int
    records: Path | None = None
    limit: float = 10.0
    """Seconds that a decision may take."""
    matches: bool = False
    """Whether whole matches are played; their winners share one point. Else one deal, by its own scores."""

    def play(self, line_up: tuple[str, ...], numbers: Sequence[int]) -> list[list[Deal]]:
        """The decks with these numbers, each from every seat."""
        game = family(self.family)
        options = make_options(game.options(), self.options)
        # Made once: the tables of a game, such as what beats what, cost as much as a deal or two.
        rules = game.rules(options, len(line_up))
        rotations = 1 if len(set(line_up)) == 1 else len(line_up)
        decks = []
        for number in numbers:
            deck = []
            for turn in range(rotations):
                styles = line_up[turn:] + line_up[:turn]
                kinds = tuple(f"bot:{style}" for style in styles)
                header = make_header(game, self.preset, options, _names(styles), kinds, self.seed + number)
                deck.append(self._play_deal(rules, header, styles, number, turn))
            decks.append(deck)
        return decks

    def _play_deal(self, rules: Any, header: Header, styles: tuple[str, ...], number: int, turn: int) -> Deal:
        path = None
        if self.records is not None:
            path = self.records / f"{'-'.join(sorted(set(styles)))}-{number:06}-{turn}.jsonl"
        table = Table.begin(rules, header, path, durable=False)
        try:
            laid = False
            while table.to_act or self._goes_on(table, laid):
                if not table.to_act:
                    table.next_deal()
                    continue
                seat = table.to_act[0]
                began = perf_counter()
                try:
                    move = table.bot_move(seat)
                    table.submit(seat, move)
                except OSError:  # no bot's doing: the record cannot be written
                    raise
                except Exception as error:  # a bot may fail in any way; it loses by name and the rest goes on
                    return Deal.lost_by(styles, styles[seat], f"deck {number}: {type(error).__name__}: {error}")
                took = perf_counter() - began
                laid = laid or bool(move.cards)
                if took > self.limit:
                    what = f"deck {number}: a decision took {took:.1f} s, more than {self.limit:g}"
                    return Deal.lost_by(styles, styles[seat], what)
            return Deal(styles, _match_scores(table) if self.matches else table.scores())
        finally:
            table.close()

    def _goes_on(self, table: Table, laid: bool) -> bool:
        """Whether the next deal is due: of a match, or because nobody laid a card in this one and nobody gained by it.

        So it is with the first hand of the palace ladder, which only gives out the places.
        """
        if table.match_over:
            return False
        return self.matches or (not laid and len(set(table.scores())) == 1)


def _match_scores(table: Table) -> tuple[float, ...]:
    """What a match brought everybody: the winners share one point, and all do where nobody won."""
    winners = table.winners or tuple(range(len(table.names)))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(table.names)))


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal or a match: the styles by seat, their scores, and which bot raised, moved illegally or was too slow."""

    styles: tuple[str, ...]
    scores: tuple[float, ...]
    failed: str = ""
    what: str = ""

    @classmethod
    def lost_by(cls, styles: tuple[str, ...], failed: str, what: str) -> Deal:
        """A deal that a bot has lost by failing."""
        return cls(styles, tuple(float(style != failed) for style in styles), failed, what)


@dataclass(frozen=True, slots=True)
class Score:
    """A mean result between 0 and 1, its 95 % interval, and over how many deals."""

    score: float
    low: float
    high: float
    deals: int


@dataclass(slots=True)
class Report:
    """What is known so far: the results of every style, and of every pair at one table, by deck."""

    by_bot: dict[str, list[list[float]]] = field(default_factory=dict)
    by_pair: dict[tuple[str, str], list[list[float]]] = field(default_factory=dict)
    ends: dict[str, Counter[str]] = field(default_factory=dict)
    """How often every style won (nobody did better), drew (all did alike) or lost."""
    failures: list[dict[str, str]] = field(default_factory=list)
    """The first failure of every bot that failed."""

    def add(self, deck: list[Deal]) -> None:
        """Counts the deals of one deck."""
        bots: dict[str, list[float]] = {}
        pairs: dict[tuple[str, str], list[float]] = {}
        for deal in deck:
            styles, scores = deal.styles, deal.scores
            if deal.failed and all(failure["bot"] != deal.failed for failure in self.failures):
                self.failures.append({"bot": deal.failed, "what": deal.what})
            best, drawn = max(scores), len(set(scores)) == 1
            for style in set(styles):
                own = [score for name, score in zip(styles, scores, strict=True) if name == style]
                bots.setdefault(style, []).append(fmean(own))
                end = "drawn" if drawn else "won" if best in own else "lost"
                self.ends.setdefault(style, Counter())[end] += 1
            for (first, a), (second, b) in combinations(zip(styles, scores, strict=True), 2):
                if first != second:
                    key, ahead = ((first, second), a - b) if first < second else ((second, first), b - a)
                    pairs.setdefault(key, []).append((ahead + 1) / 2)
        for style, results in bots.items():
            self.by_bot.setdefault(style, []).append(results)
        for key, results in pairs.items():
            self.by_pair.setdefault(key, []).append(results)


def summary(decks: Sequence[Sequence[float]]) -> Score:
    """The mean of these results with its interval; the results of one deck belong together."""
    means = [fmean(deck) for deck in decks]
    mean = fmean(means)
    error = CONFIDENCE * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.5
    return Score(mean, max(0.0, mean - error), min(1.0, mean + error), sum(map(len, decks)))


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a style in Elo points, 1500 on average over those who played, with its standard error."""

    elo: float
    error: float


DRAWS = 200
"""How often the decks are drawn anew for the error of a rating."""


def ratings(report: Report) -> dict[str, Rating]:
    """Bradley-Terry ratings from the results of every pair; the errors by bootstrap over the decks.

    A style that won or lost everything would be infinitely far off; half a deal drawn with everybody keeps it near.
    """
    pairs = {pair: [fmean(deck) for deck in decks] for pair, decks in report.by_pair.items()}
    styles = sorted({style for pair in pairs for style in pair})
    if len(styles) < 2:
        return {}
    rng = Random(1)
    found = _elo(styles, {pair: (sum(decks), len(decks)) for pair, decks in pairs.items()})
    drawn = []
    for _ in range(DRAWS):
        again = {pair: rng.choices(decks, k=len(decks)) for pair, decks in pairs.items()}
        drawn.append(_elo(styles, {pair: (sum(decks), len(decks)) for pair, decks in again.items()}))
    return {style: Rating(found[style], stdev([elo[style] for elo in drawn])) for style in styles}


def _elo(styles: Sequence[str], pairs: dict[tuple[str, str], tuple[float, int]]) -> dict[str, float]:
    """Bradley-Terry strengths by the minorization of Hunter (2004), in Elo points round 1500."""
    points = {style: 0.25 * (len(styles) - 1) for style in styles}
    games: dict[tuple[str, str], float] = {}
    for (a, b), (score, count) in pairs.items():
        points[a] += score
        points[b] += count - score
        games[a, b] = games[b, a] = count + 0.5
    strength = dict.fromkeys(styles, 1.0)
    for _ in range(1000):
        new = {
            style: points[style]
            / sum(
                games.get((style, other), 0.5) / (strength[style] + strength[other])
                for other in styles
                if other != style
            )
            for style in styles
        }
        scale = 10 ** fmean(log10(value) for value in new.values())
        new = {style: value / scale for style, value in new.items()}
        moved = max(abs(new[style] / strength[style] - 1) for style in styles)
        strength = new
        if moved < 1e-7:
            break
    return {style: 1500 + 400 * log10(value) for style, value in strength.items()}


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits together: at a table of two every bot against every other, else all of them, seated again in turn."""
    if seats == 2 and len(bots) > 1:
        return list(combinations(bots, 2))
    return [tuple(bots[seat % len(bots)] for seat in range(seats))]


def run(
    arena: Arena, bots: Sequence[str], seats: int, deals: int, jobs: int, progress: Callable[[int], None]
) -> Report:
    """Plays at least so many deals of every line-up; `progress` hears of every deck.

    A KeyboardInterrupt ends it early; the report then holds what was played.
    """
    report = Report()
    tasks = [
        (line_up, list(range(first, min(first + BATCH, count))))
        for line_up in line_ups(bots, seats)
        for count in [-(-deals // (len(line_up) if len(set(line_up)) > 1 else 1))]
        for first in range(0, count, BATCH)
    ]
    try:
        for decks in _play(arena, tasks, jobs):
            for deck in decks:
                report.add(deck)
                progress(1)
    except KeyboardInterrupt:
        pass
    return report


Task = tuple[tuple[str, ...], list[int]]
Batch = list[list[Deal]]


def _play(arena: Arena, tasks: list[Task], jobs: int) -> Iterator[Batch]:
    """The results of every task, in the order of the tasks."""
    if jobs == 1:
        for task in tasks:
            yield arena.play(*task)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(arena.play, *task): index for index, task in enumerate(tasks)}
        ready: dict[int, Batch] = {}
        due = 0
        try:
            for future in as_completed(futures):
                ready[futures[future]] = future.result()
                while due in ready:
                    yield ready.pop(due)
                    due += 1
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _names(styles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{style[: LONGEST_NAME - 3]} {seat}" for seat, style in enumerate(styles))
