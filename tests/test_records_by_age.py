"""The player's records in the order in which they were played, and those to go on with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.desk import lately, tables
from cardtable.games import family
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.paths import records_dir
from tests.test_plain import table_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's records: three matches begun, of which the file of `b` was written last."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    folder = records_dir()
    folder.mkdir(parents=True)
    match = table_of("throw_in", ("person", "bot:lowest"))
    for nth, name in enumerate(("c", "a", "b")):
        header = make_header(family("durak"), "throw_in", match.rules.options, match.names, match.header.kinds, nth)
        table = Table.begin(match.rules, header, folder / f"{name}.jsonl")
        while not any(seat == 0 for seat, _ in table._match.made):
            table.submit(table.to_act[0], table.legal(table.to_act[0])[0])
        table.close()
        os.utime(folder / f"{name}.jsonl", (nth, nth))
    return folder


def names() -> list[str]:
    return [path.stem for path in tables.records_by_age()]


def test_what_was_played_last_goes_before_what_was_written_last(folder: Path) -> None:
    assert names() == ["b", "a", "c"]
    lately.note(folder / "c.jsonl")
    assert names() == ["c", "b", "a"]


@pytest.mark.posix
def test_what_is_no_regular_file_is_no_record(folder: Path) -> None:
    (folder / "folder.jsonl").mkdir()
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "d.jsonl").symlink_to(folder / "a.jsonl")
    (folder / "notes.txt").touch()
    assert sorted(names()) == ["a", "b", "c", "d"]


def test_the_menu_looks_at_the_last_records_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [found.path.stem for found in tables.unfinished(3)] == ["b", "a", "c"]
    monkeypatch.setattr(tables, "LATELY", 2)
    assert [found.path.stem for found in tables.unfinished(3)] == ["b", "a"]
    (folder / "b.jsonl").unlink()
    (folder / "a.jsonl").unlink()
    assert tables.last_unfinished() == folder / "c.jsonl", "`resume` looks at all"
