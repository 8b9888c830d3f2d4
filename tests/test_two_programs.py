"""Several programs with one player's files: none loses what another one keeps."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import IO

import pytest

from cardtable import files
from cardtable.coach.kept import KeptReviews, path_of
from cardtable.coach.mistakes import Mistake, note
from cardtable.desk import lately
from cardtable.lessons.progress import keep as keep_reached
from cardtable.match.record import read_record
from cardtable.match.replay import Replay
from cardtable.player import saved, settings
from cardtable.puzzles import load
from cardtable.puzzles.daily import FIRST, day_of, keep_par
from cardtable.puzzles.kept import count
from cardtable.puzzles.kept import load as load_solved
from tests.test_replay import play

pytestmark = pytest.mark.usefixtures("own_home")

SOME = load("durak")[0][:45]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a player's files."""
    path = tmp_path / "kept"
    path.mkdir()
    return path


def held(folder: Path) -> bool:
    """Whether another program would have to wait."""
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _play_now(folder: Path) -> None:
    lately.note(folder / "match.jsonl")


def _review(folder: Path) -> None:
    path = folder / "match.jsonl"
    play(path, seats=2, deals=1).close()
    kept = KeptReviews(Replay(read_record(path)))
    kept.keep(kept.review(1, 0))
    assert path_of(path).exists()


KEEPERS: dict[str, Callable[[Path], object]] = {
    "settings": lambda folder: settings.save(folder / "settings.toml", {"theme": "grey"}),
    "a table": lambda folder: saved.save(
        folder / "tables.toml", saved.SavedTable("throw_in", ("Anna", "Bo"), (None, "steady"), {}, "ours")
    ),
    "the order of play": _play_now,
    "a puzzle": lambda folder: count(folder / "puzzles.json", SOME[0], solved=True),
    "a day": lambda folder: keep_par(folder / "puzzles.json", day_of(FIRST, FIRST), 1.0),
    "a lesson": lambda folder: keep_reached(folder / "lessons.json", "first", 1, done=False),
    "an exercise": lambda folder: note(
        folder / "mistakes.json", Mistake(Path("match.jsonl"), 1, 0, 1), solved=True, today=date(2026, 11, 23)
    ),
    "a review": _review,
}


@pytest.mark.posix
@pytest.mark.parametrize("keeper", KEEPERS.values(), ids=KEEPERS)
def test_what_is_kept_is_read_and_replaced_with_no_other_program_between(
    keeper: Callable[[Path], object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, bool]] = []
    opened, replace = files.opened, files.replace

    def note_opened(path: Path) -> IO[bytes]:
        if path.suffix != ".jsonl":
            seen.append(("read", held(path.parent)))
        return opened(path)

    def note_replace(path: Path, text: str) -> None:
        seen.append(("replace", held(path.parent)))
        replace(path, text)

    monkeypatch.setattr(files, "opened", note_opened)
    for module in ("cardtable.files", "cardtable.puzzles.kept", "cardtable.lessons.progress"):
        monkeypatch.setattr(f"{module}.replace", note_replace)
    monkeypatch.setattr("cardtable.desk.lately.data_dir", lambda: folder)
    keeper(folder)
    assert seen[-2:] == [("read", True), ("replace", True)]
    assert not held(folder)


def _solve(path: Path, first: int) -> None:
    for puzzle in SOME[first::3]:
        count(path, puzzle, solved=True)


def test_whatever_several_programs_keep_at_once_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 600)  # However slow this computer is.
    path = folder / "puzzles.json"
    fork = multiprocessing.get_context("fork")
    programs = [fork.Process(target=_solve, args=(path, first), daemon=True) for first in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert [program.exitcode for program in programs] == [0, 0, 0]
    assert set(load_solved(path).done) == {puzzle.id for puzzle in SOME}
    assert os.listdir(folder) == ["puzzles.json"]


def test_of_two_that_replace_a_file_at_once_each_puts_its_own_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one begins and ends while the first one's text is being written to the disk."""
    path, sync = folder / "file", os.fsync

    def be_overtaken(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        files.replace(path, "second\n")
        assert path.read_text(encoding="utf-8") == "second\n"
        sync(handle)

    monkeypatch.setattr(os, "fsync", be_overtaken)
    files.replace(path, "first\n")
    assert path.read_text(encoding="utf-8") == "first\n"
    assert os.listdir(folder) == ["file"]


def test_a_program_that_never_ends_its_change_is_not_waited_for_and_nothing_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0)
    path = folder / "settings.toml"
    settings.save(path, {"theme": "grey"})
    with files.alone(path), pytest.raises(BlockingIOError) as error:
        settings.save(path, {"theme": "dark"})
    assert error.value.filename == str(folder)
    assert path.read_text(encoding="utf-8") == 'theme = "grey"\n'
    settings.save(path, {"theme": "dark"})
    assert path.read_text(encoding="utf-8") == 'theme = "dark"\n'


@pytest.mark.posix
def test_where_nothing_can_be_locked_everything_is_kept_as_well(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    before = set(os.listdir("/proc/self/fd"))
    keep_reached(folder / "lessons.json", "first", 1, done=True)
    assert json.loads((folder / "lessons.json").read_text()) == {"first": {"step": 1, "done": True}}
    assert set(os.listdir("/proc/self/fd")) == before


def test_what_killed_programs_leave_is_taken_away_after_a_day_and_nothing_else(folder: Path) -> None:
    path = folder / "a[b].toml"
    left = [folder / f".{name}" for name in ("a[b].toml.new", "a[b].toml.0123abcd.new", "a[b].toml.fedc9876.new")]
    others = [folder / name for name in (".ab.toml.0123abcd.new", ".a[b].toml.mine.new", "a[b].toml.new")]
    for file in (*left, *others):
        file.write_text("half")
        os.utime(file, (0, 0))
    left[-1].touch()  # That program may still be busy with it.
    files.replace(path, "text\n")
    assert sorted(folder.iterdir()) == sorted([left[-1], *others, path])


def test_a_file_whose_place_is_taken_by_a_folder_leaves_nothing_beside_it(folder: Path) -> None:
    (folder / "file").mkdir()
    with pytest.raises(OSError, match="directory"):
        files.replace(folder / "file", "text\n")
    assert os.listdir(folder) == ["file"]
