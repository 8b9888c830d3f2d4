"""Lessons: the available ones, the player's progress in each, and opening their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from cardtable.desk.speech import words
from cardtable.desk.tables import user
from cardtable.engine.faults import told
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable
from cardtable.games import GROUPS, group_called
from cardtable.lessons import BadLesson, find, id_of, path_of, paths, trouble
from cardtable.lessons.progress import FILE, Reached, keep, load
from cardtable.lessons.table import LessonTable, all_of, check
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.tui.offers import LessonRow, wanted


def next_of(name: str) -> str:
    """Returns the id of a lesson such as `101-1`; for a family, that of its next lesson."""
    family, *number = name.rsplit("-", 1)
    name = "-".join([group_called(family), *number])
    rows, _ = rows_of(name)
    return rows[wanted(rows)].id if rows else name


def rows_of(group: str) -> tuple[Sequence[LessonRow], Sequence[Text]]:
    """Returns a family's lessons, and the errors in their files or in the one with the learner's progress."""
    found, troubles = all_of(group)
    reached, trouble = _reached()
    rows = []
    for lesson in found:
        step, done = reached.get(lesson.id, (0, False))
        rows.append(LessonRow(lesson.id, lesson.title, lesson.minutes, step, done, len(lesson.steps)))
    return rows, [*troubles, *([trouble] if trouble is not None and rows else [])]


def done() -> Mapping[str, tuple[int, int]]:
    """Returns by family how many lessons were completed, and how many there are; without reading them."""
    reached, _ = _reached()
    found = {group: list(map(id_of, paths(group))) for group in GROUPS}
    return {
        group: (sum(lesson in reached and reached[lesson].done for lesson in lessons), len(lessons))
        for group, lessons in found.items()
    }


def open_lesson(name: str) -> Table:
    """Opens a lesson's table at the step the learner reached. Raises UnknownLesson, and BadLesson with its file."""
    path = path_of(name)
    try:
        lesson = find(name)
        check(lesson)
    except BadLesson as error:
        raise BadLesson(error.line, trouble(path, error)) from None
    reached, _ = _reached()
    table = LessonTable(lesson, user(), words().language, partial(keep, data_dir() / FILE, lesson.id))
    table.go_to(reached[lesson.id].step if lesson.id in reached else 0)
    return table


def _reached() -> tuple[dict[str, Reached], Text | None]:
    """Returns the learner's progress, and an error message if its file cannot be read."""
    path = data_dir() / FILE
    try:
        return load(path), None
    except (OSError, Unreadable) as error:
        return {}, say("{path}: {why}", path=str(path), why=told(error))
