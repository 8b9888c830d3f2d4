"""A learner's progress in each lesson, kept in the player's `lessons.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from cardtable.files import SMALL, Unreadable, alone, parse_json, read, replace

FILE = "lessons.json"


class Reached(NamedTuple):
    """A learner's progress in one lesson."""

    step: int = 0
    """The number of the step to continue with."""
    done: bool = False
    """Whether the lesson has been completed."""


def load(path: Path) -> dict[str, Reached]:
    """The learner's progress in each lesson. Raises Unreadable and OSError, except for a missing file."""
    try:
        found = parse_json(read(path, SMALL))
    except FileNotFoundError:
        return {}
    if not isinstance(found, dict):
        raise Unreadable("it does not say how far a learner is")
    kept = {}
    for name, row in found.items():
        match row:
            case {"step": int(step), "done": bool(done)} if step >= 0 and not isinstance(step, bool):
                kept[name] = Reached(step, done)
            case _:
                raise Unreadable("it does not say how far a learner is")
    return kept


def keep(path: Path, lesson: str, step: int, done: bool) -> None:
    """Saves the learner's progress; a completed lesson stays completed. Raises Unreadable and OSError."""
    # Read again: another window may have saved something in the meantime.
    with alone(path):
        kept = load(path)
        kept[lesson] = Reached(step, done or kept.get(lesson, Reached()).done)
        rows = {name: reached._asdict() for name, reached in sorted(kept.items())}
        replace(path, json.dumps(rows, indent=1) + "\n")
