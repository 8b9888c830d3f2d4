"""Puzzles and the deal of the day on the screen: real keys, the answer to a wrong move, and what comes after."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import pytest
from textual.widgets._toast import Toast
from textual.worker import WorkerFailed

from cardtable.desk.lessons import next_of, open_lesson
from cardtable.desk.puzzles import kept_at, open_day, open_next
from cardtable.desk.screen import home, settings_for
from cardtable.desk.tables import open_table, seat_plans
from cardtable.engine.moves import Move
from cardtable.engine.text import plain, say
from cardtable.paths import data_dir
from cardtable.puzzles import Puzzle, daily, families, load
from cardtable.puzzles.daily import FIRST, DayTable
from cardtable.puzzles.day_told import DayTold
from cardtable.puzzles.kept import load as load_kept
from cardtable.puzzles.table import PuzzleTable
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.day_result import DayResult
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.draw.cells import wrap
from cardtable.tui.draw.painter import SMALL
from cardtable.tui.ends.ending import DealResult
from cardtable.tui.felt.chairs import FAN_ROWS
from cardtable.tui.felt.hand import Hand
from cardtable.tui.felt.table_keys import keys_at
from cardtable.tui.menus.commands import Commands
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.protocol import Settings
from cardtable.tui.table.day_screen import DayScreen
from cardtable.tui.table.puzzle_screen import ROWS, PuzzlePicture, PuzzleScreen
from cardtable.words import Words
from tests.tui.helpers import grid

SOME = [puzzle for family in families() for puzzle in Random(family).sample(load(family)[0], 3)]
some_puzzles = pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)


@pytest.fixture(autouse=True)
def _own_files(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.desk.puzzles.today", lambda: date(2026, 11, 22))


def puzzle_screen(app: CardtableApp) -> PuzzleScreen:
    """The puzzle's screen, which must be on top."""
    assert isinstance(app.screen, PuzzleScreen)
    return app.screen


def day_screen(app: CardtableApp) -> DayScreen:
    """The screen of the day's deal, which must be on top."""
    assert isinstance(app.screen, DayScreen)
    return app.screen


