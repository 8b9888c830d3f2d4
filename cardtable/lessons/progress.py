"""How far a learner is in each lesson: `lessons.json` among their files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from cardtable.files import SMALL, Unreadable, alone, parse_json, read, replace

FILE = "lessons.json"


class Reached(NamedTuple):
    """How far a learner is in a lesson."""

    step: int = 0
    """The number of the step to go on with."""
    done: bool = False
    """Whether the lesson has been played to its end."""


def load(path: Path) -> dict[str, Reached]:
    """By lesson how far the learner is. Raises Unreadable and OSError, but for a file that is not there."""
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
    """Keeps how far the learner is; a lesson that was done once stays done. Raises Unreadable and OSError."""
    # Read anew: another window may have kept something meanwhile.
    with alone(path):
        kept = load(path)
        kept[lesson] = Reached(step, done or kept.get(lesson, Reached()).done)
        rows = {name: reached._asdict() for name, reached in sorted(kept.items())}
        replace(path, json.dumps(rows, indent=1) + "\n")
