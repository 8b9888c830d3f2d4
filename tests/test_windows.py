"""What runs when Python has no more than on Windows: a simulation, which does not replace a real console."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from tests import programs
from tests.tui.pty_player import Player

pytestmark = pytest.mark.posix

LIKENESS = Path(__file__).parent / "windows"
OURS = (sys.executable, "-m", "cardtable")


@pytest.fixture
def like_windows(tmp_path: Path) -> dict[str, str]:
    """The environment there: neither TERM nor a language."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}
    root = str(LIKENESS.parent.parent)
    path = os.pathsep.join((str(LIKENESS), root))
    return {**kept, "PYTHONPATH": path, "PYTHONUTF8": "1", "CARDTABLE_HOME": str(tmp_path / "home")}


def run(environ: dict[str, str], *words: str, given: str = "") -> CompletedProcess[Any]:
    """Runs a command there."""
    return programs.run((*OURS, *words), given, env=environ)


def test_the_likeness_is_one(like_windows: dict[str, str]) -> None:
    """Otherwise the tests below would only test the system they run on."""
    asked = "import runpy; runpy.run_path({!r}, run_name='cardtable.asks')"
    script = Path(like_windows["CARDTABLE_HOME"]).parent / "asks.py"
    script.write_text(
        "import os, sys, signal\n"
        "print(os.name, sys.platform, hasattr(os, 'fork'), hasattr(signal, 'SIGHUP'), hasattr(signal, 'SIGBREAK'))\n"
        "try:\n    import fcntl\nexcept ImportError:\n    print('no fcntl')\n"
    )
    found = programs.run((sys.executable, "-c", asked.format(str(script))), env=like_windows, check=True)
    assert found.stdout.split("\n")[:2] == ["nt win32 False False True", "no fcntl"]


def test_a_user_who_reads_russian_is_spoken_to_in_russian(like_windows: dict[str, str]) -> None:
    shown = run(like_windows, "games")
    assert shown.returncode == 0, shown.stderr
    assert "Подкидной дурак" in shown.stdout
    in_english = run({**like_windows, "LANG": "en_US.UTF-8"}, "games")
    assert "Throw-in Fool" in in_english.stdout


def test_a_deal_in_lines_is_played_to_its_end_kept_and_replayed(like_windows: dict[str, str]) -> None:
    seats = ("--seat", "Anna", "--seat", "bot:steady")
    played = run(
        {**like_windows, "LANG": "en"}, "play", "throw_in", "--plain", "--seed", "3", *seats, given="1\n" * 300
    )
    assert played.returncode == 0, played.stderr
    (record,) = Path(like_windows["CARDTABLE_HOME"], "data", "records").glob("*.jsonl")
    checked = run(like_windows, "check", str(record))
    assert checked.returncode == 0, checked.stderr


@pytest.mark.slow
def test_bots_meet_in_one_process_and_in_two(like_windows: dict[str, str]) -> None:
    environ = {**like_windows, "LANG": "en"}
    command = ("arena", "throw_in", "--bots", "steady,uniform", "--deals", "4", "--json")
    one, two = (run(environ, *command, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    without_times = [re.sub(r'"[a-z_]*(seconds|time|jobs)[a-z_]*": [^,}]+', "", found.stdout) for found in (one, two)]
    assert without_times[0] == without_times[1]


def test_a_bot_that_is_a_program_is_refused_in_a_sentence(like_windows: dict[str, str]) -> None:
    refused = run({**like_windows, "LANG": "en"}, "arena", "throw_in", "--bots", "steady,cmd:cat", "--deals", "2")
    assert refused.returncode == 2
    assert "bots that are programs need Linux or macOS" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.slow
def test_a_match_that_one_program_plays_is_closed_to_another(like_windows: dict[str, str]) -> None:
    environ = {**like_windows, "LANG": "en"}
    seats = ("--seat", "Anna", "--seat", "bot:steady")
    with programs.running((*OURS, "play", "throw_in", "--plain", *seats), stdin=-1, env=environ) as first:
        assert first.stdout is not None
        while not any(line.startswith("►") or "Your hand" in line for line in [first.stdout.readline()]):
            pass
        second = run(environ, "resume", "--plain")
    assert second.returncode != 0
    assert "another" in second.stderr or "in use" in second.stderr


@pytest.mark.slow
def test_settings_are_kept_by_two_programs(like_windows: dict[str, str]) -> None:
    environ = {**like_windows, "LANG": "en"}
    begun = [programs.begin((*OURS, "settings", *what), env=environ) for what in (("suits", "two"), ("pace", "human"))]
    assert [program.wait() for program in begun] == [0, 0]
    shown = run(environ, "settings").stdout
    assert re.search(r'suits = "two"', shown)
    assert re.search(r'pace = "human"', shown)


ENDS = """
import asyncio, sys
from cardtable.host.tunnel_program import Running, program_of

async def main():
    program = "print('at relay.example:77', flush=True); import time; time.sleep(60)"
    ways = []
    running = Running(program_of(f'command:{sys.executable} -c "{program}" {{port}}'), (1, 0), ways.append, print)
    task = asyncio.create_task(running.keep())
    while not ways:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait([task])
    print(ways[0].host, task.cancelled())

asyncio.run(main())
"""


def test_a_program_that_hands_friends_on_is_ended_with_the_host(like_windows: dict[str, str]) -> None:
    pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")
    ended = programs.run((sys.executable, "-c", ENDS), env=like_windows)
    assert (ended.returncode, ended.stdout) == (0, "relay.example True\n"), ended.stderr


def test_the_first_screen_opens_though_nothing_names_the_terminal(like_windows: dict[str, str]) -> None:
    player = Player(OURS, {**like_windows, "LANG": "en_US.UTF-8", "TERM": ""})
    try:
        player.listen(lambda shown: "Durak" in shown and "called at the table" in shown)
        player.press("\r")
        player.listen(lambda shown: "called at the table" not in shown)
    finally:
        player.leave()


@pytest.mark.slow
def test_every_test_can_be_read_where_some_only_run_elsewhere(like_windows: dict[str, str]) -> None:
    """A test module that needs terminals or signals at import would be skipped entirely on Windows."""
    root = Path(__file__).parent.parent
    collect = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider")
    collected = programs.run((*collect, "tests"), cwd=root, env={**like_windows, "LANG": "en"})
    assert collected.returncode == 0, collected.stdout[-3000:]


def test_what_needs_a_unix_is_passed_over_with_the_reason(like_windows: dict[str, str]) -> None:
    root = Path(__file__).parent.parent
    one = (sys.executable, "-m", "pytest", "-rs", "-n", "0", "-p", "no:cacheprovider", "tests/test_records_by_age.py")
    run_there = programs.run(one, cwd=root, env={**like_windows, "LANG": "en"})
    assert run_there.returncode == 0, run_there.stdout[-3000:]
    assert "needs a Unix" in run_there.stdout
    assert re.search(r"\d passed, 1 skipped", run_there.stdout)
