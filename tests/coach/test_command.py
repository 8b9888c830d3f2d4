"""`cardtable review`: what it prints and keeps, and the one line that it says when it cannot review."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardtable import files
from cardtable.cli.review import review
from cardtable.coach.kept import path_of
from tests import programs
from tests.test_replay import play


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.coach.chances.ITERATIONS", 40)
    monkeypatch.setattr("cardtable.coach.chances.CLOSER", 40)
    monkeypatch.setattr("cardtable.coach.luck.ITERATIONS", 20)
    monkeypatch.setattr("cardtable.bots.styles.durak.thoughts.POSITIONS", 1_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of one two-player deal, with Anna in seat 0."""
    file = tmp_path / "match.jsonl"
    play(file, seats=2, deals=1).close()
    return file


def rows(text: str) -> list[dict[str, object]]:
    """The objects parsed from the lines."""
    return [json.loads(line) for line in text.splitlines()]


def test_a_deal_is_reviewed_and_kept_and_told_the_same_again(path: Path) -> None:
    first = CliRunner().invoke(review, [str(path), "--json"])
    assert first.exit_code == 0, first.output
    deal, match = rows(first.stdout)
    assert deal["kind"] == "deal"
    assert deal["whole"]
    assert match["accuracy"] == {"0": deal["accuracy"]}
    assert path_of(path).exists()
    assert CliRunner().invoke(review, [str(path), "--json"]).stdout == first.stdout
    told = CliRunner().invoke(review, [str(path)])
    assert told.stdout.startswith("Deal 1, Anna: ")
    assert "accuracy" in told.stdout


@pytest.mark.slow
def test_a_kept_review_is_shown_without_what_matches_are_played_with(path: Path) -> None:
    CliRunner().invoke(review, [str(path)])
    code = (
        "import sys\n"
        "import cardtable.__main__ as program\n"
        f"sys.argv = ['cardtable', 'review', {str(path)!r}]\n"
        "try: program.main()\n"
        "except SystemExit: pass\n"
        "brought = ('textual', 'rich', 'cardtable.tui', 'cardtable.match.table', 'cardtable.desk.tables')\n"
        "families = {'cardtable.games.' + name for name in ('bura', 'kozel', 'king', 'one_oh_one')}\n"
        "print(sorted({*brought, *families} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = programs.run([sys.executable, "-c", code], check=True)
    assert done.stdout.startswith("Deal 1, Anna: ")
    assert done.stderr == "[]\n"


@pytest.mark.slow
def test_a_seat_of_a_bot_can_be_reviewed_too(path: Path) -> None:
    deal, _ = rows(CliRunner().invoke(review, [str(path), "--seat", "1", "--json"]).stdout)
    assert deal["seat"] == 1
    first, second, _ = rows(CliRunner().invoke(review, [str(path), "--seat", "all", "--json"]).stdout)
    assert (first["seat"], second["seat"]) == (0, 1)
    assert second == deal


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["--deal", "2"], "--deal 2: no such deal is over; there are 1"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(path: Path, args: list[str], said: str) -> None:
    result = CliRunner().invoke(review, [str(path), *args])
    assert result.exit_code == 2
    assert said in result.output
    assert not path_of(path).exists()


def test_a_full_disk_costs_one_line_and_not_the_review(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "create_whole", full)
    result = CliRunner().invoke(review, [str(path)])
    assert result.exit_code == 0
    assert "Deal 1, Anna: " in result.stdout
    assert result.stderr.count("\n") == 1
    assert "the review could not be kept: No space left" in result.stderr


@pytest.mark.slow
def test_what_was_done_is_kept_when_it_is_stopped(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped as by Ctrl+C; the next run goes on and reaches the same result."""
    calls = 0

    def stopped() -> int:
        nonlocal calls
        calls += 1
        return 2 if calls > 60 else 0

    @contextmanager
    def soon() -> Iterator[Callable[[], int]]:
        yield stopped

    with monkeypatch.context() as patch:
        patch.setattr("cardtable.cli.review.stoppable", soon)
        result = CliRunner().invoke(review, [str(path), "--json"])
    assert result.exit_code == 130
    assert re.search(r"stopped: \d+ of \d+ decisions are reviewed; the same command goes on", result.stderr)
    half = rows(result.stdout)[0]
    assert not half["whole"]
    whole, _ = rows(CliRunner().invoke(review, [str(path), "--json"]).stdout)
    assert whole["whole"]
    assert isinstance(half["found"], list)
    assert isinstance(whole["found"], list)
    assert whole["found"][: len(half["found"])] == half["found"]
    path_of(path).unlink()
    assert rows(CliRunner().invoke(review, [str(path), "--json"]).stdout)[0] == whole


@pytest.mark.slow
def test_cards_and_play_make_the_result(path: Path) -> None:
    result = CliRunner().invoke(review, [str(path), "--luck", "--json"])
    found = rows(result.stdout)[-1]
    assert found["kind"] == "luck"
    cards, play_, error = found["cards"], found["play"], found["error"]
    assert isinstance(cards, float)
    assert isinstance(play_, float)
    assert isinstance(error, float)
    assert cards + play_ in (pytest.approx(0.5), pytest.approx(-0.5), pytest.approx(0.0))
    assert error > 0.1  # Four results that agree do not make it certain.
    assert CliRunner().invoke(review, [str(path), "--luck", "--json"]).stdout == result.stdout


@pytest.mark.slow
def test_hindsight_is_told_also_of_a_review_that_was_made_without_it(path: Path) -> None:
    CliRunner().invoke(review, [str(path), "--json"])
    deal, _ = rows(CliRunner().invoke(review, [str(path), "--open", "--json"]).stdout)
    found = deal["found"]
    assert isinstance(found, list)
    assert found
    assert all(one["open"] is not None for one in found)
    assert deal == rows(CliRunner().invoke(review, [str(path), "--json"]).stdout)[0], "it is kept"
