"""The day among friends: a line that friends' programs check, the board, local dates, a club's own deal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardtable.cli import cli
from cardtable.desk import puzzles as desk
from cardtable.engine.text import plain
from cardtable.match.match import Match
from cardtable.match.record import read_record
from cardtable.puzzles import board, daily
from cardtable.puzzles.daily import FIRST, HASHED, Day, DayTable, day_of, open_day, played_by, streak
from cardtable.puzzles.dayline import SIGNS, DayLine, Mistyped, Otherwise, code_of, parse, play_again
from cardtable.puzzles.kept import KeptPuzzles

LATE = date(2027, 6, 1)
"""A day after all those played here."""
DAYS = [*(FIRST + timedelta(days=nth) for nth in range(7)), *(HASHED + timedelta(days=nth) for nth in range(12))]
"""Every game of both rotations once."""
LONGEST = 24
"""The most characters of a code."""


def played(day: Day, style: str = "steady", name: str = "Anna", folder: Path | None = None) -> DayTable:
    """The table of a day that a player of this name has played in this way."""
    record = None if folder is None else folder / day.file
    table = DayTable.begin(*daily._terms(day, name, "en"), record, durable=False)
    assert isinstance(table, DayTable)
    table.day = day
    lot = Random(day.seed)
    while table.to_act:
        seat = table.to_act[0]
        if seat:
            table.submit(seat, table.bot_decision(seat).move)
        else:
            table.submit(0, table.hint(0, style).move if style != "chance" else lot.choice(sorted(table.legal(0))))
    return table


def line_of(table: DayTable, name: str = "Anna") -> DayLine:
    """The line of a deal that was played."""
    match = Match(table.rules, table.header.seed)
    _, dealer, deck = match.next_cards()
    match.deal(deck, dealer)
    code = code_of(table.day.name, name, table.rules, match, 0, table._match.made)
    return DayLine(table.day.date, name, code, table.day.club)


@pytest.mark.parametrize("day", DAYS, ids=str)
@pytest.mark.parametrize("style", ["steady", "chance"])
@pytest.mark.every(4)
def test_a_line_brings_a_friend_the_same_score(day: date, style: str) -> None:
    table = played(day_of(day, LATE), style)
    line = parse(f"How did you do?\n{line_of(table)}\n")
    assert line == line_of(table)
    assert len(line.code) <= LONGEST
    again = played_by(line, LATE, "ru")
    assert again.scores() == table.scores()
    assert again._match.made == table._match.made


@contextmanager
def refused(*kinds: type[Exception]) -> Iterator[None]:
    """Asserts that a call is refused in one of these ways and no other."""
    with pytest.raises(kinds):
        yield


def test_slips_and_forgeries_are_refused() -> None:
    lot = Random(7)
    tables = [played(day_of(day, LATE)) for day in DAYS[:6]]
    lines = [line_of(table) for table in tables]
    for _ in range(300):
        nth = lot.randrange(len(lines))
        line, table = lines[nth], tables[nth]
        signs = list(line.code.replace("-", ""))
        at = lot.randrange(len(signs) - 1)
        kind = lot.choice(("slip", "swap", "drop", "forged", "day", "name"))
        wrong = line
        if kind == "slip":
            signs[at] = lot.choice([sign for sign in SIGNS if sign != signs[at]])
        elif kind == "swap":
            if signs[at] == signs[at + 1]:
                continue
            signs[at], signs[at + 1] = signs[at + 1], signs[at]
        elif kind == "drop":
            del signs[at]
        elif kind == "forged":
            signs = [lot.choice(SIGNS) for _ in signs]
        elif kind == "day":
            wrong = line._replace(day=lines[nth - 1].day)
        else:
            wrong = line._replace(name="Boris")
        with refused(Mistyped, Otherwise):
            if wrong == line:
                wrong = parse(f"cardtable {table.day.name} Anna {''.join(signs)}")
            played_by(wrong, LATE, "en")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cardtable",
        "cardtable 2026-11-29 Anna",
        "cardtable 2026-13-29 Anna 0000",
        "x" * 5000,
        "cardtable 2026-11-29 Anna 3ak4-uuuu",
    ],
)
def test_what_is_no_line_at_all_is_refused_at_once(text: str) -> None:
    with refused(Mistyped):
        parse(text)


def test_other_bots_play_otherwise_and_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = 0
    for day in DAYS[:5]:
        line = line_of(played(day_of(day, LATE)))
        with monkeypatch.context() as other:
            other.setattr(daily, "usual", lambda family: "lowest")
            try:
                played_by(line, LATE, "en")
            except Otherwise:
                found += 1
    assert found == 5


def test_a_line_that_ends_too_early_or_too_late_is_refused() -> None:
    table = played(day_of(FIRST, LATE))
    line = line_of(table)
    fresh = DayTable.begin(*daily._terms(table.day, "Anna", "en"))
    for code in ("1" + line.code[-5:], "zzzz-zzzz-zzzz-zzzz-" + line.code[-5:]):
        with refused(Otherwise):
            play_again(
                DayTable.begin(*daily._terms(table.day, "Anna", "en")), table.day.name, line._replace(code=code), 0
            )
    assert fresh.to_act


# The board


@pytest.fixture
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's home on a late day."""
    monkeypatch.setattr(desk, "today", lambda: LATE)
    return own_home / "data"


