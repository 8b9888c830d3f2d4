"""How the player's files are kept: private, in order, under unique names, and safe after a crash."""

from __future__ import annotations

import datetime
import errno
import json
import os
import sqlite3
import stat
from functools import partial
from pathlib import Path
from re import fullmatch
from typing import Any

import pytest

from cardtable import files
from cardtable.desk.cups import agreed_for, begun, entrant_plans
from cardtable.desk.cups import last_unfinished as last_cup
from cardtable.desk.reading import replay_at
from cardtable.desk.replays import kept, play_on
from cardtable.desk.tables import last_agreed, last_unfinished, open_table, record_paths, reopen, seat_plans
from cardtable.match.record import BadRecord, Journal
from cardtable.match.replay import Replay
from cardtable.match.table import Table
from cardtable.match.tournament import FILE, Tournament
from cardtable.paths import config_dir, data_dir, records_dir
from cardtable.plain import PlainTable
from cardtable.player.settings import save
from cardtable.player.stats import Stats
from tests.test_odd_files import Run, match, run
from tests.test_records import begin
from tests.test_tournament import agreed

__all__ = ["run"]

pytestmark = pytest.mark.usefixtures("own_home")

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def mode(path: Path) -> int:
    """The permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def two() -> Any:
    """One person against a bot."""
    return seat_plans(("Anna", "bot:uniform"), "throw_in")


# A reloaded page


def test_a_page_that_is_loaded_anew_goes_on_with_its_match(own_home: Path) -> None:
    """It used to begin another one, with the same cards where a seed was given, and lose the first."""
    since = 1.0
    first = open_table("throw_in", two(), (), 3, left_since=since)
    move = first.legal(first.to_act[0])[0]
    first.submit(first.to_act[0], move)
    beside = open_table("throw_in", two(), (), 3, left_since=since)
    assert beside.path != first.path, "another page has it open"
    beside.close()
    assert beside.path is not None
    beside.path.unlink()
    first.close()
    assert first.path is not None
    os.utime(first.path, (2e9, 2e9))
    for seed in (3, None):
        again = open_table("throw_in", two(), (), seed, left_since=since)
        assert again.path == first.path
        assert again.deals == 1
        again.close()
    opened = partial(open_table, left_since=since)
    for table in (
        opened("throw_in", seat_plans(("Vera", "bot"), "throw_in"), (), 3),
        opened("throw_in", two(), ("first_limit=4",), 3),
        opened("throw_in", two(), (), 4),
        opened("transfer", seat_plans(("Anna", "bot:uniform"), "transfer"), (), 3),
        open_table("throw_in", two(), (), 3),
        open_table("throw_in", two(), (), 3, left_since=3e9),
    ):
        assert table.path != first.path, "other people, rules, cards, another game, no page, an earlier server"
        table.close()


# A beginning that fails


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_match_that_cannot_begin_leaves_nothing(nth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk may be full at the header, at the folder, or at the first deal."""
    path = tmp_path / "record.jsonl"
    sync, calls = os.fsync, []

    def fail_at_nth(handle: int) -> None:
        calls.append(handle)
        if len(calls) == nth:
            raise FULL
        sync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail_at_nth)
        with pytest.raises(OSError, match="No space"):
            begin(path, (7, 2), durable=True)
    assert not path.exists()
    begin(path, (7, 2), durable=True).close()


@pytest.mark.parametrize("nth", [1, 2])
def test_a_tournament_that_cannot_begin_leaves_no_agreement(
    nth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail_at_nth(handle: int) -> None:
        calls.append(handle)
        if len(calls) == nth:
            raise FULL

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail_at_nth)
        with pytest.raises(OSError, match="No space"):
            Tournament.create(tmp_path / "cup", agreed())
    assert not (tmp_path / "cup" / FILE).exists()
    Tournament.create(tmp_path / "cup", agreed()).close()


