"""A fault of the program itself: three lines, exit status 1, a report only its user can read, no card anywhere."""

from __future__ import annotations

import os
import re
import stat
import sys
from functools import partialmethod
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cardtable.cards import SUITS, bits, card_text
from cardtable.cli import main
from cardtable.cli.crash import report
from cardtable.games import find_preset
from cardtable.match.keyboard import Keyboard
from cardtable.match.table import Table
from cardtable.words import Words

HANDS: list[int] = []
"""Every card that was in a hand when the program failed."""


@pytest.fixture(autouse=True)
def _own_files(own_home: Path) -> None:
    HANDS.clear()


def fail(table: Table) -> NoReturn:
    """Fails with the hands in local variables, in the exception, in its cause and in a note."""
    hands = [cards for seat in range(len(table.names)) for cards in [table._match.state.places[seat]]]
    shown = Words().text  # what a local variable would show besides them
    told = [card_text(card) for cards in hands for card in bits(cards)]
    HANDS.extend(card for cards in hands for card in bits(cards))
    try:
        raise KeyError(hands, [Words().card(card) for card in HANDS])
    except KeyError as error:
        wrong = LookupError(f"no place for {' '.join(told)}\nor for {hands} {shown}")
        wrong.add_note(", ".join(Words("ru").card(card) for card in HANDS))
        raise wrong from error


def crash(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *args: str) -> list[str]:
    """What a failing command leaves behind and prints."""
    monkeypatch.setattr(sys, "argv", ["cardtable", *args])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 1
    return capfd.readouterr().err.splitlines()


def check(lines: list[str]) -> None:
    """Asserts three lines, a report for its owner alone, and no card in either."""
    assert len(lines) == 3, lines
    assert re.fullmatch(r"cardtable: the program has failed: \w+ in [\w/]+(\.py:\d+)?", lines[0])
    assert "`cardtable resume` goes on" in lines[1]
    path = Path(lines[2].removeprefix("The report, without any cards, is "))
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    written = path.read_text("utf-8")
    assert "test_crash.py" in written, "where it failed"
    assert HANDS
    said = "\n".join([*lines, written])
    for card in HANDS:
        for face in (card_text(card), Words().card(card), Words("ru").card(card)):
            assert not re.search(rf"(?<!\w){re.escape(face)}(?!\w)", said), face
    assert not re.search(rf"\b[2-9TJQKA][{SUITS}]\b", said)


def test_a_crash_in_lines_shows_no_card(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Keyboard, "next", lambda keyboard: fail(keyboard.table))
    check(crash(monkeypatch, capfd, "play", "throw_in", "--plain", "--seat", "Anna", "--seat", "Boris"))


@pytest.mark.parametrize("where", ["on_mount", "compose", "paint", "worker"])
def test_a_crash_on_the_screen_shows_no_card(
    where: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.felt.board import Board
    from cardtable.tui.table.table_screen import TableScreen

    async def fails_later(screen: TableScreen) -> None:
        fail(screen.table)

    def at_fault(widget: Any, *_: object) -> None:
        if where == "worker":
            widget.run_worker(fails_later(widget))
        else:
            fail(widget.app.table)

    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)
    monkeypatch.setattr(CardtableApp, "run", partialmethod(CardtableApp.run, headless=True))
    monkeypatch.setattr(
        Board if where == "paint" else TableScreen, "on_mount" if where == "worker" else where, at_fault
    )
    check(crash(monkeypatch, capfd, "play", "throw_in"))


def test_every_other_command_fails_in_the_same_words(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    game, preset = find_preset("throw_in")
    from cardtable.match.record import make_header

    header = make_header(game, "throw_in", preset.options, ("Anna", "Boris"), ("person", "person"), 4)
    table = Table.begin(game.rules(preset.options, 2), header)
    monkeypatch.setattr("cardtable.player.stats.Stats.read", lambda *_: fail(table))
    check(crash(monkeypatch, capfd, "stats"))


def test_a_report_that_cannot_be_kept_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def at_fault() -> NoReturn:
        raise KeyError(37)

    (tmp_path / "home").write_text("a file where the folder should be")
    monkeypatch.setattr("cardtable.desk.screen.home", lambda _: at_fault())
    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)
    lines = crash(monkeypatch, capfd)
    assert len(lines) == 3
    assert lines[2].startswith("The report could not be kept: ")


@pytest.mark.posix
def test_a_report_names_every_error_of_a_group() -> None:
    def failing() -> None:
        raise ExceptionGroup("two at once", [ValueError("9h 10d Th"), OSError(28, "No space left on device")])

    try:
        failing()
    except ExceptionGroup as error:
        written = report(error)
    assert "ValueError: · · ·" in written
    assert "OSError: [Errno ·] No space left on device" in written
    assert "failing" in written
