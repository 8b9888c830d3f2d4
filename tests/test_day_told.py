"""A day in words: notes, squares for decisions, friends, the week."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from cardtable.coach.kept import KeptReviews, path_of
from cardtable.desk import puzzles as desk
from cardtable.engine.text import plain
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.puzzles import board, daily
from cardtable.puzzles.daily import FIRST, HASHED, day_of
from cardtable.puzzles.day_told import SQUARES, levels_of, squares
from cardtable.puzzles.kept import load
from tests.test_days import line_of, played

TODAY = date(2027, 2, 1)


@pytest.fixture
def day(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> daily.Day:
    """A day whose deal was played and compared with a bot that lost it."""
    monkeypatch.setattr(desk, "today", lambda: TODAY)
    monkeypatch.setattr("cardtable.coach.chances.ITERATIONS", 20)
    monkeypatch.setattr("cardtable.coach.chances.CLOSER", 20)
    day = day_of(HASHED, TODAY)
    table = daily.open_day(day, "Anna", "en", desk.kept_at(), desk.days_dir())
    while table.to_act:
        seat = table.to_act[0]
        table.submit(seat, table.bot_move(seat) if seat else table.hint(0, "steady").move)
    table.close()
    daily.keep_par(desk.kept_at(), day, 0.0)
    return day


def table_of(day: daily.Day) -> daily.DayTable:
    """The same deal again, for practice."""
    return daily.open_day(day, "Anna", "en", desk.kept_at(), desk.days_dir())


def test_a_day_is_told_with_its_friends_and_its_week(day: daily.Day) -> None:
    friend = line_of(played(day, name="Boris"), "Boris")
    desk.add_friend(str(friend))
    damaged = friend._replace(name="Vera")
    with (desk.days_dir() / board.FILE).open("a", encoding="utf-8") as file:
        file.write(f"{damaged}\n")
    table = table_of(day)
    table.close()
    told = desk.day_told(table, lambda: True)
    assert (told.par, told.in_a_row, told.solved) == (0.0, 0, None), "the day is long over"
    assert [name for name, _ in told.friends] == ["Boris"], "a line that cannot be played has no score"
    assert [plain(note) for note in told.notes] == ["This day was counted before; the first result stays."]
    assert [row.date for row in told.week][-1] == day.date
    assert [row.score is not None for row in told.week] == [False] * 6 + [True]
    assert desk.day_lines(told)[-len(told.lines) :] == list(told.lines)


def test_the_first_days_have_a_week_without_days_before_them(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "today", lambda: FIRST)
    table = table_of(day_of(FIRST, FIRST))
    while table.to_act:
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    table.close()
    told = desk.day_told(table, lambda: True)
    assert told.par is None
    assert told.compared is None
    assert [row.solved for row in told.week] == [None] * 7


def test_squares_stand_in_the_line_once_a_whole_review_is_kept(day: daily.Day) -> None:
    """They reveal no card; an interrupted or unreadable review gives none."""
    record = desk.days_dir() / day.file
    before = desk.share(day, load(desk.kept_at()))
    assert not any(square in before[0] for square in SQUARES.values())
    replay = Replay(read_record(record))
    kept = KeptReviews(replay)
    review = kept.review(1, 0)
    rest = review.go_on()
    while not review.found:
        next(rest)
    kept.keep(review)
    assert desk.share(day, load(desk.kept_at())) == before, "it is not whole"
    list(rest)
    kept.keep(review)
    after = desk.share(day, load(desk.kept_at()))
    assert after == [f"{before[0]} {squares(levels_of(review))}", *before[1:]]
    path_of(record).write_text(json.dumps({"reviews": 3}), encoding="utf-8")
    assert desk.share(day, load(desk.kept_at())) == before


def test_a_decision_is_green_yellow_or_red_by_what_it_cost(day: daily.Day) -> None:
    review = KeptReviews(Replay(read_record(desk.days_dir() / day.file))).review(1, 0)
    list(review.go_on())
    one = review.found[0]
    dear = replace(one.verdict, better=one.verdict.move, word="inaccuracy")
    fine = replace(one.verdict, better=None, word="fine")
    worse = replace(dear, word="blunder")
    review.found[:] = [one._replace(verdict=verdict) for verdict in (fine, dear, worse)]
    assert levels_of(review) == ("good", "dear", "dearest")
    assert squares(levels_of(review)) == "🟩🟨🟥"