async def test_there_is_no_box_of_a_log_before_anything_has_happened() -> None:
    app = CardtableApp(PuzzleTable(load("durak")[0][0], "Anna"), Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert " Log " not in grid(app)
    app = CardtableApp(open_table("throw_in", seat_plans((), "throw_in", players=2), (), None), Words("en"), Settings())
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        assert " Log " in grid(app)


@pytest.mark.parametrize("family", ["kozel", "king"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (200, 50)])
async def test_the_hands_round_a_trick_lie_open_as_cards_at_every_size(family: str, size: tuple[int, int]) -> None:
    """From 100 columns on, their cards used to be named only."""
    app = CardtableApp(PuzzleTable(load(family)[0][0], "Anna"), Words("en"), Settings(delay=0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        board = puzzle_screen(app).picture.board
        seats, middle, _ = board.laid_out(*board.size)
        assert {place.height for place in seats.places} == {FAN_ROWS + 2}
        lies = {spot.size for spot in middle.spots if not spot.stays}
        assert SMALL not in lies or (family, size[0]) == ("kozel", 100)


async def until_asked(pilot: object, app: CardtableApp) -> None:
    """Waits until the player is asked, or a box is open."""
    for _ in range(400):
        await pilot.pause()  # type: ignore[attr-defined]
        screen = app.screen
        if not isinstance(screen, PuzzleScreen) or screen.picture.view.is_turn:
            return
    pytest.fail("nobody is asked")


@pytest.mark.parametrize("language", ["en", "ru"])
@some_puzzles
@pytest.mark.every(10)
async def test_what_is_promised_is_whole_in_the_smallest_terminal_with_every_hand_open(
    puzzle: Puzzle, language: str
) -> None:
    table = PuzzleTable(puzzle, ("Christopher Columbus", "Константин Великий Я")[language == "ru"], language)
    app = CardtableApp(table, Words(language), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        picture = puzzle_screen(app).picture
        assert isinstance(picture, PuzzlePicture)
        told = picture.caption().told
        assert len(wrap(told, 78)) <= ROWS
        shown = " ".join(grid(app).split())
        assert all(" ".join(line.split()) in shown for line in wrap(told, 78))
        assert "…" not in grid(app).splitlines()[0], "the heading is cut"
        best = table.rules.parse_move(puzzle.best)
        for move in table.legal(table.seat):
            if move != best:
                puzzle_screen(app).flow.make(table.seat, move)
                await pilot.pause()
                assert picture.answered is not None
                assert len(wrap(picture.caption().told, 78)) <= ROWS


@some_puzzles
@pytest.mark.every(8)
async def test_a_puzzle_is_solved_by_the_moves_that_keep_everything_and_the_next_one_follows(puzzle: Puzzle) -> None:
    settings = settings_for(Words("en"))
    table = open_next(puzzle.family)
    assert isinstance(table, PuzzleTable)
    first = table.puzzle
    app = CardtableApp(table, Words("en"), Settings(delay=0, puzzles=settings.puzzles))
    decided = False
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(40):
            await until_asked(pilot, app)
            if isinstance(app.screen, Choose):
                break
            claims = "one move alone" in Words("en").text(table.goal).lower()
            assert claims is (not decided), "that no other move is right is proven of the first one alone"
            puzzle_screen(app).flow.make(table.seat, table.bot_move(table.seat))
            decided = True
            await pilot.pause()
        assert isinstance(app.screen, Choose)
        assert "Solved!" in app.screen.heading
        assert Words("en").text(table.goal) == "Solved!", "nothing is to be found any more"
        assert "Your rating" in app.screen.heading
        assert load_kept(kept_at()).done == {first.id: True}
        await pilot.press("enter")
        await until_asked(pilot, app)
        assert puzzle_screen(app).table.puzzle.id != first.id
        assert puzzle_screen(app).table.puzzle.family == puzzle.family


async def test_a_wrong_move_is_said_at_once_and_the_hint_key_plays_the_solution_out() -> None:
    puzzle = next(puzzle for puzzle in load("durak")[0] if puzzle.best.startswith("attack"))
    table = PuzzleTable(puzzle, "Anna")
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        best = table.rules.parse_move(puzzle.best)
        wrong = next(move for move in table.legal(table.seat) if move != best)
        puzzle_screen(app).flow.make(table.seat, wrong)
        await pilot.pause()
        assert "The position is as it was" in grid(app)
        assert puzzle.id not in grid(app), "it is called by its number and its game"
        await pilot.press("i")
        for _ in range(400):
            await pilot.pause()
            if isinstance(app.screen, Choose):
                break
        assert isinstance(app.screen, Choose)
        assert "That was the solution" in app.screen.heading
        assert "-" not in app.screen.heading.rpartition("(")[2], "what is lost stands with a true minus sign"


@some_puzzles
@pytest.mark.every(4)
async def test_while_the_solution_is_played_out_keys_make_no_move_of_ones_own(puzzle: Puzzle) -> None:
    table = PuzzleTable(puzzle, "Anna")
    app = CardtableApp(table, Words("en"), Settings(delay=60))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        await pilot.press("i")
        await pilot.pause()
        assert table.showing
        assert "⏎" not in grid(app).splitlines()[-1]
        made: list[Move] = []
        table.submit = lambda seat, move: made.append(move)  # type: ignore[method-assign]
        # Enter may speed up the best move; no key makes another one.
        await pilot.press("1", "1", "d", "p", "t", "x", "end", "enter")
        assert made in ([], [table.rules.parse_move(puzzle.best)])


@pytest.mark.parametrize("mode", ["after", "before"])
async def test_the_tutor_gives_no_puzzle_away(mode: str) -> None:
    table = PuzzleTable(load("durak")[0][0], "Anna")
    app = CardtableApp(table, Words("en"), Settings(delay=0, tutor=mode))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        decides = puzzle_screen(app).flow.tutoring.decision
        assert all(decides(table.seat, move) is None for move in table.legal(table.seat))


async def test_the_menu_and_the_palette_lead_to_the_puzzles_and_to_the_day() -> None:
    words = Words("en")
    app = CardtableApp(None, words, settings_for(words), home(words))
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        spots = {entry.kind: spot for spot, entry in app.screen.entries.items()}
        assert {"puzzle", "day"} <= set(spots)
        titles = [command.title for command in Commands(app.screen).commands()]
        assert any(title.startswith("Puzzles") for title in titles)
        assert any(title.startswith("Today") for title in titles)
        app.screen._point(spots["day"])
        await pilot.press("enter")
        await until_asked(pilot, app)
        table = puzzle_screen(app).table
        assert table.of_day
        assert grid(app).lstrip().startswith("The puzzle of the day")


async def test_puzzles_that_were_passed_over_are_told_in_one_line() -> None:
    table = open_next("durak")
    assert isinstance(table, PuzzleTable)
    table.troubles = [say("durak.jsonl, line {line}: no puzzle", line=line) for line in (3, 4)]
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert [note.message for note in app._notifications] == ["durak.jsonl, line 3: no puzzle (and 1 more)"]


@pytest.mark.parametrize("kind", ["puzzle", "lesson", "match"])
async def test_only_of_a_table_that_is_kept_it_is_said_that_it_is_saved(kind: str) -> None:
    if kind == "puzzle":
        table = open_next("durak")
    elif kind == "lesson":
        table = open_lesson(next_of("durak"))
    else:
        table = open_table("throw_in", seat_plans(("Mila", "bot:steady"), "throw_in"), (), 1)
    app = CardtableApp(table, Words("en"), Settings(delay=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lines = [line for line, _ in app.menu_lines()]
        titles = [command.title for command in Commands(app.screen).commands()]
        kept = kind != "puzzle"
        for told in (lines, titles):
            assert ("Leave the table (it is saved)" in told) is kept
            assert ("Leave the table" in told) is not kept
            assert ("Quit (everything is saved)" in told) is kept


@pytest.mark.parametrize("family", ["king", "kozel"])
async def test_hands_that_are_hidden_stay_closed_until_the_right_move_or_the_solution(family: str) -> None:
    puzzle = next(puzzle for puzzle in load(family)[0] if "hidden" in puzzle.themes)
    app = CardtableApp(PuzzleTable(puzzle, "Anna"), Words("en"), Settings(delay=60))

    def open_cards() -> int:
        picture = puzzle_screen(app).picture
        assert picture.open_hands
        others = [chair for chair in picture.scene.chairs if chair.seat != puzzle.seat]
        return sum((chair.known | chair.open).bit_count() for chair in others)

    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        assert "You see your own cards only" in grid(app)
        table = puzzle_screen(app).table
        best = table.rules.parse_move(puzzle.best)
        wrong = next(move for move in table.legal(table.seat) if move != best)
        puzzle_screen(app).flow.make(table.seat, wrong)
        await pilot.pause()
        assert open_cards() == 0
        puzzle_screen(app).flow.make(table.seat, best)
        await pilot.pause()
        assert open_cards() > 0
        puzzle_screen(app).action_hint()
        await pilot.pause()
        assert open_cards() > 0


async def test_the_key_of_the_hint_is_called_the_solution_and_no_key_helps_otherwise() -> None:
    app = CardtableApp(PuzzleTable(load("durak")[0][0], "Anna"), Words("en"), Settings(delay=0))
    async with app.run_test(size=(140, 40)) as pilot:
        await until_asked(pilot, app)
        foot = grid(app).splitlines()[-1]
        assert "i solution" in foot
        assert not {"hint", "undo", "hands", "why"} & set(foot.split())
        keys = {key.id: key.help for key in keys_at(puzzle_screen(app).table)}
        assert "solution" in keys["hint"]
        assert not {"undo", "open", "why"} & set(keys)


@pytest.mark.parametrize("key", ["i", "u", "f9", "f2"])
@pytest.mark.every(2)
async def test_nobody_is_helped_in_the_deal_of_a_day_while_it_counts(key: str) -> None:
    words = Words("en")
    for nth in range(2):
        table = open_day()
        if isinstance(table, PuzzleTable):
            table.show_solution()
            table = open_day()
        assert isinstance(table, DayTable)
        app = CardtableApp(table, words, Settings(delay=0, tutor="before"))
        async with app.run_test(size=(100, 30)) as pilot:
            for _ in range(400):
                await pilot.pause()
                if day_screen(app).picture.view.is_turn:
                    break
            screen = day_screen(app)
            assert "The deal of the day · " in grid(app).splitlines()[0]
            before = screen.picture.view
            move = table.legal(table.seat)[0]
            if nth == 0:
                assert screen.flow.tutoring.decision(table.seat, move) is None
                assert key not in [row.shown.lower() for row in keys_at(table)]
            await pilot.press(key)
            await pilot.pause()
            assert ("The day's deal is compared with others'" in grid(app)) == (nth == 0)
            if nth == 0:
                assert screen.picture.view == before
        table = open_day()  # The screen has closed the other one.
        while not table.deal_over:
            seat = table.to_act[0]
            table.submit(seat, table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat))
        table.close()


async def test_the_deal_of_the_day_is_compared_and_the_second_time_says_that_it_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtable.bots.search.expert.SHALLOW", 60)
    words = Words("en")
    settings = settings_for(words)
    for nth in range(2):
        table = open_day()
        if isinstance(table, PuzzleTable):
            table.show_solution()
            table = open_day()
        app = CardtableApp(table, words, Settings(delay=0, puzzles=settings.puzzles))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, DayScreen)
            counted = [note.message for note in app._notifications]
            assert any("counted already" in line for line in counted) == bool(nth)
            hand = app.screen.query_one(Hand).region
            toasts = [toast.region for toast in app.screen.query(Toast)]
            assert len(toasts) == nth
            assert not any(hand.overlaps(toast) for toast in toasts)
            while not table.deal_over:
                seat = table.to_act[0]
                move = table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat)
                table.submit(seat, move)
            app.screen.flow.advance()
            for _ in range(600):
                await pilot.pause(0.02)
                if isinstance(app.screen, DealResult):
                    app.screen.dismiss(True)
                if isinstance(app.screen, DayResult):
                    break
            assert isinstance(app.screen, DayResult)
            assert "22 November" in app.screen.picture.date
            assert app.screen.told.par is not None
            assert "best bot" in grid(app)
            assert "cardtable 2026-11-22" in grid(app)
            notes = [plain(note) for note in app.screen.told.notes]
            assert notes == ["This day was counted before; the first result stays."] * nth


def compared(wrong: Exception) -> CardtableApp:
    """A day's deal that is over, whose comparison fails with this error."""

    def fails(*_: object) -> DayTold:
        raise wrong

    table = daily.open_day(daily.day_of(FIRST, FIRST), "Mila", "ru", kept_at(), data_dir() / "days")
    while not table.deal_over:
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "steady").move if seat in table.people else table.bot_move(seat))
    words = Words("ru")
    puzzles = settings_for(words).puzzles
    assert puzzles is not None
    return CardtableApp(table, words, Settings(puzzles=lambda: puzzles()._replace(day_told=fails)))


async def until_compared(app: CardtableApp) -> str:
    """The text once the result of the deal was read."""
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        return app.screen.heading


async def test_after_the_deal_of_the_day_escape_leads_to_the_menu_and_the_menu_back() -> None:
    app = compared(ValueError("not asked for"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "⏎  продолжить" in grid(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.words.say("Go on") in grid(app)
        assert not [worker for worker in app.workers if worker.group == "par"]
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, DealResult)


async def test_why_a_day_cannot_be_compared_is_told_in_the_players_language() -> None:
    assert await until_compared(compared(PermissionError(13, "Permission denied"))) == "Нет прав доступа"


async def test_a_fault_of_the_program_in_the_comparison_is_not_taken_for_a_result() -> None:
    with pytest.raises(WorkerFailed):
        await until_compared(compared(KeyError("par")))
