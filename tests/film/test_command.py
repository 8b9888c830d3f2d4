"""`cardtable share`: what it writes, what it refuses, and that nothing is written halfway."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from tests.film.records import recorded
from tests.film.test_page import data_in


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def share(*given: str) -> Result:
    return CliRunner().invoke(cli, ["--lang", "en", "share", *given])


def pages(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.html"))


def test_a_deal_against_bots_is_open_to_everybody(tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    done = share(str(record))
    assert done.exit_code == 0, done.output
    assert "Every hand of these deals can be opened in it." in done.output
    assert "Nobody's name is in it" in done.output
    data = data_in((tmp_path / "cardtable-burkozel.html").read_text("utf-8"))
    assert "hands" in data["deals"][0]["frames"][0]
    assert data["language"] == "en"


def test_of_several_people_it_shows_what_one_of_them_saw(tmp_path: Path) -> None:
    record = recorded(tmp_path, "throw_in", 3, people=(1, 2))
    done = share(str(record), "--no-review", "--deal", "1", "--names")
    assert "Several people played: it shows what Boris could see." in done.output
    data = data_in((tmp_path / "cardtable-throw_in-deal1.html").read_text("utf-8"))
    assert data["viewer"] == 1
    assert not any("hands" in frame for frame in data["deals"][0]["frames"])
    done = share(str(record), "--no-review", "--open", "--seat", "2", "--out", "open.html")
    assert "Every hand of these deals" in done.output
    data = data_in((tmp_path / "open.html").read_text("utf-8"))
    assert data["viewer"] == 2
    assert "hands" in data["deals"][0]["frames"][0]


def test_a_deal_that_goes_on_is_told_to_nobody(tmp_path: Path) -> None:
    whole = recorded(tmp_path, "king_simple", 4, deals=2).read_bytes().splitlines(keepends=True)
    begun = tmp_path / "begun.jsonl"
    begun.write_bytes(b"".join(whole[:9]))
    done = share(str(begun))
    assert (done.exit_code, done.output) == (1, f"Error: {begun}: no deal is over yet\n")
    assert pages(tmp_path) == []
    begun.write_bytes(b"".join(whole[:-5]))
    assert share(str(begun), "--no-review", "--out", "one.html").exit_code == 0
    assert len(data_in((tmp_path / "one.html").read_text("utf-8"))["deals"]) == 1
    refused = share(str(begun), "--deal", "2")
    assert "no such deal is over" in refused.output


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["missing.jsonl"], "missing.jsonl: No such file or directory"),
        (["RECORD", "--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["RECORD", "--out", "folder"], "folder: this is a folder; --out wants a file"),
        (["RECORD", "--out", "there.html"], "there.html is there already; --force writes over it"),
        (["puzzle:nothing-1"], "puzzle:nothing-1: there is no such puzzle"),
        (["daily", "--seat", "1"], "--seat: a puzzle is shown as it is"),
        (["puzzle:kozel-001", "--open"], "--open: a puzzle is shown as it is"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line(given: list[str], why: str, tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    (tmp_path / "folder").mkdir()
    (tmp_path / "there.html").write_text("mine", "utf-8")
    done = share(*(str(record) if word == "RECORD" else word for word in given))
    assert done.exit_code != 0
    assert why in done.output
    assert pages(tmp_path) == ["there.html"]
    assert (tmp_path / "there.html").read_text("utf-8") == "mine"


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    done = share(str(record))
    assert f"{record}: " in done.output
    assert pages(tmp_path) == []


def test_a_page_is_written_over_only_by_force(tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    assert share(str(record), "--no-review").exit_code == 0
    assert share(str(record), "--no-review").exit_code != 0
    assert share(str(record), "--no-review", "--force").exit_code == 0


def test_the_puzzle_of_today(tmp_path: Path) -> None:
    assert share("daily").exit_code == 0
    data = data_in((tmp_path / "cardtable-daily.html").read_text("utf-8"))
    assert data["puzzle"] is True
    assert data["deals"][0]["questions"], date.today()
