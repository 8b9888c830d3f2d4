"""Texts from people and files never control the terminal: every line is cleaned, and no markup takes effect.

A name that no person could type comes from a file written by someone else. Whether a command refuses it or shows it,
its output contains nothing but printable characters.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.screen import Screen

from cardtable.cli import main
from cardtable.desk.replays import archive
from cardtable.engine.faults import Fault
from cardtable.engine.text import Who, clean, is_name, say
from cardtable.match.table import Table
from cardtable.match.terms import SeatPlan
from cardtable.match.tournament import Tournament, TournamentOptions
from cardtable.match.tournament.agreement import Agreement
from cardtable.plain import Left, PlainTable
from cardtable.player.saved import SavedTable
from cardtable.player.stats import Stats
from cardtable.tui.app import CardtableApp
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.handover import HandOver, NextPlayer
from cardtable.tui.boxes.sheet import ScoreSheet
from cardtable.tui.menus.bracket import BracketScreen
from cardtable.tui.menus.home import HomeScreen
from cardtable.tui.menus.stats_screen import StatsScreen
from cardtable.tui.offers import Unfinished
from cardtable.tui.protocol import Home, Settings
from cardtable.tui.table.replay_screen import ReplayScreen
from cardtable.words import Words
from tests import programs
from tests.test_replay import play
from tests.tui.helpers import grid, strips
from tests.tui.pty_player import Player, cardtable
from tests.tui.tables import seated

COMMANDING = {
    "escape": "An\x1b[2J\x1b]0;x\x07na",
    "c1": "An\x9b31m\x85na",
    "lines": "\r\ncardtable: forged\x0b\x0cna",
    "separators": "An\u2028na\u2029",
    "direction": "An\u202ena\u2066\u200f",
    "no width": "A\u200bn\u200d\ufeffn\u00ada",
    "unseen": "An\u034f\u3164\ufe0fna",
    "delete": "An\x7f\x08na",
}
MARKUP = {
    "closing": "A[/]",
    "link": "[link=e.x]A[/]",
    "colour": "[red]An[/red]",
    "action": "[@click=bell]A[/]",
}
HOSTILE = [pytest.param(name, id=key) for key, name in {"all": "".join(COMMANDING.values()), **MARKUP}.items()]


pytestmark = pytest.mark.usefixtures("own_home")


def check(text: str, name: str) -> None:
    """Asserts that every line is printable, and that markup is shown as it was written."""
    for line in text.split("\n"):
        assert line == clean(line), repr(line)
    assert not any(line.startswith("cardtable: forged") for line in text.split("\n"))
    if name in MARKUP.values():
        assert name[:10] in text.replace("│", ""), "nothing of it was obeyed"


@pytest.mark.parametrize("name", COMMANDING.values(), ids=COMMANDING)
def test_what_commands_a_terminal_is_no_name(name: str) -> None:
    assert not is_name(name[:20])
    assert clean(name) != name
    assert Words().text(say("{who}: {what}", who=Who(0), what=name), [name]) == f"{clean(name)}: {clean(name)}"


@pytest.mark.parametrize("name", ["Anna", "Анна Павловна", "O'Neill", "안나", "Ål", *MARKUP.values()])
def test_what_can_be_read_is_a_name(name: str) -> None:
    assert is_name(name[:20])
    assert clean(name) == name


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "\ud800"])
def test_nothing_and_too_much_is_no_name(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "command",
    [
        ("replay", "RECORD"),
        ("replay", "--json", "RECORD"),
        ("check", "RECORD"),
        ("check", "NAME.jsonl"),
        ("stats",),
        ("stats", "--json"),
        ("stats", "--player", "NAME"),
        ("resume", "--plain"),
        ("resume", "--plain", "NAME.jsonl"),
        ("play", "throw_in", "--plain", "--seat", "NAME", "--seat", "NAME"),
        ("play", "NAME", "--plain"),
        ("play", "throw_in", "--plain", "--set", "NAME=NAME"),
        ("play", "throw_in", "--plain", "--seed", "NAME"),
        ("tournament", "throw_in", *("--entrant", "NAME") * 3),
        ("tournament", "throw_in", *("--entrant", "NAME=bot:uniform", "--entrant", "bot:uniform") * 2),
        ("tournament", "--resume", "NAME"),
        ("position", "NAME"),
        ("arena", "throw_in", "--bots", "NAME,steady"),
        ("themes",),
        ("settings",),
        ("serve", "--", "NAME"),
        ("NAME",),
        ("--NAME",),
    ],
    ids=" ".join,
)
@pytest.mark.every(15)
def test_no_command_lets_a_text_through(
    command: tuple[str, ...],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    records = tmp_path / "home" / "data" / "records"
    records.mkdir(parents=True)
    record = records / "2026-11-14-120000-throw_in.jsonl"
    if "NAME" not in command:
        play(record, deals=1, person=name).close()
        play(record.with_stem("2026-11-15-120000-throw_in"), deals=1, person="Zoya").close()
    config = tmp_path / "home" / "config"
    (config / "themes").mkdir(parents=True)
    (config / "settings.toml").write_text(f"theme = {json.dumps(name)}\n{json.dumps(name)} = 1\n", "utf-8")
    (config / "themes" / "own.toml").write_text(f"name = {json.dumps(name)}\nprimary = {json.dumps(name)}\n", "utf-8")
    asked = [part.replace("RECORD", str(record)).replace("NAME", name) for part in command]
    monkeypatch.setattr(sys, "argv", ["cardtable", *asked])
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{clean(name)}\nscore\ntable\n"))
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capfd.readouterr()
    assert out or err
    assert stopped.value.code in (0, 1, 2)
    assert "the program has failed" not in err, err
    check(out + err, "")
    if command in (("stats",), ("replay", "RECORD")) and name in MARKUP.values() and not stopped.value.code:
        assert name in out
    if "--json" in command and out:
        told = [json.loads(line) for line in out.splitlines()]
        there = json.dumps(name) in json.dumps(told)
        assert there or "replay" in command or not is_name(name), "as it stands in the record"


@pytest.mark.parametrize("name", HOSTILE)
def test_lines_hold_letters_alone(name: str) -> None:
    said: list[str] = []
    lines = iter(["table\n", "score\n", "log\n", f"{name}\n", f"why {name}\n", "1\n", "\n"])
    table = play_in_memory(name)
    with pytest.raises(Left):
        PlainTable(table, Words(), lambda: next(lines, ""), said.append, "", lambda: None).play()
    check("\n".join(said), name)


def play_in_memory(name: str) -> Table:
    """A table of a person with this name and another player, without a record."""
    from cardtable.games import find_preset
    from cardtable.match.record import make_header

    game, preset = find_preset("throw_in")
    header = make_header(game, "throw_in", preset.options, (name, "Boris"), ("person", "person"), 5)
    return Table.begin(game.rules(preset.options, 2), header)


def home_of(name: str, _folder: Path) -> Screen[None]:
    agreed = SavedTable("throw_in", (name, "Boris"), (None, None), name=name)
    going_on = Unfinished(Path("match.jsonl"), "Throw-in Fool", (name, "Boris"), None)
    return HomeScreen(
        Words(), Home((), lambda *_: seated("throw_in", 2), unfinished=(going_on,), same=name, saved=(agreed,))
    )


def stats_of(name: str, folder: Path) -> Screen[None]:
    play(folder / "match.jsonl", person=name).close()
    stats = Stats(folder / "stats.sqlite")
    stats.read(folder)
    return StatsScreen(Words(), stats, (say("{what}", what=name),))


def replay_of(name: str, folder: Path) -> Screen[None]:
    from cardtable.match.record import read_record
    from cardtable.match.replay import Replay

    play(folder / "match.jsonl", person=name).close()
    return ReplayScreen(Replay(read_record(folder / "match.jsonl")), Words(), archive())


def bracket_of(name: str, folder: Path) -> Screen[None]:
    from cardtable.games import find_preset
    from cardtable.match.tournament import agree

    game, preset = find_preset("throw_in")
    plans = [SeatPlan(nth, None) for nth in ("Anna", "Boris", "Vera")]
    agreed: Agreement = agree(game, "throw_in", preset.options, TournamentOptions(), plans, 7)
    object.__setattr__(agreed, "entrants", (SeatPlan(name, None), *agreed.entrants[1:]))
    return BracketScreen(Tournament.create(folder / "cup", agreed), Words())


SCREENS: dict[str, Callable[[str, Path], Screen[None]]] = {
    "home": home_of,
    "statistics": stats_of,
    "replay": replay_of,
    "bracket": bracket_of,
    "choice": lambda name, _: Choose(Words(), name, [name, "Boris"]),  # type: ignore[dict-item, return-value]
    "hand-over": lambda name, _: HandOver(  # type: ignore[dict-item, return-value]
        Words(),
        say("{who}", who=Who(0)),
        say("{who}", who=Who(0)),
        NextPlayer(0, name, 6, [say("{who}", who=Who(0))], False, (1,)),
        (name, "Boris"),
    ),
    "sheet": lambda name, _: ScoreSheet(Words(), (name, "Boris"), (), [say("{who}", who=Who(0))]),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["table", *SCREENS])
@pytest.mark.every(20)
async def test_no_screen_lets_a_text_through(kind: str, name: str, tmp_path: Path) -> None:
    words = Words()
    if kind in ("replay", "bracket") and not is_name(name):
        # A file with such a name is refused before anything is shown.
        with pytest.raises(Fault):
            SCREENS[kind](name, tmp_path)
        return
    if kind == "table":
        app = CardtableApp(seated("throw_in", 2, names=("Anna", name)), words, Settings(delay=0))
    else:
        app = CardtableApp(None, words, Settings(delay=0), first=SCREENS[kind](name, tmp_path))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.notify(words.text(say("{what}", what=name), ()), markup=False)
        await pilot.pause()
        check(grid(app), name)
        for strip in strips(app):
            assert not any(segment.style and segment.style.link for segment in strip)


# Bytes that are not UTF-8

KOI8 = "стол".encode("koi8-r")


def test_a_line_in_another_encoding_is_no_move_and_the_match_goes_on(tmp_path: Path) -> None:
    done = programs.run(
        cardtable("play", "throw_in", "--plain", "--seat", "Anna", "--seat", "bot:steady"), KOI8 + b"\nhand\nquit\n"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    said = done.stdout.decode()
    assert "����: no card, move or command" in said
    assert said.count("Your hand") == 2, "the lines after it were read"


@pytest.mark.posix
@pytest.mark.parametrize(
    "command", [("play", "throw_in", "--plain", "--seat"), ("play",), ("check",), ("stats", "--player")]
)
@pytest.mark.every(2)
def test_an_argument_in_another_encoding_is_answered_in_a_line(command: tuple[str, ...]) -> None:
    arguments = [*map(os.fsencode, cardtable(*command)), "Аня".encode("cp1251")]
    done = programs.run(arguments, b"")
    assert done.returncode in (1, 2)
    assert len(done.stderr.decode().splitlines()) == 1


@pytest.mark.posix
def test_a_user_whose_name_cannot_be_read_is_called_player(tmp_path: Path) -> None:
    users = {name: "Аня".encode("cp1251") for name in (b"LOGNAME", b"USER", b"LNAME", b"USERNAME")}
    done = programs.run(cardtable("play", "throw_in", "--plain"), b"quit\n", env={**os.environb, **users})
    assert (done.returncode, done.stderr) == (0, b"")
    (record,) = (tmp_path / "home" / "data" / "records").iterdir()
    assert '"Player"' in record.read_text("utf-8")


@pytest.mark.posix
def test_a_key_in_another_encoding_is_no_key_on_the_screen() -> None:
    environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TEXTUAL_ANIMATIONS": "none"}
    player = Player(cardtable("play", "throw_in", "--seed", "4"), environment)
    try:
        player.listen(lambda text: "Throw-in" in text)
        os.write(player._master, KOI8)
        os.write(player._master, b"\xff")
        player.listen(lambda text: "Throw-in" in text)
        player.press("\x1b")
        player.listen(lambda text: "Go on" in text)
        player.press("\x1b")
        player.listen(lambda text: "Go on" not in text and "Throw-in" in text)
    finally:
        player.leave()
