"""Odd things where a file of the player's should be: one line with its name, and the rest goes on."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardtable.cli import main
from cardtable.desk.cups import last_unfinished as last_cup
from cardtable.desk.replays import kept
from cardtable.desk.screen import home, settings_for
from cardtable.desk.tables import last_agreed, last_unfinished, saved_tables
from cardtable.engine.text import plain
from cardtable.files import Unreadable, parse_json, parse_toml, read
from cardtable.games import find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.match.tournament import FILE, Tournament
from cardtable.paths import config_dir, data_dir, records_dir
from cardtable.player.saved import SavedTable, save
from cardtable.puzzles.daily import FIRST, day_of, puzzle_of
from cardtable.puzzles.kept import KeptPuzzles
from cardtable.puzzles.kept import save as save_solved
from cardtable.tui.terminal.themes import folder as themes_folder
from cardtable.words import Words
from tests.test_tournament import agreed

POSITION = Path(__file__).parent / "positions" / "durak" / "D-P01.toml"


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the record of a day whose puzzle is solved."""
    day = day_of(FIRST, FIRST)
    monkeypatch.setattr("cardtable.desk.puzzles.today", lambda: day.date)
    (data_dir() / "days").mkdir(parents=True)
    puzzle = puzzle_of(day)
    assert puzzle is not None
    save_solved(data_dir() / "puzzles.json", KeptPuzzles(done={puzzle.id: True}))
    return data_dir() / "days" / f"{day.name}.jsonl"


# Odd files


