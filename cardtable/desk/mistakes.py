"""The player's own mistakes: those due, and the results of their exercises."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from cardtable.desk.reading import replay_at
from cardtable.desk.speech import or_value_error
from cardtable.desk.tables import user
from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.paths import data_dir, records_dir

if TYPE_CHECKING:
    from cardtable.coach.mistakes import Mistake
    from cardtable.tui.offers import Exercise, Mistakes


def mistakes() -> Mistakes | None:
    """Returns what the menu offers; None until something has been reviewed."""
    with suppress(OSError), os.scandir(records_dir()) as entries:
        if any(entry.name.endswith(".review.json") for entry in entries):
            from cardtable.tui.offers import Mistakes

            return Mistakes(or_value_error(first_due), or_value_error(rest))
    return None


def _waiting() -> list[tuple[date, Mistake]]:
    from cardtable.coach.mistakes import FILE, load, waiting

    return waiting(records_dir(), user(), load(data_dir() / FILE))


def first_due() -> Exercise | None:
    """Returns the exercise due next. Raises Unreadable and OSError."""
    from cardtable.coach.mistakes import ExerciseTable, judged
    from cardtable.desk.speech import Failure
    from cardtable.tui.offers import Exercise

    for day, mistake in _waiting():
        if day > date.today():
            break
        try:
            replay = replay_at(mistake.record)
        except Failure:  # The record has become unreadable: the list of replays reports it.
            continue
        one = judged(replay, mistake)
        if one is not None:
            return Exercise(ExerciseTable(replay, one), partial(_note, mistake))
    return None


def _note(mistake: Mistake, solved: bool) -> Text | None:
    from cardtable.coach.mistakes import FILE, note
    from cardtable.files import Unreadable

    try:
        note(data_dir() / FILE, mistake, solved=solved, today=date.today())
    except (OSError, Unreadable) as wrong:
        return say("It is not kept how this exercise went: {why}.", why=told(wrong))
    return None


def rest() -> Text:
    """Returns the message for when nothing is due."""
    found = _waiting()
    if not found:
        return say("No mistake of yours waits to be solved; reviews find them.")
    return say("Nothing is due today; a position comes back on {day}.", day=max(found[0][0], date.today()).isoformat())
