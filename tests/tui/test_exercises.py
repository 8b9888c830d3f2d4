"""Mistakes as exercises: from a review to the menu, answered, and repeated after days until solved twice."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Generator
from datetime import date, timedelta
from pathlib import Path
from threading import Event

import pytest

from cardtable.bots.search.thoughts import AnyThoughts
from cardtable.coach import mistakes as coach
from cardtable.coach.kept import KeptReviews
from cardtable.coach.mistakes import DAYS, FILE, Mistake, Tried, load, note, waiting
from cardtable.coach.verdicts import Verdict, Word
from cardtable.desk.mistakes import first_due, mistakes, rest
from cardtable.desk.screen import home, settings_for
from cardtable.engine.text import plain, say
from cardtable.files import Unreadable
from cardtable.match.match import Decided
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.table.exercise_screen import ExerciseScreen
from cardtable.words import Words
from tests.test_replay import play
from tests.tui.helpers import grid

TODAY = date(2026, 11, 22)


@pytest.fixture
def folder(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Anna's files, in which the first decision with a choice in a reviewed deal was dear."""
    (own_home / "config").mkdir(parents=True)
    (own_home / "config" / "settings.toml").write_text('name = "Anna"\n', encoding="utf-8")
    records = own_home / "data" / "records"
    records.mkdir(parents=True)
    path = records / "2020-11-14-120000-throw_in.jsonl"
    play(path, seats=2, deals=1).close()

    def judge(
        thoughts: AnyThoughts, decided: Decided, *, trusted: bool = True
    ) -> Generator[None, None, Verdict | None]:
        seen, made, _ = decided
        yield
        legal = thoughts.rules.legal(seen.state, seen.seat)
        if len(legal) < 2 or seen.state.to_act[0] != seen.seat:
            return None
        better = next(move for move in legal if move != made)
        return Verdict(seen.seat, made, "mistake", 0.4, 0.52, 0.06, 0.18, better, tried=9)

    monkeypatch.setattr("cardtable.coach.review.judge", judge)
    kept = KeptReviews(Replay(read_record(path)))
    review = kept.review(1, 0)
    next(found for found in review.go_on() if found is not None)
    kept.keep(review)
    return records


@pytest.mark.parametrize("tries", range(6))
def test_a_position_comes_back_after_these_days_until_it_was_solved_twice(tries: int) -> None:
    days = (*DAYS, 21, 21)[tries]
    assert Tried(tries, 1, TODAY).due == TODAY + timedelta(days=days)
    assert Tried(tries, 2, TODAY).due is None


def test_a_position_that_was_tried_on_the_last_day_of_all_comes_back_on_it() -> None:
    assert Tried(2, 0, date.max).due == date.max


def test_what_is_kept_says_when_it_comes_back(folder: Path) -> None:
    file = folder.parent / FILE
    ((due, mistake),) = waiting(folder, "Anna", load(file))
    assert due == date(2020, 11, 15)
    note(file, mistake, solved=True, today=TODAY)
    assert waiting(folder, "Anna", load(file)) == [(TODAY + timedelta(days=3), mistake)]
    note(file, mistake, solved=False, today=TODAY)
    assert waiting(folder, "Anna", load(file)) == [(TODAY + timedelta(days=7), mistake)]
    note(file, mistake, solved=True, today=TODAY)
    assert waiting(folder, "Anna", load(file)) == []
    assert waiting(folder, "Vera", {}) == [], "a bot learns nothing"


def test_a_deal_that_no_match_has_waits_for_nobody(folder: Path) -> None:
    (kept,) = folder.glob("*.review.json")
    said = kept.read_text(encoding="utf-8")
    assert '"deal": 1,' in said
    for deal in ("9" * 5_000, "9" * 25, "-1", '"1"', "null"):
        kept.write_text(said.replace('"deal": 1,', f'"deal": {deal},'), encoding="utf-8")
        assert waiting(folder, "Anna", {}) == []


@pytest.mark.parametrize("text", ["[]", "{", '{"x": {"tries": 1}}', '{"x": {"tries": 1, "solved": 0, "day": "soon"}}'])
def test_a_damaged_file_is_told_and_stays_as_it_is(folder: Path, text: str) -> None:
    file = folder.parent / FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable):
        note(file, Mistake(folder / "a.jsonl", 1, 0, 1), solved=True, today=TODAY)
    assert file.read_text(encoding="utf-8") == text


