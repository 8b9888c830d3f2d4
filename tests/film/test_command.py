"""`cardtable share`: what it writes, what it refuses, and that it never leaves a half-written file."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from tests.film.records import recorded
from tests.film.test_page import data_in
from tests.tui.pty_player import Cells


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def share(*given: str) -> Result:
    return CliRunner().invoke(cli, ["--lang", "en", "share", *given])


def pages(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.html"))


def test_a_deal_against_bots_is_open_to_everybody(tmp_path: Path) -> None:
    record = recorded(tmp_path, "bura_31", 2)
    done = share(str(record))
    assert done.exit_code == 0, done.output
    assert "Every hand of these deals can be opened in it." in done.output
    assert "Nobody's name is in it" in done.output
    data = data_in((tmp_path / "cardtable-bura_31.html").read_text("utf-8"))
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
        (["exercise"], "exercise: no mistake of yours is due today"),
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


def test_the_record_itself_is_never_written_over(tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    before = record.read_bytes()
    for given in (["--out", record.name], ["--svg", str(record)]):
        done = share(str(record), "--no-review", "--force", *given)
        assert done.exit_code == 1
        assert "this is the record itself" in done.output
    assert record.read_bytes() == before


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


# The screen itself


def test_the_screen_is_written_for_asciinema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    record = recorded(tmp_path, "throw_in", 2)
    done = share(str(record), "--cast", "deal.cast", "--to", "6")
    assert done.exit_code == 0, done.output
    head, *events = map(json.loads, (tmp_path / "deal.cast").read_text("utf-8").splitlines())
    assert (head["version"], head["width"], head["height"], head["title"]) == (2, 100, 30, "Throw-in Fool")
    assert [event[0] for event in events] == [round(0.9 * nth, 2) for nth in range(7)]
    cells = Cells(100, 30)
    for _, kind, out in events:
        assert kind == "o"
        cells.feed(out)
    assert "move 6 of" in cells.text
    assert "Player 2" in cells.text
    assert "Boris" not in "".join(event[2] for event in events)
    assert "\x1b[38;2;" in events[0][2], "true colours, whatever this terminal has"


def test_the_screen_is_written_as_a_picture_that_moves(tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    done = share(str(record), "--svg", "deal.svg", "--names", "--size", "80x24", "--from", "1", "--to", "3")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "deal.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.attrib["viewBox"] == "0 0 672 432"
    assert "Boris" in text
    assert not re.findall(r"https?://(?!www\.w3\.org/)", text), "it asks no server for a font"
    spans = {
        (float(one.attrib["keyTimes"].split(";")[1]), float(one.attrib["keyTimes"].split(";")[2]))
        for one in root.iter("{http://www.w3.org/2000/svg}animate")
    }
    assert all(0 <= begin < end <= 1 for begin, end in spans)
    assert len(spans) > 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--size", "100x30"], "--size: it goes with --cast or --svg"),
        (["--svg", "a.svg", "--size", "10x10"], "--size 10x10: columns and rows, from 80x24 to 300x100"),
        (["--svg", "a.svg", "--size", "large"], "--size large: columns and rows"),
        (["--svg", "a.svg", "--from", "5", "--to", "2"], "--from 5, --to 2: the moves are 0 to"),
        (["--svg", "a.svg", "--to", "9999"], "--to 9999: the moves are 0 to"),
        (["--cast", "there.html"], "there.html is there already"),
    ],
)
def test_what_cannot_be_filmed_is_said_in_a_line(given: list[str], why: str, tmp_path: Path) -> None:
    record = recorded(tmp_path, "burkozel", 2)
    (tmp_path / "there.html").write_text("mine", "utf-8")
    done = share(str(record), *given)
    assert done.exit_code in (1, 2)
    assert why in done.output
    assert not (tmp_path / "a.svg").exists()
    assert (tmp_path / "there.html").read_text("utf-8") == "mine"