def _bytes(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


def _huge(path: Path) -> None:
    """A file of gigabytes, almost none of which takes space on the disk."""
    with path.open("wb") as file:
        file.truncate(8 << 30)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


ODD = {
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a folder": lambda path: path.mkdir(),
    "a pipe": _pipe,
    "a device without end": lambda path: path.symlink_to("/dev/zero"),
    "gigabytes": _huge,
    "no UTF-8": _bytes(b'name = "\xc0\xe1"\n'),
    "zeros": _bytes(bytes(100)),
    "deep brackets": _bytes(b"theme = " + b"[\n" * 50_000 + b"]\n" * 50_000),
    "deep brackets that can be read": _bytes(b"theme = " + b"[\n" * 100 + b"]\n" * 100),
    "deep braces": _bytes(b"theme = " + b"{a=" * 1_300),
    "deep tables": _bytes(b"[" + b".".join([b"theme"] * 600) + b"]\n"),
    "a long key": _bytes(b".".join([b"a"] * 50_000) + b" = 1\n"),
    "many digits": _bytes(b"theme = " + b"9" * 5_000 + b"\n"),
    "many hexadecimal digits": _bytes(b"theme = 0x" + b"f" * 4_000 + b"\n"),
    "infinity": _bytes(b"theme = inf\n"),
    "JSON in deep brackets": _bytes(b"[" * 100_000 + b"\n"),
    "JSON with infinity": _bytes(b'{"n":0,"cardtable":1,"seed":Infinity}\n'),
    "JSON with many digits": _bytes(b'{"n":0,"cardtable":1,"seed":' + b"9" * 5_000 + b"}\n"),
    "JSON with half a letter": _bytes(b'{"n":0,"cardtable":1,"version":"\\ud800","crc":"00000000"}\n'),
    "a long line": _bytes(b'{"n":0,"cardtable":"' + b"x" * (1 << 20) + b'"}\n'),
    "a torn line without end": _bytes(b'{"n":0}\n' + b"}" * (1 << 20)),
}
"""For each kind of odd thing, how to put it at a path. None is a record, a tournament, a theme or a position."""

BY_UNIX = ("a link to nothing", "a link to itself", "a pipe", "a device without end")
odd = pytest.mark.parametrize(
    "put", [pytest.param(put, id=what, marks=[pytest.mark.posix] * (what in BY_UNIX)) for what, put in ODD.items()]
)
Run = Callable[..., tuple[int, str, list[str]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command as from the shell: its exit status, its output, and its error lines."""

    def run(*args: str) -> tuple[int, str, list[str]]:
        monkeypatch.setattr(sys, "argv", ["cardtable", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return stopped.value.code, out, err.splitlines()

    return run


def match(path: Path, names: tuple[str, ...] = ("Anna", "Bot"), *, over: bool = True) -> Path:
    """A record of a match: a person against a bot, or several people."""
    game, found = find_preset("throw_in")
    kinds = tuple("bot:uniform" if name == "Bot" else "person" for name in names)
    header = make_header(game, "throw_in", found.options, names, kinds, 3)
    table = Table.begin(game.rules(found.options, len(names)), header, path, durable=False)
    while table.to_act and (over or not any(seat in table.people for seat, _ in table._match.made)):
        table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
    table.close()
    return path


# Records


@odd
@pytest.mark.every(10)
def test_a_record_that_is_none_is_one_line_and_the_others_go_on(put: Callable[[Path], object], run: Run) -> None:
    whole, going_on = match(records_dir() / "b.jsonl"), match(records_dir() / "c.jsonl", over=False)
    bad = records_dir() / "a.jsonl"
    put(bad)
    status, out, errors = run("check", str(bad), str(whole))
    assert (status, len(errors)) == (1, 1)
    assert str(bad) in errors[0]
    assert f"{whole} ok" in out
    for command in (["replay"], ["replay", "--json"], ["resume", "--plain"]):
        status, out, errors = run(*command, str(bad))
        assert (status, out, len(errors)) == (1, "", 1), command
        assert str(bad) in errors[0]
    status, out, errors = run("stats", "--json")
    assert (status, len(errors)) == (0, 1)
    assert str(bad) in errors[0]
    assert [row["what"] for row in json.loads(out)["players"]] == ["Anna"]
    status, out, errors = run("resume", "--plain")
    assert status == 0, errors
    assert "`cardtable resume` goes on with it" in out
    assert len(errors) <= 1
    assert all(str(bad) in error for error in errors)
    assert [record.path for record in kept()] == [going_on, whole]
    assert last_unfinished() == last_agreed() == going_on
    assert [(match.path, match.names) for match in home(Words()).unfinished] == [(going_on, ("Anna", "Bot"))]


def test_a_record_whose_beginning_was_never_written_is_passed_over(run: Run) -> None:
    going_on = match(records_dir() / "a.jsonl", over=False)
    for nth, size in enumerate((0, 1, 100)):
        (records_dir() / f"b{nth}.jsonl").write_bytes(going_on.read_bytes()[:size])
    status, out, errors = run("resume", "--plain")
    assert (status, errors) == (0, [])
    assert "`cardtable resume` goes on with it" in out


def test_a_record_damaged_within_is_named_and_the_match_before_it_goes_on(run: Run) -> None:
    going_on = match(records_dir() / "a.jsonl", over=False)
    bad = match(records_dir() / "b.jsonl")
    lines = bad.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join([*lines[:5], *lines[6:-1]]))
    os.utime(going_on, (1, 1))
    status, _, (error,) = run("resume", "--plain")
    assert status == 0
    assert error.startswith(f"cardtable: {bad}: line 6: ")


# Settings and tables


@odd
@pytest.mark.every(5)
def test_settings_that_are_none_stop_no_command(put: Callable[[Path], object], run: Run) -> None:
    config_dir().mkdir(parents=True)
    path = config_dir() / "settings.toml"
    put(path)
    for command in (["--help"], ["games"], ["--lang", "ru", "bots"], ["play", "--help"]):
        status, out, errors = run(*command)
        assert (status, errors) == (0, []), command
        assert out
    status, out, errors = run("settings")
    assert (status, len(errors)) == (0, 1)
    assert str(path) in errors[0]
    assert 'language = "auto"' in out


@odd
@pytest.mark.every(3)
def test_tables_that_are_none_are_told_and_left_alone(put: Callable[[Path], object]) -> None:
    config_dir().mkdir(parents=True)
    path = config_dir() / "tables.toml"
    put(path)
    before = os.lstat(path)
    assert saved_tables() == []
    (trouble,) = settings_for(Words()).troubles
    assert str(path) in plain(trouble)
    with pytest.raises((ValueError, OSError)):
        save(path, SavedTable("throw_in", ("Anna", "Bot"), (None, "steady"), name="mine"))
    assert (os.lstat(path).st_ino, os.lstat(path).st_size) == (before.st_ino, before.st_size)
    assert os.listdir(config_dir()) == ["tables.toml"]


# Tournaments, themes, positions


@odd
@pytest.mark.every(3)
def test_a_tournament_that_is_none_is_one_line_and_the_others_go_on(put: Callable[[Path], object], run: Run) -> None:
    good = data_dir() / "tournaments" / "a"
    Tournament.create(good, agreed()).close()
    bad = data_dir() / "tournaments" / "b"
    bad.mkdir()
    put(bad / FILE)
    status, out, errors = run("tournament", "--resume", str(bad))
    assert (status, out, len(errors)) == (1, "", 1)
    assert str(bad) in errors[0]
    assert last_cup() == good


@odd
@pytest.mark.every(3)
def test_a_table_of_a_tournament_that_is_none_is_one_line(put: Callable[[Path], object], run: Run) -> None:
    cup = data_dir() / "cup"
    Tournament.create(cup, agreed()).close()
    bad = cup / "stage-01-table-01.jsonl"
    put(bad)
    status, out, errors = run("tournament", "--resume", str(cup))
    assert (status, out, len(errors)) == (1, "", 1)
    assert str(bad) in errors[0]


@odd
@pytest.mark.every(3)
def test_a_theme_that_is_none_is_one_line_and_the_others_are_listed(put: Callable[[Path], object], run: Run) -> None:
    own = config_dir() / "themes"
    own.mkdir(parents=True)
    shutil.copy(next(themes_folder().glob("*.toml")), own / "z.toml")
    put(own / "a.toml")
    status, out, errors = run("themes")
    assert (status, len(errors)) == (0, 1)
    assert str(own / "a.toml") in errors[0]
    assert len(out.splitlines()) == len(list(themes_folder().glob("*.toml"))) + 1


@odd
@pytest.mark.every(3)
def test_a_position_that_is_none_is_one_line_and_the_others_are_put_down(
    put: Callable[[Path], object], run: Run, tmp_path: Path
) -> None:
    bad = tmp_path / "a.toml"
    put(bad)
    status, out, errors = run("position", str(bad), str(POSITION))
    assert (status, errors) == (1, [])
    first, second, third = out.splitlines()
    assert first.startswith(f"{bad} FAILED: ")
    assert (second, third) == ("D-P01 ok", "1 passed, 1 failed")
    status, out, errors = run("position", "--legal", str(bad))
    assert (status, out, len(errors)) == (1, "", 1)


# The reader itself


@settings(max_examples=200)
@given(st.binary(max_size=200) | st.text().map(lambda text: text.encode(errors="surrogatepass")))
def test_any_bytes_are_read_or_refused_in_words(data: bytes) -> None:
    with suppress(Unreadable):
        assert parse_json(data) == json.loads(data)
    with suppress(Unreadable):
        parse_toml(data.decode(errors="replace"))


@settings(max_examples=100)
@given(
    st.recursive(
        st.booleans() | st.floats() | st.integers(-(1 << 70), 1 << 70) | st.text(st.sampled_from("aя\ud83c\udca1")),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.sampled_from("aя\ud83c")), inner),
        max_leaves=20,
    )
)
def test_what_is_read_can_be_written_again(value: object) -> None:
    try:
        found = parse_json(json.dumps(value).encode())
    except Unreadable:
        return
    assert json.loads(json.dumps(found, allow_nan=False, ensure_ascii=False).encode()) == found


@pytest.mark.parametrize("before", ["", "[", "[1,", "[ ", '{"a":', '{"a": -', "[-", "[\t"])
def test_a_number_without_bounds_is_refused_wherever_it_stands(before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a line without digits is not scanned a second time: that was a tenth of reading a record."""
    end = {"[": "]", "{": "}"}.get(before.strip()[:1], "")
    for number in ("1e999", "1.5E+400", "9" * 30):
        with pytest.raises(Unreadable):
            parse_json(f"{before}{number}{end}".encode())
    monkeypatch.setattr("cardtable.files.check_values", lambda value: pytest.fail("it was looked through"))
    parse_json(f'{{"crc": "1e2f3a4b", "n": 1234567890123456789, "x": {before}1.5{end}}}'.encode()) if end else None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.integers(0, 300), st.integers(0, 300))
def test_no_more_than_the_stated_size_is_read(tmp_path: Path, size: int, most: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    if size <= most:
        assert read(path, most) == b"x" * size
    else:
        with pytest.raises(Unreadable, match="larger"):
            read(path, most)


# The files of learners and solvers


@odd
@pytest.mark.every(3)
def test_what_lies_where_a_days_record_is_looked_for_is_one_line(
    put: Callable[[Path], object], day: Path, run: Run
) -> None:
    put(day)
    status, _, (error,) = run("daily", "--plain")
    assert status == 1
    assert str(day) in error


def test_a_days_deal_that_cannot_be_shown_is_not_begun(day: Path, run: Run) -> None:
    status, _, (error,) = run("daily")
    assert status == 1
    assert "needs a terminal" in error
    assert not day.exists()


@odd
@pytest.mark.every(3)
def test_what_lies_where_solved_puzzles_are_kept_is_one_line(
    put: Callable[[Path], object], day: Path, run: Run
) -> None:
    path = data_dir() / "puzzles.json"
    path.unlink()
    put(path)
    for command in (["daily", "--plain"], ["daily", "--share"]):
        status, _, (error,) = run(*command)
        assert status == 1
        assert str(path) in error
