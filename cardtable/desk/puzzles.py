"""Puzzles and the deal of the day: choosing the next one, and opening their tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from cardtable.desk.speech import words
from cardtable.desk.tables import user
from cardtable.engine.faults import Fault, told
from cardtable.engine.text import Text, say, say_count
from cardtable.files import Unreadable, make_folder
from cardtable.games import GROUPS, family, group_called
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.puzzles import BadPuzzle, Puzzle, board, chosen, daily
from cardtable.puzzles.day_told import DayTold, PlayedDay, levels_of, squares
from cardtable.puzzles.dayline import DayLine, parse
from cardtable.puzzles.kept import FILE, KeptPuzzles, count, load, next_of
from cardtable.puzzles.table import PuzzleTable


def today() -> date:
    """Returns the player's local date."""
    return datetime.now().date()


def earliest() -> date:
    """Returns the earliest date anywhere on earth."""
    return (datetime.now(UTC) - timedelta(hours=12)).date()


def days_in_a_row(kept: KeptPuzzles) -> int:
    """Returns the number of days played in a row, up to now."""
    return daily.streak(kept, today(), earliest())


def week() -> tuple[int, Sequence[bool]]:
    """Returns the number of days played in a row, and which of the last seven were played, today last.

    Raises Unreadable.
    """
    found, now = kept(), today()
    days = [now - timedelta(days=back) for back in range(6, -1, -1)]
    return days_in_a_row(found), [daily.is_played(found, day) for day in days]


def kept_at() -> Path:
    """Returns the file with the puzzles solved."""
    return data_dir() / FILE


def open_next(group: str | None = None, theme: str | None = None) -> Table:
    """Opens the next puzzle of a family and theme, or any. Raises UnknownPuzzle, BadPuzzle, OSError and Unreadable."""
    group = None if group is None else group_called(group)
    puzzles, troubles = chosen(group, theme)
    return _next(puzzles, group, theme, troubles=troubles)


def open_after(table: Table) -> Table:
    """Opens what follows a puzzle: another of the kind that was asked for, or on its day the deal."""
    assert isinstance(table, PuzzleTable)
    if table.of_day:
        return open_day()
    group, theme = table.asked
    return _next(chosen(group, theme)[0], group, theme, table.puzzle.id)


def _next(
    puzzles: Sequence[Puzzle], group: str | None, theme: str | None, last: str = "", troubles: Sequence[Text] = ()
) -> PuzzleTable:
    """Opens the next puzzle that can be played; skips those that cannot, with a message each."""
    kept, left, told_of = _kept(), list(puzzles), [*troubles]
    while True:
        puzzle = next_of(left, kept, last)
        try:
            table = _table(puzzle)
        except BadPuzzle as wrong:
            told_of.append(wrong.text)
            left.remove(puzzle)
            if not left:
                raise
        else:
            table.asked = group, theme
            table.troubles = told_of
            return table


def _table(puzzle: Puzzle) -> PuzzleTable:
    return PuzzleTable(puzzle, user(), words().language, partial(count, kept_at()))


def _kept() -> KeptPuzzles:
    """Loads the results; empty if they cannot be read, which is reported when something has to be saved."""
    try:
        return load(kept_at())
    except (OSError, Unreadable):
        return KeptPuzzles()


def kept() -> KeptPuzzles:
    """Loads the results. Raises Unreadable, with the name of the file, if they cannot be read."""
    try:
        return load(kept_at())
    except (OSError, Unreadable) as wrong:
        raise Unreadable("{path}: {why}", path=kept_at(), why=wrong) from None


def days_dir() -> Path:
    """Returns the folder for the records of days and the board of friends."""
    return data_dir() / "days"


def share(day: daily.Day, kept: KeptPuzzles) -> list[str]:
    """Returns the lines to share about a day: the result, and once the deal is over the line friends can check."""
    line = None
    with suppress(OSError, Unreadable, Fault):  # Without its record, there is nothing to check.
        line = daily.line_of(day, days_dir() / day.file)
    lines = [] if line is None else [str(line)]
    if day.club:
        return lines
    told_of = words().text(daily.share(day, kept, daily.puzzle_of(day), days_in_a_row(kept)))
    judged = _squares(day) if line is not None else ""
    return [f"{told_of} {judged}".rstrip(), *lines]