@pytest.mark.parametrize("stopped", ["disk", "keyboard"])
def test_a_match_in_lines_that_is_stopped_is_told_to_be_kept(
    stopped: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a full disk is reported with the record that could not be written."""

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def play(lines: PlainTable) -> None:
        if stopped == "keyboard":
            raise KeyboardInterrupt
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            seat = lines.table.to_act[0]
            lines.table.submit(seat, lines.table.legal(seat)[0])

    monkeypatch.setattr(PlainTable, "play", play)
    status, out, errors = run("--lang", "en", "play", "throw_in", "--seat", "Anna", "--seat", "Boris", "--plain")
    assert out.endswith("The match is kept; `cardtable resume` goes on with it.\n")
    (record,) = records_dir().iterdir()
    told = (1, [f"cardtable: {record}: No space left on device"]) if stopped == "disk" else (130, [""])
    assert (status, errors) == told


def test_a_setting_that_cannot_be_kept_names_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "replace", lambda path, text: (_ for _ in ()).throw(FULL))
    status, _, errors = run("--lang", "en", "settings", "pace", "human")
    assert (status, errors) == (1, [f"cardtable: {config_dir() / 'settings.toml'}: No space left on device"])


def test_a_practice_that_cannot_be_written_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = replay_at(match(records_dir() / "a.jsonl"))
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", lambda journal, line: (_ for _ in ()).throw(FULL))
        with pytest.raises(OSError, match="No space"):
            play_on(replay, 2, 0)
    assert os.listdir(records_dir()) == ["a.jsonl"]
    play_on(replay, 2, 0).close()


# Names


def test_matches_begun_in_one_second_take_names_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if both have looked for a free name before either has taken it."""
    names = list(record_paths("throw_in"))[:4]
    monkeypatch.setattr("cardtable.desk.tables.record_paths", lambda preset: iter(names))
    monkeypatch.setattr("cardtable.desk.replays.record_paths", lambda preset: iter(names))
    tables = [open_table("throw_in", two(), (), nth) for nth in range(3)]
    assert [table.path for table in tables] == names[:3]
    for table in tables:
        table.close()
    practice = play_on(replay_at(names[0]), 0, 0)
    assert practice.path == names[3]
    practice.close()
    assert len({path.read_bytes() for path in names}) == 4


def test_tournaments_begun_in_one_second_take_folders_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(datetime.datetime):
        """A clock that stands still."""

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls(2026, 1, 2, 3, 4, 5)

    monkeypatch.setattr("cardtable.desk.cups.datetime", Stopped)
    plans = entrant_plans("throw_in", ("bot:uniform",) * 3)
    cups = [begun(agreed_for("throw_in", (), plans, nth)) for nth in range(3)]
    assert [cup.folder.name for cup in cups] == [f"2026-01-02-030405-throw_in{number}" for number in ("", "-2", "-3")]
    for cup in cups:
        cup.close()


# Permissions


@pytest.mark.posix
def test_what_holds_cards_is_closed_to_other_users(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        open_table("throw_in", two(), (), 1).close()
        (path,) = records_dir().iterdir()
        replay = replay_at(path)
        from cardtable.desk.replays import save as save_moment

        position, _ = save_moment(replay, 0)
        cup = begun(agreed_for("throw_in", (), entrant_plans("throw_in", ("bot:uniform",) * 3), 1))
        cup.play(cup.bracket.undecided[0])
        cup.close()
        save(config_dir() / "settings.toml", {"theme": "grey"})
    finally:
        os.umask(before)
    tables = list(cup.folder.iterdir())
    assert len(tables) > 1
    for file in (path, position, *tables):
        assert mode(file) == 0o600, file
    for folder in (data_dir(), records_dir(), position.parent, cup.folder, cup.folder.parent):
        assert mode(folder) == 0o700, folder
    # The user's own files keep their permissions.
    assert mode(tmp_path) == 0o700 or mode(tmp_path) & 0o077


def people_at(path: Path, *, deals: int) -> Path:
    """A record of two people: so many finished deals, and one more in progress."""
    plans = seat_plans(("Anna", "Boris"), "throw_in")
    table = open_table("throw_in", plans, ("match=deals", "match_length=5"), 3)
    for _ in range(deals):
        while table.to_act:
            table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
        table.next_deal()
    table.close()
    assert table.path is not None
    return table.path.rename(path)


@pytest.mark.parametrize("how", [[], ["--json"]])
@pytest.mark.parametrize("deals", [0, 1, 2])
@pytest.mark.every(2)
def test_a_deal_that_several_people_still_play_is_told_only_when_asked_for(
    deals: int, how: list[str], run: Run, tmp_path: Path
) -> None:
    path = people_at(tmp_path / "match.jsonl", deals=deals)
    status, closed, (error,) = run("replay", str(path), *how)
    assert status == 1
    assert error.startswith(f"cardtable: {path}: line ")
    assert "this deal is not over, and several people play it; `replay --open` shows it all the same" in error
    status, opened, errors = run("replay", str(path), "--open", *how)
    assert (status, errors) == (0, [])
    assert opened.startswith(closed)
    if how:
        assert sum(json.loads(row)["kind"] == "deal" for row in closed.splitlines()) == deals
        assert sum(json.loads(row)["kind"] == "deal" for row in opened.splitlines()) == deals + 1
    else:
        assert closed.count("\nDeal ") == deals
        assert opened.count("\nDeal ") == deals + 1


def test_the_screen_shows_a_deal_that_several_people_still_play_only_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    shown: list[Replay] = []
    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)

    def show(*_: Any, first: Any) -> int:
        shown.append(first.replay)
        return 0

    monkeypatch.setattr("cardtable.tui.run", show)
    path = people_at(tmp_path / "match.jsonl", deals=1)
    assert run("replay", str(path), "--screen")[0] == 0
    assert run("replay", str(path), "--screen", "--open")[0] == 0
    assert [len(replay.deals) for replay in shown] == [1, 2]
    first = people_at(tmp_path / "first.jsonl", deals=0)
    status, _, (error,) = run("replay", str(first), "--screen")
    assert (status, "several people play it" in error) == (1, True)
    with pytest.raises(BadRecord, match="several people"):
        read_replay_secret(first)


def read_replay_secret(path: Path) -> Replay:
    """The replay as the menu opens it."""
    from cardtable.match.record import read_record

    return Replay(read_record(path), secret=True)


def test_a_match_that_is_over_or_has_one_person_is_told_without_asking(run: Run) -> None:
    for path in (
        match(records_dir() / "a.jsonl", ("Anna", "Boris")),
        match(records_dir() / "b.jsonl", ("Anna", "Bot"), over=False),
    ):
        status, out, errors = run("replay", str(path))
        assert (status, errors) == (0, [])
        assert out


# Statistics


def _no_folder(path: Path) -> None:
    path.parent.write_text("a file\n", encoding="utf-8")


def _folder(path: Path) -> None:
    path.mkdir(parents=True)


def _pipe(path: Path) -> None:
    path.parent.mkdir()
    os.mkfifo(path)


def _other_tables(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE records (x); PRAGMA user_version = 3;")


@pytest.mark.parametrize("put", [_no_folder, _folder, pytest.param(_pipe, marks=pytest.mark.posix), _other_tables])
def test_statistics_that_cannot_be_kept_are_counted_in_memory(put: Any, tmp_path: Path) -> None:
    match(tmp_path / "records" / "a.jsonl")
    path = tmp_path / "data" / "stats.sqlite"
    put(path)
    found = Stats(path)
    assert found.read(tmp_path / "records") == []
    assert [(fare.what, fare.deals) for fare in found.people()] == [("Anna", 1)]
    found.close()


def test_statistics_that_may_not_be_written_are_counted_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a read-only home: opened so, whoever runs the test."""
    path = tmp_path / "stats.sqlite"
    Stats(path).close()
    before = path.read_bytes()
    connect = sqlite3.connect

    def read_only(where: Any) -> sqlite3.Connection:
        return connect(where) if str(where) == ":memory:" else connect(f"file:{where}?mode=ro", uri=True)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    match(tmp_path / "records" / "a.jsonl")
    found = Stats(path)
    assert found.read(tmp_path / "records") == []
    assert [fare.what for fare in found.people()] == ["Anna"]
    found.close()
    assert path.read_bytes() == before


TIMES = [-(1 << 33), 0, 1 << 33, 1 << 34]
"""File times in seconds from 1970: before it, after 2242, and where nanoseconds exceed 64 bits."""


@pytest.mark.parametrize("seconds", TIMES)
def test_the_time_of_a_file_may_be_any(seconds: int, run: Run) -> None:
    path = match(records_dir() / "a.jsonl")
    os.utime(path, (seconds, seconds))
    for _ in range(2):
        status, out, errors = run("stats", "--json")
        assert (status, errors) == (0, [])
        assert [row["what"] for row in json.loads(out)["players"]] == ["Anna"]
    assert [record.path for record in kept()] == [path]
    assert 1 <= kept()[0].changed.year <= 9999


@pytest.mark.parametrize("seconds", [1e15, -1e15, float("inf"), float("nan")])
def test_a_time_beyond_the_calendar_is_its_end(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some file systems cannot store it, so the test only simulates it."""
    path = match(records_dir() / "a.jsonl")
    real = Path.stat

    class Odd:
        def __init__(self, found: os.stat_result) -> None:
            self.st_mode, self.st_size, self.st_mtime = found.st_mode, found.st_size, seconds
            self.st_mtime_ns = found.st_mtime_ns

    monkeypatch.setattr(Path, "stat", lambda self, **how: Odd(real(self, **how)))
    assert [record.path for record in kept()] == [path]
    assert 1 <= kept()[0].changed.year <= 9999


def test_a_record_whose_name_is_no_text_is_counted(run: Run) -> None:
    path = match(records_dir() / "a.jsonl")
    os.rename(os.fsencode(path), os.fsencode(path.parent) + b"/\xcd\xe5.jsonl")
    status, out, errors = run("stats", "--json")
    assert (status, errors) == (0, [])
    assert [row["what"] for row in json.loads(out)["players"]] == ["Anna"]


# The match played last


def test_what_was_played_last_is_gone_on_with_whatever_the_clock_says() -> None:
    tables = [open_table("throw_in", two(), (), nth) for nth in range(3)]
    paths = [table.path for table in tables if table.path is not None]
    for nth, table in enumerate(tables):
        table.close()
        os.utime(paths[nth], (10**9 - nth * 1000,) * 2)  # The clock runs backwards.
    assert last_unfinished() == last_agreed() == paths[2]
    reopen(paths[0]).close()
    os.utime(paths[0], (1, 1))
    assert last_unfinished() == paths[0]
    assert [record.path for record in kept()] == [paths[1], paths[2], paths[0]], "a list with dates goes by them"
    # Without the note the files' times decide, as for a record copied here.
    (data_dir() / "played.txt").unlink()
    assert last_unfinished() == paths[1]


def test_a_tournament_and_a_match_are_in_the_order_of_play(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda instead: None)
    opened: list[str] = []

    def play_cup(cup: Tournament, *, plain: bool) -> None:
        opened.append("cup")
        cup.close()

    def play_match(table: Table, *, plain: bool) -> None:
        opened.append("match")
        table.close()

    monkeypatch.setattr("cardtable.cli.tournament.play", play_cup)
    monkeypatch.setattr("cardtable.cli.play._run", play_match)
    begun(agreed_for("throw_in", (), entrant_plans("throw_in", ("Anna", "bot:uniform", "bot:uniform")), 1)).close()
    assert run_ok(run)
    table = open_table("throw_in", two(), (), 1)
    table.close()
    assert table.path is not None
    os.utime(table.path, (1, 1))
    assert run_ok(run)
    cup = last_cup()
    assert cup is not None
    Tournament.resume(cup).close()
    assert run_ok(run)
    assert opened == ["cup", "match", "match"]


def run_ok(run: Run) -> bool:
    """Resumes the match played last."""
    return run("resume")[0] == 0


@pytest.mark.parametrize("damage", [b"\xff\xfe\n", b"", b"x" * (1 << 20), pytest.param(None, marks=pytest.mark.posix)])
def test_an_order_that_is_damaged_falls_back_on_the_times(damage: bytes | None) -> None:
    table = open_table("throw_in", two(), (), 1)
    table.close()
    path = data_dir() / "played.txt"
    path.unlink()
    if damage is None:
        os.mkfifo(path)
    else:
        path.write_bytes(damage)
    assert last_unfinished() == table.path
    assert table.path is not None
    reopen(table.path).close()
    assert path.read_text(encoding="utf-8").splitlines()[-1] == table.path.name


# Safe after a crash


@pytest.mark.posix
def test_a_file_and_its_folder_are_on_the_disk_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings, kept tables and positions, like records: a rename held only in memory does not survive a crash."""
    synced: list[Path] = []
    real = os.fsync

    def note(handle: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{handle}")))
        real(handle)

    monkeypatch.setattr(os, "fsync", note)
    save(tmp_path / "config" / "settings.toml", {"theme": "grey"})
    # The folder twice: for the new file and for its name.
    assert [path.name for path in synced[1:]] == ["config", "config"]
    assert fullmatch(r"\.settings\.toml\.[0-9a-f]{8}\.new", synced[0].name)
    assert (tmp_path / "config" / "settings.toml").read_text(encoding="utf-8") == 'theme = "grey"\n'
    synced.clear()
    files.replace(tmp_path / "other" / "file", "text\n")
    assert [path.name for path in synced[1:]] == ["other", "other"]
    synced.clear()
    begin(tmp_path / "records" / "a.jsonl", (7, 2), durable=True).close()
    assert [path.name for path in synced] == ["a.jsonl", "records", "a.jsonl"]
    synced.clear()
    Tournament.create(tmp_path / "cup", agreed()).close()
    assert [path.name for path in synced] == [FILE, "cup"]


def test_a_file_that_cannot_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    save(path, {"theme": "grey"})
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(FULL))
        with pytest.raises(OSError, match="No space"):
            save(path, {"theme": "dark"})
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["settings.toml"]
