"""Computer players against each other: the same cards from every seat, scores with their uncertainty.

A *deck* is the unit: it is played once for every rotation of the players round the table, so that the luck of the
cards and of the seat falls to all alike. Same seed, same numbers, whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any

from cardtable.engine.options import make_options
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

    def play_deck(self, line_up: tuple[str, ...], number: int) -> list[tuple[tuple[str, ...], tuple[float, ...]]]:
        """One deck from every seat: the styles and the scores of each deal. Raises BotFailed."""
        game = family(self.family)
        options = make_options(game.options(), self.options)
        rules = game.rules(options, len(line_up))
        deals = []
        for turn in range(len(line_up)):
            styles = line_up[turn:] + line_up[:turn]
            header = make_header(
                game,
                self.preset,
                options,
                _names(styles),
                tuple(f"bot:{style}" for style in styles),
                self.seed + number,
            )
            deals.append((styles, self._play_deal(rules, header, styles, number, turn)))
            if len(set(line_up)) == 1:
                break
        return deals

    def _play_deal(
        self, rules: Any, header: Header, styles: tuple[str, ...], number: int, turn: int
    ) -> tuple[float, ...]:
        path = None
        if self.records is not None:
            path = self.records / f"{'-'.join(sorted(set(styles)))}-{number:06}-{turn}.jsonl"
        table = Table.begin(rules, header, path, durable=False)
        try:
            while table.to_act:
                seat = table.to_act[0]
                try:
                    table.submit(seat, table.bot_move(seat))
                except Exception as error:  # a bot may fail in any way; it loses by name and the rest goes on
                    raise BotFailed(styles[seat], f"deck {number}: {type(error).__name__}: {error}") from error
            return table.scores()
        finally:
            table.close()


class BotFailed(Exception):
    """A bot raised or made an illegal move."""

    def __init__(self, style: str, what: str) -> None:
        super().__init__(style, what)
        self.style = style
        self.what = what


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
    failures: list[dict[str, str]] = field(default_factory=list)

    def add(self, deck: list[tuple[tuple[str, ...], tuple[float, ...]]]) -> None:
        """Counts the deals of one deck."""
        bots: dict[str, list[float]] = {}
        pairs: dict[tuple[str, str], list[float]] = {}
        for styles, scores in deck:
            for style in set(styles):
                bots.setdefault(style, []).append(
                    fmean(score for name, score in zip(styles, scores, strict=True) if name == style)
                )
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
    failed: set[str] = set()
    try:
        for results in _play(arena, tasks, jobs):
            for result in results:
                if isinstance(result, BotFailed):
                    if result.style not in failed:
                        failed.add(result.style)
                        report.failures.append({"bot": result.style, "what": result.what})
                else:
                    report.add(result)
                progress(1)
    except KeyboardInterrupt:
        pass
    return report


Task = tuple[tuple[str, ...], list[int]]
Batch = list[Any]


def _play(arena: Arena, tasks: list[Task], jobs: int) -> Iterator[Batch]:
    """The results of every task, in the order of the tasks."""
    if jobs == 1:
        for task in tasks:
            yield _batch(arena, task)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = {pool.submit(_batch, arena, task): index for index, task in enumerate(tasks)}
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


def _batch(arena: Arena, task: Task) -> Batch:
    line_up, numbers = task
    results: Batch = []
    for number in numbers:
        try:
            results.append(arena.play_deck(line_up, number))
        except BotFailed as failure:
            results.append(failure)
    return results


def _names(styles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{style} {seat}" for seat, style in enumerate(styles))
