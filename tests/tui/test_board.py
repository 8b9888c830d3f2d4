"""The board of friends on the screen of a finished day."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from cardtable.desk import puzzles as desk
from cardtable.desk.replays import archive
from cardtable.desk.screen import puzzles
from cardtable.engine.text import say
from cardtable.language import LANGUAGES
from cardtable.puzzles import board, chosen, daily
from cardtable.puzzles.daily import HASHED, DayTable, day_of, open_day
from cardtable.puzzles.day_told import SQUARES, DayTold, PlayedDay
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.day_picture import position_of
from cardtable.tui.boxes.day_result import DayResult
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.protocol import Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.tui.table.review_screen import ReviewScreen
from cardtable.words import Words
from tests.test_days import line_of, played
from tests.tui.helpers import grid

LATE = date(2027, 2, 1)


@pytest.fixture
def app(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> CardtableApp:
    """The app at a day that has just been played."""
    monkeypatch.setattr(desk, "today", lambda: LATE)
    day = day_of(HASHED, LATE)
    table = open_day(day, "Anna", "en", desk.kept_at(), desk.days_dir())
    while table.to_act:
        seat = table.to_act[0]
        table.submit(seat, table.bot_decision(seat).move if seat else table.hint(0, "steady").move)
    daily.keep_par(desk.kept_at(), day, 0.0)
    return CardtableApp(table, Words("en"), Settings(archive=archive(), puzzles=puzzles))


async def compared(app: CardtableApp, pilot: Any) -> None:
    """Goes on to the comparison of the day."""
    await pilot.pause()
    await pilot.press("enter")
    await app.workers.wait_for_complete()
    await pilot.pause()
    assert isinstance(app.screen, DayResult)


@pytest.mark.slow
async def test_a_friends_line_is_pasted_looked_at_and_left_again(app: CardtableApp) -> None:
    line = line_of(played(day_of(HASHED, LATE), name="Boris"), "Boris")
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("b")
        await pilot.pause()
        assert "by honour" in grid(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, TypedLine)
        app.screen.field.value = str(line)[:-1]
        await pilot.press("enter")
        await pilot.pause()
        assert "ask for the line again" in grid(app)
        app.screen.field.value = str(line)
        await pilot.press("enter")
        await pilot.pause()
        assert board.load(desk.days_dir() / board.FILE) == [line]
        assert "Boris: " in grid(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert "Boris" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "by honour" in grid(app), "one comes back to the board"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DayResult)


@pytest.mark.parametrize("key", ["c", "с", "enter"])
async def test_both_lines_are_copied_with_a_square_a_decision_and_then_one_leaves(key: str, app: CardtableApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        assert isinstance(app.screen, DayResult)
        assert "⏎  copy the lines for friends" in grid(app)
        await pilot.press(key)
        await pilot.pause()
        first, second = app.clipboard.splitlines()
        assert "deal: " in first
        levels = app.screen.picture.levels
        assert levels is not None
        assert len(levels) == sum(map(first.count, SQUARES.values())) > 0
        assert second.startswith(f"cardtable {HASHED.isoformat()} Anna ")
        assert isinstance(app.table, DayTable)
        assert app.clipboard.splitlines() == desk.share(app.table.day, desk.kept()), "`daily --share` says the same"
        assert "⏎  leave" in grid(app)
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, DayResult)


async def test_of_a_deal_without_a_record_nothing_is_judged(app: CardtableApp) -> None:
    app.settings = app.settings._replace(archive=None)
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        assert "nothing to be judged" in grid(app)


async def test_the_review_leads_back_to_the_day_and_a_clubs_line_stays_as_it_is_checked(app: CardtableApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        await pilot.pause()
        box = next(screen for screen in app.screen_stack if isinstance(screen, DayResult))
        assert box.is_current
        first, line = box.lines
        assert any(square in first for square in SQUARES.values())
        box.told = box.told._replace(day=box.told.day._replace(club="42"), lines=(line,))
        assert box.lines == [line]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)], ids=str)
@pytest.mark.every(4)
async def test_a_day_is_told_whole_at_every_size(size: tuple[int, int], language: str) -> None:
    """Friends, notes, a hand of nine and many decisions: no plate over another, nothing outside its frame."""
    puzzle = max(chosen(None, None)[0], key=lambda one: len(position_of(one)[0]))
    day = day_of(HASHED, LATE)
    week = tuple([PlayedDay(day.date - timedelta(days=back), None, None) for back in range(6, 0, -1)])
    told = DayTold(
        day,
        *(12, puzzle, False, 1234, 0.5, 1.0),
        tuple((f"{name} the friend of everybody", 1.0) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")),
        (say("This day was counted before; the first result stays."),),
        (f"cardtable {day.name} · Sham · puzzle missed · deal: 50 % (the strongest bot: a win)", "cardtable x Ann abc"),
        (*week, PlayedDay(day.date, True, 1.0)),
    )
    words = Words(language)
    app = CardtableApp(None, words, Settings(), first=DayResult(words, told, "Sham", (), None, lambda: None))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DayResult)
        app.screen.picture.judged(("good", "dear", "dearest") * 10, (29, "lead with everything that there is"))
        await pilot.pause()
        shown = grid(app)
        assert shown.count("▪") == 10
        assert (size[0] == 80) or "■▪□" * 10 in shown.replace(" ", "")
        for said in ("✗", words.say("best bot"), "cardtable x Ann abc"):
            assert said in shown, said
        assert (size[1] == 24) or ("1234" in shown and "Ann" in shown and words.say("Fri") in shown)


async def test_a_board_that_is_damaged_is_named(app: CardtableApp) -> None:
    (desk.days_dir() / board.FILE).write_text("what is this\n", encoding="utf-8")
    async with app.run_test(size=(100, 30)) as pilot:
        await compared(app, pilot)
        await pilot.press("b")
        await pilot.pause()
        assert "line 1" in grid(app)
