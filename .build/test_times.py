"""The cost of the tests, by file: `PYTHONPATH=.build pytest -p test_times`, for all tests or those named.

Seconds of processor time, which a busy machine changes little; they include processes that a test waited for, but not
the cost of starting a worker and collecting tests.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

SINGLE = 40
"""The number of most expensive tests listed."""

by_test: Counter[str] = Counter()
until_now = 0.0


def spent() -> float:
    """The processor time of this process and of the children it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def pytest_collection_finish() -> None:
    global until_now  # noqa: PLW0603 - one clock a process
    until_now = spent()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Adds the time since the previous report to each report, which a worker sends to the first process."""
    global until_now
    report = yield
    now = spent()
    report.spent, until_now = now - until_now, now
    return report


def pytest_runtest_logreport(report: Any) -> None:
    by_test[report.nodeid] += report.spent


def pytest_terminal_summary(terminalreporter: Any) -> None:
    by_file: Counter[str] = Counter()
    for test, seconds in by_test.items():
        by_file[test.partition("::")[0]] += seconds
    terminalreporter.section("processor time")
    for counted in (by_test.most_common(SINGLE), by_file.most_common()):
        for name, seconds in counted:
            terminalreporter.line(f"{seconds:8.2f} {name}")
    terminalreporter.line(f"{by_file.total():8.2f} in all")
