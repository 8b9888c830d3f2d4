"""The player's records in the order played, and those that can be continued."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.desk import lately, tables
from cardtable.engine.family import Family
from cardtable.engine.rules import AnyRules
from cardtable.games import family
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.paths import records_dir
from tests.test_plain import table_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's records: three unfinished matches, of which the file of `b` was written last."""
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


def test_noted_names_are_of_records_in_the_folder_and_no_other_is_looked_for_before_it_is_due(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / "elsewhere.jsonl").touch()
    noted = ("a", "c", "../elsewhere", str(folder / "b"), "a", "gone", "x" * 300, "\0")
    (folder.parent / lately.FILE).write_text("".join(f"{name}.jsonl\n" for name in noted))
    assert names() == ["a", "c", "b"]
    monkeypatch.setattr(os, "scandir", lambda folder: pytest.fail("the last record is known by name"))
    assert tables.last_agreed() == folder / "a.jsonl"


def test_the_menu_makes_rules_once_for_records_that_agreed_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()
    rules = Family.rules

    def count(game: Family, options: object, seats: int) -> AnyRules:
        made.append(game.id)
        return rules(game, options, seats)

    monkeypatch.setattr(Family, "rules", count)
    assert len(tables.unfinished(3)) == 3
    assert made == ["durak"]