def _squares(day: daily.Day) -> str:
    """Returns a square for each judged decision of a finished deal; empty if no complete review is saved."""
    from cardtable.coach.kept import KeptReviews, path_of

    record = days_dir() / day.file
    if not path_of(record).exists():
        return ""
    with suppress(OSError, Unreadable, Fault):
        replay = Replay(read_record(record))
        review = KeptReviews(replay).review(1, min(replay.people))
        return squares(levels_of(review)) if review.is_whole else ""
    return ""


def has_played(day: daily.Day) -> bool:
    """Returns whether the player has finished the deal of this day, so that friends' results may be shown."""
    if not day.club and "score" in _kept().days.get(day.name, {}):
        return True
    with suppress(OSError, Unreadable, Fault):
        return daily.line_of(day, days_dir() / day.file) is not None
    return False


def add_friend(text: str) -> DayLine:
    """Replays a friend's line to check it, and adds it to the board. Raises Fault and OSError, having saved nothing."""
    line = parse(text)
    daily.played_by(line, today(), words().language).close()
    board.add(days_dir() / board.FILE, line)
    return line


def board_of(day: daily.Day) -> list[tuple[DayLine, Text]]:
    """Returns friends' results for a day, best first; before the player's own deal, only who has played.

    Raises BadBoard, Unreadable and OSError.
    """
    if not has_played(day):
        return [(line, say("{name} has played", name=line.name)) for line in _lines_of(day)]
    return [(line, text) for _, line, text in _scores(day)]


def _lines_of(day: daily.Day) -> list[DayLine]:
    return board.of_day(board.load(days_dir() / board.FILE), day.date, day.club)


def _scores(day: daily.Day) -> list[tuple[float | None, DayLine, Text]]:
    """Returns friends' scores in words, best first; lines that cannot be played come last, with the reason."""
    found: list[tuple[float | None, DayLine, Text]] = []
    for line in _lines_of(day):
        try:
            table = daily.played_by(line, today(), words().language)
        except Fault as wrong:
            found.append((None, line, wrong.text))
        else:
            score = table.scores()[table.seat]
            table.close()
            found.append((score, line, say("{name}: {score}", name=line.name, score=daily.score_text(score))))
    return sorted(found, key=lambda row: -1 if row[0] is None else row[0], reverse=True)


def board_at(table: Table) -> list[tuple[DayLine, Text]]:
    """Returns the board of a table's day. Raises BadBoard, Unreadable and OSError."""
    assert isinstance(table, daily.DayTable)
    return board_of(table.day)


def replay_of(line: DayLine) -> Path:
    """Returns the record of a friend's deal, rebuilt from their line. Raises Fault and OSError."""
    folder = days_dir() / "friends"
    make_folder(folder)
    name = "".join(sign if sign.isalnum() else "-" for sign in line.name)
    path = folder / f"{line.day.isoformat()}-{name}.jsonl"
    path.unlink(missing_ok=True)
    daily.played_by(line, today(), words().language, path).close()
    return path


def open_day(wanted: date | None = None, club: str = "") -> Table:
    """Opens a day: its puzzle, and once that is counted the deal; for a club, only the deal.

    Raises NoSuchDay, OSError and Unreadable.
    """
    now = today()
    day = daily.day_of(wanted or now, now, club)
    puzzle = None if club else daily.puzzle_of(day)
    troubles: list[Text] = []
    if puzzle is not None and puzzle.id not in kept().done:
        try:
            table = _table(puzzle)
        except BadPuzzle as wrong:
            troubles.append(wrong.text)
        else:
            table.of_day = True
            return table
    deal = daily.open_day(day, user(), words().language, kept_at(), days_dir())
    deal.troubles = troubles
    return deal


def figures(kept: KeptPuzzles) -> dict[str, Any]:
    """Returns the results, ready for JSON."""
    by_family: dict[str, dict[str, int]] = {}
    for name, solved in kept.done.items():
        row = by_family.setdefault(group_called(name.rpartition("-")[0]), {"tried": 0, "solved": 0})
        row["tried"] += 1
        row["solved"] += solved
    played = sum("score" in row for row in kept.days.values())
    return {
        "rating": round(kept.rating.rating),
        "deviation": round(kept.rating.deviation),
        "tried": len(kept.done),
        "solved": sum(kept.done.values()),
        "by_family": by_family,
        "days": {"played": played, "in_a_row": days_in_a_row(kept), "best": daily.best_streak(kept)},
    }


