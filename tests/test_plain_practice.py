"""Lessons, puzzles, the day and tournaments in lines: what the screen shows can be played by text alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from cardtable.engine.moves import Move
from cardtable.lessons import find, ids
from cardtable.lessons.table import LEARNER, LessonTable
from cardtable.plain import Left, PlainTable
from cardtable.plain.commands import COMMANDS
from cardtable.plain.practice import PlainLesson, PlainPuzzle
from cardtable.puzzles import chosen
from cardtable.puzzles.table import PuzzleTable
from cardtable.words import Words


def played(kind: type[PlainTable], table: LessonTable | PuzzleTable, lines: Iterator[str], language: str) -> list[str]:
    """The output while these lines are typed."""
    said: list[str] = []
    plain = kind(table, Words(language), lambda: next(lines, ""), said.append, "The rules.", lambda: None)
    try:
        plain.play()
    except Left:
        said.append("left")
    return said


def number_of(table: LessonTable | PuzzleTable, seat: int, move: Move) -> str:
    """The input for a move: its number in `legal`."""
    return f"{[choice.move for choice in table.scene(seat).choices].index(move) + 1}\n"


def meant(table: LessonTable) -> Iterator[str]:
    """The input of a good pupil."""
    for _ in range(400):
        step = table.step
        if step is None or table.holds or LEARNER not in table.to_act:
            yield "\n"
        else:
            move = step.accept[0] if step.accept else table.hint(LEARNER, "lowest").move
            yield number_of(table, LEARNER, move)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("lesson", ids())
@pytest.mark.every(4)
def test_every_lesson_is_done_in_lines(lesson: str, language: str) -> None:
    kept: list[tuple[int, bool]] = []
    table = LessonTable(find(lesson), "Anna", language, lambda step, done: kept.append((step, done)))
    said = played(PlainLesson, table, meant(table), language)
    title = Words(language).text(table.lesson.title, table.names)
    assert said[-1].endswith(title)
    assert said[-1] != title
    assert kept[-1] == (0, True)
    assert not any("{key" in line for line in said)


def test_a_lesson_says_why_a_move_is_not_meant_and_asks_again() -> None:
    table = LessonTable(find("durak-1"), "Anna")
    said = played(PlainLesson, table, iter(["what\n", "\n", "\n", "8h\n", "6s\n", "pass\n"]), "en")
    assert sum(line.startswith("Durak means fool") for line in said) == 2, "what is no command is not taken for Enter"
    at = said.index(next(line for line in said if "Lay 6♠" in line))
    assert said[at + 1] not in (said[at], "You have done the lesson: Durak 1: attack, beat, take"), "8♥ is answered"
    assert any("`pass`" in line for line in said), "a word stands where the screen names a key"
    assert table.at > 3


@pytest.mark.parametrize("lesson", [name for name in ids() if name.endswith("-1")])
def test_every_command_answers_where_something_is_to_be_read(lesson: str) -> None:
    table = LessonTable(find(lesson), "Anna")
    assert table.holds
    at = table.at
    said = played(PlainLesson, table, iter([f"{name}\n" for name in COMMANDS if name != "quit"]), "en")
    assert said[-1] == "left"
    assert table.at == at, "nothing but Enter goes on"


@pytest.mark.parametrize("group", ["durak", "one_oh_one", "kozel", "bura", "king"])
def test_a_puzzle_is_solved_in_lines_and_every_hand_is_told(group: str) -> None:
    puzzle = next(one for one in chosen(group, None)[0] if "hidden" not in one.themes)
    table = PuzzleTable(puzzle, "Anna")
    best = table.rules.parse_move(puzzle.best)

    def lines() -> Iterator[str]:
        yield number_of(table, table.seat, best)
        for _ in range(60):
            moves = table.legal(table.seat) if table.seat in table.to_act else ()
            good = [move for move in moves if table._worth_of(move) >= puzzle.worth]
            yield number_of(table, table.seat, good[0]) if good else "\n"

    said = played(PlainPuzzle, table, lines(), "en")
    assert "Solved!" in said
    assert any(line.startswith("It was about: ") for line in said)
    others = [name for seat, name in enumerate(table.names) if seat != table.seat]
    for name in others:
        assert any(line.startswith(f"{name}: ") and any(sign in line for sign in "♠♥♦♣") for line in said)


def test_a_wrong_move_is_answered_and_the_solution_is_played_out() -> None:
    puzzle = chosen("durak", None)[0][0]
    table = PuzzleTable(puzzle, "Anna")
    wrong = next(move for move in table.legal(table.seat) if table._worth_of(move) < puzzle.worth)
    said = played(PlainPuzzle, table, iter([number_of(table, table.seat, wrong), "hint\n"]), "en")
    assert table.failed
    assert "That was the solution." in said
    assert said[-1] != "left", "nothing is asked while the solution is played out"


def test_hidden_hands_are_not_told_before_the_first_move() -> None:
    puzzle = next(one for group in ("kozel", "king") for one in chosen(group, None)[0] if "hidden" in one.themes)
    table = PuzzleTable(puzzle, "Anna")
    said = played(PlainPuzzle, table, iter([]), "en")
    other = next(name for seat, name in enumerate(table.names) if seat != table.seat)
    assert not any(line.startswith(f"{other}: ") and any(sign in line for sign in "♠♥♦♣") for line in said)


def ran(args: list[str], typed: str, home: Path) -> Result:
    """Runs a command with this input."""
    found = CliRunner().invoke(
        cli, ["--lang", "en", *args], input=typed, env={"CARDTABLE_HOME": str(home)}, catch_exceptions=False
    )
    assert found.exit_code == 0, found.output
    return found


def test_a_lesson_is_kept_where_it_is_left_and_gone_on_with(tmp_path: Path) -> None:
    ran(["learn", "durak-1", "--plain"], "\n\n6s\nquit\n", tmp_path)
    again = ran(["learn", "durak-1", "--plain"], "", tmp_path)
    assert "Say that you pass" in again.output
    assert "Durak means fool" not in again.output


def test_one_puzzle_follows_another_until_somebody_leaves(tmp_path: Path) -> None:
    said = ran(["puzzle", "bura", "--plain"], "hint\n\nhint\nquit\n", tmp_path).output
    assert said.count("That was the solution.") == 2
    assert said.count("press Enter; `quit` leaves") == 2


def test_the_day_is_played_without_help_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.desk.puzzles.today", lambda: date(2026, 11, 20))
    monkeypatch.setattr("cardtable.puzzles.daily.par", lambda day, is_enough: 0.5)
    first = ran(["daily", "--plain"], "hint\n\n", tmp_path).output
    assert "The puzzle of the day" in first
    assert "The deal of the day: press Enter" in first
    rest = ran(["daily", "--plain"], "hint\nundo\n" + "1\n\n" * 200, tmp_path).output
    assert rest.count("no hints, open hands or take-backs") == 2
    assert "To share:" in rest


def test_a_tournament_with_people_is_played_in_lines_and_gone_on_with(tmp_path: Path) -> None:
    people = ["--entrant", "Anna", *["--entrant", "bot:uniform"] * 3]
    agreed = ["tournament", "throw_in", *people, "--set", "table_size=2", "--seed", "5"]
    begun = ran([*agreed, "--records", str(tmp_path / "cup"), "--plain"], "1\nquit\n", tmp_path).output
    assert "Stage 1: 4 players" in begun
    assert "go on with it by" in begun
    ended = ran(["tournament", "--resume", str(tmp_path / "cup"), "--plain"], "1\n\n" * 2000, tmp_path).output
    assert "Champion: " in ended