def test_the_menu_offers_none_before_anything_was_reviewed(own_home: Path) -> None:
    assert mistakes() is None
    assert plain(rest()) == "No mistake of yours waits to be solved; reviews find them."


def take_exercise(app: CardtableApp) -> None:
    """Chooses the line of the menu."""
    menu = app.screen
    assert isinstance(menu, HomeScreen)
    menu._point(next(spot for spot, entry in menu.entries.items() if entry.kind == "mistakes"))
    menu.action_take()


@pytest.mark.parametrize("right", [True, False])
async def test_an_exercise_is_answered_and_kept(folder: Path, right: bool) -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        take_exercise(app)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        assert "Exercise · Throw-in Fool" in grid(app)
        assert "Find a better one." in grid(app)
        verdict = screen.table.one.verdict
        before = screen.table.observe(0).state.places
        answer = verdict.better if right else verdict.move
        assert answer is not None
        screen.flow.make(0, answer)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        told = grid(app)
        assert ("Right." if right else "Not this one.") in told
        assert "In the deal you did this: " in told
        assert screen.table.observe(0).state.places == before, "nothing is played"
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen), "none is due any more today"
        (note,) = app._notifications
        assert note.message.startswith("Nothing is due today; a position comes back on ")
    (row,) = load(folder.parent / FILE).values()
    assert (row.tries, row.solved) == (1, int(right))
    assert first_due() is None


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("fine", "Right: here this is as good as "),
        (None, "Of this one nothing can be said for certain."),
    ],
)
async def test_another_move_is_judged_as_in_a_review_and_without_a_judgement_is_no_try(
    folder: Path, monkeypatch: pytest.MonkeyPatch, word: Word | None, told: str
) -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))

    def judged(thoughts: AnyThoughts, decided: Decided, *, trusted: bool) -> Generator[None, None, Verdict | None]:
        yield
        return None if word is None else Verdict(0, decided.move, word, 0.5, 0.5, 0.0, 0.0)

    monkeypatch.setattr("cardtable.tui.table.exercise_screen.judge", judged)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        take_exercise(app)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        verdict = screen.table.one.verdict
        other = next(move for move in screen.table.legal(0) if move not in (verdict.move, verdict.better))
        screen.flow.make(0, other)
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert told in grid(app)
    assert len(load(folder.parent / FILE)) == (word is not None)


@pytest.mark.parametrize("right", [True, False])
async def test_the_reason_stands_with_the_move_of_the_deal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, right: bool
) -> None:
    """Once the exercise is answered, it says why the other move was better."""
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    monkeypatch.setattr("cardtable.coach.told.why_better", lambda *_: say("it is the cheapest"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        take_exercise(app)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        verdict = screen.table.one.verdict
        answer = verdict.better if right else verdict.move
        assert answer is not None
        screen.flow.make(0, answer)
        await app.workers.wait_for_complete()
        await pilot.pause()
        told = grid(app)
        assert told.index("In the deal you did this: ") < told.index("it is the cheapest")


async def test_nothing_is_told_or_kept_of_an_answer_whose_player_has_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    began, ended = Event(), Event()

    def endless(*_: object, **__: object) -> Generator[None, None, Verdict | None]:
        began.set()
        try:
            while True:
                yield
        finally:
            ended.set()

    monkeypatch.setattr("cardtable.tui.table.exercise_screen.judge", endless)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        take_exercise(app)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ExerciseScreen)
        verdict = screen.table.one.verdict
        other = next(move for move in screen.table.legal(0) if move not in (verdict.move, verdict.better))
        screen.flow.make(0, other)
        await to_thread(began.wait)
        app.leave_table()
        await to_thread(ended.wait)
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
    assert load(folder.parent / FILE) == {}


def test_an_exercise_that_cannot_be_set_up_is_passed_over(folder: Path) -> None:
    path = folder / "2020-11-14-120000-throw_in.jsonl"
    replay = Replay(read_record(path))
    assert coach.judged(replay, Mistake(path, 9, 0, 1)) is None
    assert coach.judged(replay, Mistake(path, 1, 0, 99)) is None


def test_a_deal_that_the_record_no_longer_tells_to_its_end_is_passed_over(folder: Path) -> None:
    path = folder / "2020-11-14-120000-throw_in.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:8]))
    ((_, mistake),) = waiting(folder, "Anna", {})
    assert coach.judged(Replay(read_record(path)), mistake) is None