def test_before_the_own_deal_one_learns_only_that_a_friend_has_played(home: Path) -> None:
    day = day_of(HASHED, LATE)
    line = line_of(played(day, name="Boris"), "Boris")
    told = CliRunner().invoke(cli, ["daily", "--friend", str(line)])
    assert told.exit_code == 0, told.output
    assert "Boris has played" in told.output
    folder = home / "days"
    folder.mkdir(exist_ok=True)
    played(day, name="Anna", folder=folder).close()
    daily.keep(desk.kept_at(), day, {"score": 1.0})
    ((found, text),) = desk.board_of(day)
    assert found == line
    assert plain(text).startswith("Boris: ")
    path = desk.replay_of(line)
    assert read_record(path).header.names[0] == "Boris"


def test_a_line_of_the_same_friend_takes_the_place_of_the_first_and_comments_stay(home: Path) -> None:
    day = day_of(FIRST, LATE)
    path = home / "days" / board.FILE
    path.parent.mkdir(parents=True)
    path.write_text("# ours\n\n", encoding="utf-8")
    first, second = (line_of(played(day, style, "Boris"), "Boris") for style in ("steady", "chance"))
    desk.add_friend(str(first))
    desk.add_friend(str(second))
    assert path.read_text("utf-8") == f"# ours\n\n{second}\n"


def test_a_line_that_is_refused_is_not_kept_and_a_wrong_board_is_named(home: Path) -> None:
    line = line_of(played(day_of(FIRST, LATE), name="Boris"), "Boris")
    told = CliRunner().invoke(cli, ["daily", "--friend", str(line)[:-1]])
    assert told.exit_code == 1
    assert "ask for the line again" in told.output
    assert not (home / "days" / board.FILE).exists()
    path = home / "days" / board.FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("what is this\n", encoding="utf-8")
    told = CliRunner().invoke(cli, ["daily", "--friend", str(line)])
    assert told.exit_code == 1
    assert "line 1" in told.output
    assert path.read_text("utf-8") == "what is this\n"


def test_after_the_deal_two_lines_are_shared(home: Path) -> None:
    day = day_of(HASHED, LATE)
    folder = home / "days"
    folder.mkdir(parents=True)
    played(day, folder=folder).close()
    daily.keep(desk.kept_at(), day, {"score": 1.0, "par": 0.0})
    first, second = CliRunner().invoke(cli, ["daily", day.name, "--share"]).output.splitlines()
    assert "a win" in first
    assert parse(second) == line_of(played(day))


# Seeds, dates and clubs


def test_seeds_of_days_that_have_been_stay_and_later_ones_follow_from_the_date() -> None:
    assert [day_of(FIRST + timedelta(days=nth), LATE).seed for nth in range(3)] == [1, 2, 3]
    assert day_of(date(2026, 12, 31), LATE).seed == 61
    later = [day_of(HASHED + timedelta(days=nth), LATE).seed for nth in range(60)]
    assert len(set(later)) == 60
    assert min(later) > 1000, "nobody comes to one by counting"
    assert max(later) < 1 << 48


def test_from_its_date_on_a_day_is_played_from_memory() -> None:
    assert daily._terms(day_of(date(2026, 12, 31), LATE), "Anna", "en")[1].memory == "all"
    assert daily._terms(day_of(HASHED, LATE), "Anna", "en")[1].memory == "after_bout"


@pytest.mark.parametrize(
    ("last", "today", "earliest", "expected"),
    [
        (10, 10, 10, 3),
        (10, 11, 10, 3),
        (10, 12, 11, 3),  # A flight across the date line: the 11th is not over everywhere.
        (10, 12, 12, 0),
        (10, 13, 12, 0),
    ],
)
def test_what_is_still_yesterday_somewhere_is_not_missed(last: int, today: int, earliest: int, expected: int) -> None:
    days = {f"2026-12-{nth:02}": {"score": 1.0, "in_turn": True} for nth in range(last - 2, last + 1)}
    kept = KeptPuzzles(days=days)
    assert streak(kept, date(2026, 12, today), date(2026, 12, earliest)) == expected


def test_a_club_has_a_deal_of_its_own_that_no_streak_counts(home: Path) -> None:
    day = day_of(HASHED, LATE, "7k2m-93")
    assert day.seed != day_of(HASHED, LATE).seed
    assert day.seed == day_of(HASHED, LATE, "7k2m-93").seed
    folder = home / "days"
    table = open_day(day, "Anna", "en", desk.kept_at(), folder)
    while table.to_act:
        seat = table.to_act[0]
        table.submit(seat, table.bot_decision(seat).move if seat else table.hint(0, "steady").move)
    table.close()
    assert desk.kept().days == {}
    (line,) = desk.share(day, desk.kept())
    assert parse(line).club == "7k2m-93"
    again = open_day(day, "Anna", "en", desk.kept_at(), folder)
    assert again.path is None, "a second time is practice"
    assert desk.has_played(day)
    assert not desk.has_played(day_of(HASHED, LATE))


def test_a_number_is_drawn_and_a_wrong_one_refused(home: Path) -> None:
    runner = CliRunner()
    drawn = {runner.invoke(cli, ["daily", "--club", "new"]).output for _ in range(3)}
    assert len(drawn) == 3
    told = runner.invoke(cli, ["daily", "--club", "a b", "--share"])
    assert told.exit_code == 2
