"""A short run of `.build/fuzz.py`: some inputs of every kind, always the same, and nothing goes wrong.

After a failure here, `python .build/fuzz.py KIND` writes the shortest input that shows it.
"""

from __future__ import annotations

import importlib.util
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardtable.tui.menus.home import HomeScreen

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

INPUTS = 20
"""The inputs of each kind, with lines and keys counted singly."""
SCRIPT = Path(__file__).resolve().parent.parent / ".build" / "fuzz.py"


def _fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = module  # Its classes look themselves up there.
    spec.loader.exec_module(module)
    return module


fuzz = _fuzz()
pytestmark = pytest.mark.posix  # It times its waits with alarms.


@pytest.mark.parametrize("kind", fuzz.KINDS)
@pytest.mark.every(24)
def test_nothing_goes_wrong(kind: str, tmp_path: Path) -> None:
    tally = fuzz.tried(kind, INPUTS, 1, tmp_path / "home")
    assert tally.inputs >= INPUTS
    assert not tally.findings, "\n\n".join(f"{one.what}\n{one.steps}\n{one.detail}" for one in tally.findings.values())


def writes_outside(watch: Any) -> None:
    with suppress(OSError):
        (watch.home.parent / "outside").write_text("x")


def spoils_what_it_refuses(watch: Any) -> None:
    path = next(iter(watch.given))
    path.write_text("x")
    fuzz.STEPS["run"].do(watch, "check", str(path))


FAULTS: list[tuple[Callable[[Any], object], str]] = [
    (lambda watch: int("x"), "ValueError"),
    (lambda watch: sys.exit(3), "SystemExit"),
    (writes_outside, "writes outside its folder: outside"),
    (spoils_what_it_refuses, "check: x was changed"),
    (lambda watch: watch.said("replay", "A\x9b2J"), "replay: says control characters"),
    (lambda watch: watch.refused("games", "cardtable: A\nB"), "games: an error in several lines"),
    (lambda watch: socket.create_connection(("127.0.0.1", 9)), "does socket.connect"),
]


@pytest.mark.parametrize(("fault", "named"), FAULTS)
def test_what_must_not_happen_is_seen(
    fault: Callable[[Any], object], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fuzz.STEPS, "fault", fuzz.STEPS["menu"]._replace(do=fault))
    steps = [["file", "here/x", "{"], ["fault"]]
    seen = [what for what, _ in fuzz.watched(steps, tmp_path / "home").wrong]
    assert any(what.startswith(named) for what in seen), seen
    assert not (tmp_path / "outside").exists()


def test_a_screen_that_fails_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(screen: HomeScreen) -> None:
        raise LookupError

    monkeypatch.setattr(HomeScreen, "on_mount", fail)
    assert "LookupError in " in str(fuzz.watched([["screen", "menu", "down"]], tmp_path / "home").wrong)


def test_a_finding_is_told_with_the_fewest_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def press(watch: Any, place: str, *keys: str) -> None:
        if "b" in keys and "e" in keys:
            raise LookupError

    monkeypatch.setitem(fuzz.STEPS, "screen", fuzz.STEPS["screen"]._replace(do=press))
    steps = [["file", "x", "1"], ["screen", "menu", *"abcdef"], ["menu"]]
    (what, detail), *others = fuzz.watched(steps, tmp_path / "home").wrong
    finding = fuzz.Finding(what, detail, steps)
    fuzz.shortened(finding, tmp_path / "home", 0)
    assert (finding.steps, others) == ([["screen", "menu", "b", "e"]], [])


def test_an_input_only_waits_where_nobody_else_has_the_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung = []

    def ring(watch: Any, *_: str) -> None:
        late = signal.getsignal(signal.SIGALRM)
        assert callable(late)
        for rested in (0.0, 29.0, 30.0):  # The alarm goes by the clock, however long other processes had the processor.
            monkeypatch.setattr("fuzz_steps._rested", lambda rested=rested: rested)
            rung.append(rested)
            late(signal.SIGALRM, None)

    monkeypatch.setattr("fuzz_steps._rested", lambda: 0.0)
    monkeypatch.setitem(fuzz.STEPS, "menu", fuzz.STEPS["menu"]._replace(do=ring))
    ((what, _),) = fuzz.watched([["menu"]], tmp_path / "home", 10.0).wrong
    assert what.startswith("TooLong")
    assert rung == [0.0, 29.0, 30.0]


@pytest.mark.slow
def test_the_same_seed_draws_the_same_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []

    def seen(steps: list[list[str]], home: Path, limit: float) -> Any:
        drawn.append(steps)
        return watched([], home)

    watched = fuzz.watched
    monkeypatch.setattr(fuzz, "watched", seen)
    for _ in range(2):
        for kind in ("records", "commands", "keys"):
            fuzz.tried(kind, 20, 5, tmp_path / "home")
    assert len(drawn) == 120
    assert drawn[:60] == drawn[60:]
