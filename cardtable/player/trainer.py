"""The results of the trainer's questions about which trumps are gone: how many cards were asked about, and how many
answers were right.
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
    """The number of cards asked about."""
    right: int = 0


def load(path: Path) -> Remembered:
    """The stored results; zeros if there is no file. Raises Unreadable and OSError."""
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
    """Adds an answer. Raises Unreadable and OSError; the file is then unchanged."""
    with alone(path):
        before = load(path)
        after = Remembered(before.questions + 1, before.cards + cards, before.right + right)
        replace(path, json.dumps(after._asdict()) + "\n")
