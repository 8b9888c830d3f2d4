"""Puzzles and the deal of the day: which comes next, and who opens their tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from cardtable.cli.speech import words
from cardtable.cli.tables import user
from cardtable.engine.text import say
from cardtable.files import Unreadable
from cardtable.paths import data_dir
from cardtable.puzzles import Puzzle, chosen, daily
from cardtable.puzzles.kept import FILE, Kept, count, load, next_of
from cardtable.puzzles.table import PuzzleTable
from cardtable.table import Table


def today() -> date:
    """The date everywhere at once."""
    return datetime.now(UTC).date()


def kept_at() -> Path:
    """Where it is kept what was solved."""
    return data_dir() / FILE


def open_next(family: str | None = None, theme: str | None = None) -> Table:
    """The next puzzle of a family and theme, or of any. Raises UnknownPuzzle, BadPuzzle, OSError and Unreadable."""
    puzzles, _ = chosen(family, theme)
    return _next(puzzles, family, theme)


def open_after(table: Table) -> Table:
    """What comes after a puzzle: another one of the kind that was asked for, or on its day the deal."""
    assert isinstance(table, PuzzleTable)
    if table.of_day:
        return open_day()
    family, theme = table.asked
    return _next(chosen(family, theme)[0], family, theme, table.puzzle.id)


def _next(puzzles: Sequence[Puzzle], family: str | None, theme: str | None, last: str = "") -> PuzzleTable:
    table = _table(next_of(puzzles, _kept(), last))
    table.asked = family, theme
    return table


def _table(puzzle: Puzzle) -> PuzzleTable:
    return PuzzleTable(puzzle, user(), words().language, partial(count, kept_at()))


def _kept() -> Kept:
    """What is kept; nothing where it cannot be read, which is told when something is to be counted."""
    try:
        return load(kept_at())
    except (OSError, Unreadable):
        return Kept()


def open_day(wanted: date | None = None) -> Table:
    """What is to be played of a day: its puzzle, and once that is counted the deal. Raises NoSuchDay and others."""
    now = today()
    day = daily.day_of(wanted or now, now)
    puzzle = daily.puzzle_of(day)
    if puzzle is not None and puzzle.id not in load(kept_at()).done:
        table = _table(puzzle)
        table.of_day = True
        return table
    return daily.open_day(day, user(), words().language, kept_at(), data_dir() / "days")


def day_told(table: Table, is_enough: Callable[[], bool]) -> str:
    """How the deal of a day compares with what the strongest bot makes of it, and the line to be shared."""
    assert isinstance(table, daily.DayTable)
    speech, day, path = words(), table.day, kept_at()
    row = load(path).days.get(day.name, {})
    if "par" not in row:
        found = daily.par(day, is_enough)
        if found is not None:
            daily.keep_par(path, day, found)
            row = {**row, "par": found}
    kept = load(path)
    lines = []
    own = table.scores()[table.seat]
    if isinstance(row.get("par"), int | float):
        par = float(row["par"])
        lines.append(say("You: {own}. The strongest bot: {par}.", own=daily.score_text(own), par=daily.score_text(par)))
    if table.counted is None:
        lines.append(say("This day was counted before; the first result stays."))
    lines.append(say("To share:"))
    lines.append(daily.share(day, kept, daily.puzzle_of(day), today()))
    return "\n".join(map(speech.text, lines))
