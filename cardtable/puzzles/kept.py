"""A player's solved puzzles, rating and days, kept in the player's `puzzles.json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtable.files import SMALL, Unreadable, alone, is_date, parse_json, read, replace
from cardtable.puzzles import Puzzle
from cardtable.puzzles.glicko import PUZZLE_DEVIATION, GlickoRating, RatedGame, after

FILE: Final = "puzzles.json"
MOST: Final = SMALL * 16


@dataclass(slots=True)
class KeptPuzzles:
    """Everything kept about one player."""

    rating: GlickoRating = field(default_factory=GlickoRating)
    done: dict[str, bool] = field(default_factory=dict)
    """For each puzzle, whether it was solved at the first try."""
    days: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The player's results of each day: see `daily.py`."""


class Rated(NamedTuple):
    """The effect of a puzzle on the rating."""

    before: float
    now: float


def load(path: Path) -> KeptPuzzles:
    """The player's data. Raises Unreadable and OSError, except for a missing file."""
    try:
        found = parse_json(read(path, MOST))
    except FileNotFoundError:
        return KeptPuzzles()
    match found:
        case {"rating": [float(), float(), float()] as rating, "done": dict(done), "days": dict(days)} if (
            all(isinstance(value, bool) for value in done.values())
            and all(is_date(day) and isinstance(row, dict) for day, row in days.items())
            and _can_count(GlickoRating(*rating))
        ):
            return KeptPuzzles(GlickoRating(*rating), done, days)
    raise Unreadable("it does not say what was solved")


def _can_count(rating: GlickoRating) -> bool:
    """Whether an outcome can be counted: with extreme numbers it is so certain that the formula divides by zero.

    A player who solves every puzzle gets a rating below 3000, one who solves none a rating above 400.
    """
    return abs(rating.rating) < 5000 and 1 <= rating.deviation <= 1000 and 1e-4 < rating.volatility < 1


def save(path: Path, kept: KeptPuzzles) -> None:
    """Saves the data. Raises OSError."""
    rows = {"rating": list(map(float, kept.rating)), "done": kept.done, "days": kept.days}
    replace(path, json.dumps(rows, indent=1) + "\n")


def count(path: Path, puzzle: Puzzle, solved: bool) -> Rated | None:
    """Counts the first outcome of a puzzle; None if it was counted before. Raises Unreadable and OSError.

    A puzzle that can be guessed does not change the rating.
    """
    # Read again: another window may have counted one in the meantime.
    with alone(path):
        kept = load(path)
        if puzzle.id in kept.done:
            return None
        before = kept.rating
        if not puzzle.plain:
            kept.rating = after(before, [RatedGame(puzzle.rating, PUZZLE_DEVIATION, float(solved))])
        kept.done[puzzle.id] = solved
        save(path, kept)
    return Rated(before.rating, kept.rating.rating)


def next_of(puzzles: Sequence[Puzzle], kept: KeptPuzzles, last: str = "") -> Puzzle:
    """The next puzzle: of those never tried the one nearest to the rating, otherwise one that was failed."""
    others = [puzzle for puzzle in puzzles if puzzle.id != last] or list(puzzles)
    fresh = [puzzle for puzzle in others if puzzle.id not in kept.done]
    failed = [puzzle for puzzle in others if not kept.done.get(puzzle.id, True)]
    return min(fresh or failed or others, key=lambda puzzle: (abs(puzzle.rating - kept.rating.rating), puzzle.id))
