"""A program started by a test ends with it, and with the tests; it gets signals however the tests were started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import programs
from tests.waiting import PATIENCE

pytestmark = pytest.mark.posix

TESTS = """
import signal, sys
from tests import programs
signal.signal(signal.SIGINT, signal.SIG_IGN)
programs.hear_all_signals()
child = "import os, time; print(os.getpid(), flush=True); time.sleep(1000)"
print(programs.begin([sys.executable, "-c", child]).wait())
"""
"""With Ctrl+C ignored it starts a program, as a test does, and prints how that ended."""


@pytest.fixture
def tests() -> Iterator[subprocess.Popen[Any]]:
    with programs.running([sys.executable, "-c", TESTS], cwd=Path(__file__).parent.parent) as found:
        yield found


def test_programs_end_with_the_tests_however_these_end(tests: subprocess.Popen[Any]) -> None:
    assert tests.stdout is not None
    assert tests.stdout.readline()
    tests.kill()
    # Its output ends only when nothing is left that could write there.
    assert tests.communicate(timeout=PATIENCE)[0] == ""


def test_a_signal_that_tests_ignore_reaches_their_programs(tests: subprocess.Popen[Any]) -> None:
    assert tests.stdout is not None
    number = int(tests.stdout.readline())
    os.kill(tests.pid, signal.SIGINT)
    os.kill(number, signal.SIGINT)
    assert int(tests.communicate(timeout=PATIENCE)[0]) == -signal.SIGINT
    assert tests.returncode == 0


def test_what_a_test_leaves_running_is_ended_with_all_that_it_has_begun() -> None:
    program = programs.begin(["/bin/sh", "-c", "sleep 1000 & wait"], stdout=subprocess.PIPE)
    programs.end_all()
    assert program.communicate(timeout=PATIENCE)[0] == b""