def figures_told() -> list[Text]:
    """Returns the results as lines; none before the first try. An unreadable file gets a line of its own."""
    try:
        kept = load(kept_at())
    except (OSError, Unreadable) as error:
        return [say("{path}: {why}", path=str(kept_at()), why=told(error))]
    found, lines = figures(kept), _remembered()
    if found["tried"]:
        lines.append(
            say(
                "Puzzles: rating {rating} ± {deviation}, {solved} of {count} solved at the first try",
                rating=found["rating"],
                deviation=found["deviation"],
                solved=found["solved"],
                count=found["tried"],
            )
        )
        lines += [
            say(
                "  {family}: {solved} of {count}",
                family=Text(title_of(name)),
                solved=row["solved"],
                count=row["tried"],
            )
            for name, row in found["by_family"].items()
        ]
    if found["days"]["played"]:
        days = found["days"]
        lines.append(
            say(
                "Days played: {count}; in a row {now} now, {best} at best",
                count=days["played"],
                now=days["in_a_row"],
                best=days["best"],
            )
        )
    return lines


def _remembered() -> list[Text]:
    """Returns the memory trainer's results; none before it has asked anything."""
    from cardtable.player import trainer

    path = data_dir() / trainer.FILE
    try:
        answers = trainer.load(path)
    except (OSError, Unreadable) as error:
        return [say("{path}: {why}", path=str(path), why=told(error))]
    if not answers.questions:
        return []
    told_of = say("Trumps remembered: {right} of {cards}", right=answers.right, cards=answers.cards)
    return [say_count("{line}, {count} question", "{line}, {count} questions", answers.questions, line=told_of)]


def title_of(group: str) -> str:
    """Returns the title of a group; the name itself if there is no such group."""
    return family(group).title if group in GROUPS else group


def day_told(table: Table, is_enough: Callable[[], bool]) -> DayTold:
    """Returns how the deal of a day compares with the strongest bot's result, and the lines for friends.

    Raises OSError and Unreadable.
    """
    assert isinstance(table, daily.DayTable)
    day, path = table.day, kept_at()
    row = {} if day.club else load(path).days.get(day.name, {})
    if "par" not in row:
        found = daily.par(day, is_enough)
        if found is not None:
            if not day.club:
                daily.keep_par(path, day, found)
            row = {**row, "par": found}
    notes = []
    if table.counted is None and not day.club:
        notes.append(say("This day was counted before; the first result stays."))
    elif row.get("in_turn") is False:
        notes.append(say("A later day was counted before: this one does not count among the days in a row."))
    kept, par = load(path), row.get("par")
    puzzle = None if day.club else daily.puzzle_of(day)
    friends: list[tuple[str, float]] = []
    with suppress(OSError, Unreadable, board.BadBoard):  # The board itself reports what is wrong with it.
        friends = [(line.name, score) for score, line, _ in _scores(day) if score is not None]
    return DayTold(
        day,
        days_in_a_row(kept),
        puzzle,
        None if puzzle is None else kept.done.get(puzzle.id),
        round(kept.rating.rating),
        table.scores()[table.seat],
        float(par) if isinstance(par, int | float) else None,
        tuple(friends),
        tuple(notes),
        tuple(share(day, kept)),
        tuple([_played(kept, day.date - timedelta(days=back)) for back in range(6, -1, -1)]),
    )


def _played(kept: KeptPuzzles, when: date) -> PlayedDay:
    if when < daily.FIRST:
        return PlayedDay(when, None, None)
    puzzle = daily.puzzle_of(daily.day_of(when, when))
    score = kept.days.get(when.isoformat(), {}).get("score")
    solved = None if puzzle is None else kept.done.get(puzzle.id)
    return PlayedDay(when, solved, float(score) if isinstance(score, int | float) else None)


def day_lines(told_of: DayTold) -> list[str]:
    """Returns the same as lines."""
    compared = told_of.compared
    lines = [*([] if compared is None else [compared]), *told_of.notes, say("To share:")]
    return [*map(words().text, lines), *told_of.lines]
