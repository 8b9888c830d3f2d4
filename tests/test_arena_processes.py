"""The arena's processes: bots that misbehave in them, and what is left of them when the arena is stopped."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any, NamedTuple

import pytest

from tests import programs
from tests.misbehaving import TROUBLES
from tests.waiting import PATIENCE


class Said(NamedTuple):
    """How a command ended, and its output."""

    status: int
    out: dict[str, Any]
    err: str


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "tests.misbehaving", "arena", *args, "--json"]


def arena(*args: str) -> Said:
    done = programs.run(command(*args))
    return Said(done.returncode, json.loads(done.stdout), done.stderr)


LATE = "a decision took more than 3 s"
WHAT = {
    "hangs": LATE,
    "sleeps": LATE,
    "raises": "RuntimeError: ?[31mnine of spades in two lines",
    "unspeakable": "Silence",
    "unshown": "it answered <Unshown>, which is no decision",
    "unmade": "LookupError: no such file",
    "leaves": "SystemExit: 0",
    "interrupts": "KeyboardInterrupt",
    "dies": "its process ended with exit code 3",
    "crashes": "its process was ended by SIGSEGV",
    "cheats": "it answered None, which is no decision",
}


@pytest.mark.parametrize(
    "trouble", [pytest.param(one, marks=pytest.mark.posix) if one == "crashes" else one for one in WHAT]
)
@pytest.mark.every(12)
def test_whoever_misbehaves_loses_that_deal_and_the_rest_goes_on(trouble: str) -> None:
    # Bots that think properly must be in time, even on a machine busy with other tests.
    limit, deals = (3, 2) if WHAT[trouble] == LATE else (60, 4)
    terms = ("--deals", str(deals), "--limit", str(limit), "--jobs", "2")
    said = arena("throw_in", "--bots", f"{trouble},steady", *terms)
    assert said.status == 1
    (failure,) = said.out["failures"]
    assert 1 <= failure["count"] <= deals
    assert failure["bot"] == trouble
    assert failure["what"].startswith("deck ")
    assert WHAT[trouble] in failure["what"]
    assert [row["deals"] for row in said.out["bots"]] == [deals, deals]
    assert "Traceback" not in said.err


@pytest.mark.slow
def test_results_are_the_same_in_one_process_and_in_three() -> None:
    """Even if processes are ended and started again, with a pair that plays properly among the others."""
    terms = ("throw_in", "--bots", "dies,raises,steady,uniform", "--seats", "2", "--deals", "6")
    one, three = arena(*terms), arena(*terms, "--jobs", "3")
    assert one.out == three.out
    assert {failure["bot"] for failure in one.out["failures"]} == {"dies", "raises"}


def test_a_bot_that_prints_spoils_no_results() -> None:
    said = arena("throw_in", "--bots", "prints,steady", "--deals", "10")
    assert said.status == 0
    assert "I print" in said.err
    assert "I write" in said.err


@pytest.mark.posix
def test_a_record_that_cannot_be_written_is_told_in_one_line(tmp_path: Any) -> None:
    (tmp_path / "file").touch()
    terms = ("throw_in", "--bots", "uniform,steady", "--deals", "4", "--records", str(tmp_path / "file" / "folder"))
    done = programs.run(command(*terms))
    assert done.returncode == 1
    assert done.stderr == f"cardtable: --records {tmp_path / 'file' / 'folder'}: Not a directory\n"


@pytest.mark.posix
@pytest.mark.parametrize(
    ("name", "whole_group", "others", "jobs"),
    [
        pytest.param("SIGINT", True, "uniform", "1", id="Ctrl+C"),
        pytest.param("SIGINT", True, "uniform", "2", id="Ctrl+C, two processes"),
        pytest.param("SIGINT", True, "hangs", "2", id="Ctrl+C while bots hang"),
        pytest.param("SIGINT", False, "uniform", "2", id="SIGINT to the first"),
        pytest.param("SIGTERM", True, "uniform", "2", id="SIGTERM to all"),
        pytest.param("SIGTERM", False, "hangs", "1", id="SIGTERM while a bot hangs"),
        pytest.param("SIGKILL", False, "uniform", "2", id="SIGKILL"),
        pytest.param("SIGKILL", False, "hangs", "2", id="SIGKILL while bots hang"),
    ],
)
@pytest.mark.every(9)
def test_a_signal_ends_it_at_once_and_leaves_no_process(name: str, whole_group: bool, others: str, jobs: str) -> None:
    number = signal.Signals[name]
    terms = ("throw_in", "--bots", f"announces,{others}", "--deals", "1000000", "--limit", "1000", "--jobs", jobs)
    with programs.running(command(*terms)) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        (os.killpg if whole_group else os.kill)(process.pid, number)
        # Its output ends only when every process that could write there has ended.
        out, err = process.communicate(timeout=PATIENCE)
    assert first.strip().isdigit()
    if number == signal.SIGKILL:
        return
    assert process.returncode == 128 + number
    *_, last = err.strip().splitlines()
    result = json.loads(out)
    assert result["stopped"]
    assert result["deals"] == 1000000
    played = {row["deals"] for row in result["bots"]} or {0}
    assert last == f"cardtable: stopped after {max(played) // 2} of 500000 decks"
    assert not result["failures"]
    assert "Traceback" not in err


def test_every_trouble_is_tried() -> None:
    assert set(TROUBLES) == {*WHAT, "prints", "announces"}
