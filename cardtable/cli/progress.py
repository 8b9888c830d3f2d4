"""Progress reports of an arena run: a bar at the terminal, and one message about a bot that keeps timing out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import TYPE_CHECKING

from cardtable.bots.commands import short
from cardtable.desk.speech import tell_trouble, words

if TYPE_CHECKING:
    from cardtable.arena import Report

OFTEN_LATE = 3
"""Timeouts in a row that suggest that a bot does not receive its questions."""


@contextmanager
def progress(what: str, style: str, decks: int, *, hidden: bool) -> Iterator[Callable[[Report], None]]:
    """A progress bar with the score of a style so far; call the yielded function after every deck."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text as Line

    from cardtable.arena.report import CONFIDENCE
    from cardtable.bots.ratings import error_of_mean
    from cardtable.engine.text import say

    class Speed(TextColumn):
        def render(self, task: Task) -> Line:
            return Line(words().text(say("{speed} decks/s", speed=f"{task.speed or 0:.3g}")))

    count, total, squares = 0, 0.0, 0.0

    def advance(report: Report) -> None:
        nonlocal count, total, squares
        results = report.by_bot.get(style, [])
        if len(results) > count:  # The style does not play in the decks of other pairs.
            score = fmean(results[-1])
            count, total, squares = count + 1, total + score, squares + score * score
        if not count:
            bar.advance(task)
            return
        mean = total / count
        error = CONFIDENCE * error_of_mean(count, max(0.0, squares - total * mean))
        bar.update(task, advance=1, description=f"{what}  {short(style)} {mean:.3f} ± {error:.3f}")

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    hidden = hidden or not sys.stderr.isatty()
    timed = (Speed(""), TimeRemainingColumn())
    with Progress(*columns, *timed, console=Console(stderr=True), disable=hidden, transient=True) as bar:
        task = bar.add_task(what, total=decks)
        yield advance


def telling_of_late(advance: Callable[[Report], None]) -> Callable[[Report], None]:
    """Wraps `advance` to report, once per bot, timeouts in several deals in a row."""
    from cardtable.engine.text import say

    told: set[str] = set()

    def heard(report: Report) -> None:
        advance(report)
        for bot, of in report.failures.items():
            if of.late_in_a_row >= OFTEN_LATE and bot not in told:
                told.add(bot)
                tell_trouble(
                    say(
                        "bot {bot} was late in {count} deals one after the other; `cardtable bots --protocol` says how "
                        "a program reads and writes lines so that none is held back",
                        bot=short(bot),
                        count=of.late_in_a_row,
                    )
                )

    return heard
