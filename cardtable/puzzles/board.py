"""The friends' board: their day lines, one per line in a text file that can be edited."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Final

from cardtable.engine.faults import Fault
from cardtable.files import SMALL, Unreadable, alone, read, replace
from cardtable.puzzles.dayline import DayLine, Mistyped, parse

FILE: Final = "board.txt"
MOST: Final = SMALL * 16


class BadBoard(Fault):
    """A line of the file that cannot be read; the message names it."""


def load(path: Path) -> list[DayLine]:
    """All day lines, in order; none if the file does not exist. Empty lines and lines beginning with # are skipped.

    Raises BadBoard, Unreadable and OSError.
    """
    try:
        text = read(path, MOST).decode()
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        raise Unreadable("it is no text") from None
    found = []
    for number, row in enumerate(text.splitlines(), 1):
        if row.strip() and not row.startswith("#"):
            try:
                found.append(parse(row))
            except Mistyped as wrong:
                raise BadBoard("line {line}: {what}", line=number, what=wrong.text) from None
    return found


def add(path: Path, line: DayLine) -> None:
    """Saves a line, replacing one of the same friend and day. The rest of the file stays as it is.

    Raises BadBoard, Unreadable and OSError, leaving the file unchanged.
    """
    with alone(path):
        load(path)  # A file that cannot be read must not be overwritten.
        rows = path.read_text("utf-8").splitlines() if path.exists() else []
        kept = [row for row in rows if not row.strip() or row.startswith("#") or not _same(parse(row), line)]
        replace(path, "".join(f"{row}\n" for row in (*kept, line)))


def _same(one: DayLine, other: DayLine) -> bool:
    return (one.day, one.name, one.club) == (other.day, other.name, other.club)


def of_day(lines: Iterable[DayLine], day: date, club: str = "") -> list[DayLine]:
    """The lines of this day, in order."""
    return [line for line in lines if (line.day, line.club) == (day, club)]
