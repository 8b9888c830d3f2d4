"""What somebody remembered when the trainer asked which trumps are gone: how many cards were asked for, and how many
of the answers were right.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from cardtable.files import SMALL, Unreadable, alone, parse_json, read, replace

FILE: Final = "trainer.json"


class Remembered(NamedTuple):
    """All answers so far."""

    questions: int = 0
    cards: int = 0
    """About so many cards it was asked whether they are gone."""
    right: int = 0


def load(path: Path) -> Remembered:
    """What is kept; nothing where there is no such file. Raises Unreadable and OSError."""
    try:
        found = parse_json(read(path, SMALL))
    except FileNotFoundError:
        return Remembered()
    match found:
        case {"questions": int(questions), "cards": int(cards), "right": int(right)} if (
            0 <= questions <= cards and 0 <= right <= cards
        ):
            return Remembered(questions, cards, right)
    raise Unreadable("it does not say what was remembered")


def keep(path: Path, cards: int, right: int) -> None:
    """Counts an answer. Raises Unreadable and OSError; the file then stays as it was."""
    with alone(path):
        before = load(path)
        after = Remembered(before.questions + 1, before.cards + cards, before.right + right)
        replace(path, json.dumps(after._asdict()) + "\n")
