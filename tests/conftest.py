"""How the tests are shared out; and `--write`, which keeps what they find instead of comparing it."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from tests import programs

# Hypothesis takes the same cases every time, however busy the machine is.
settings.register_profile("cardtable", deadline=None, derandomize=True, database=None)
settings.load_profile("cardtable")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--write`: rewrites perft counts, screens and the words of golden records. Check what changed."""
    parser.addoption("--write", action="store_true", help="write what tests compare with a file, instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    """Lets the dozens of programs that tests start share their bytecode where Python is told to write none.

    It is kept with pytest's own files, outside the tree. Without it each program would compile everything it imports.

    The garbage collector also runs less often: tests make thousands of cases and widgets.
    """
    if config.getoption("--write") and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--write: several workers would overwrite what each of them keeps; leave out -n")
    gc.set_threshold(50_000, 20, 20)
    programs.hear_all_signals()
    if sys.dont_write_bytecode and (cache := getattr(config, "cache", None)):
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(cache.mkdir("bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Gives tests that set no home of their own an empty one, never the tester's."""
    before = os.environ.get("CARDTABLE_HOME")
    os.environ["CARDTABLE_HOME"] = str(tmp_path_factory.mktemp("nobodys-home"))
    yield
    if before is None:
        del os.environ["CARDTABLE_HOME"]
    else:
        os.environ["CARDTABLE_HOME"] = before


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For a test marked `every(n)` the ordinary run takes every n-th case, and `-m slow` all the others.

    Which ones depends on the test's name alone, so that tests of the same presets take different ones. When tests are
    named one by one, or write what they find, all cases are taken.
    """
    if config.getoption("write") or any("::" in arg for arg in config.args):
        return
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("every")
        if mark is not None and item.get_closest_marker("slow") is None:
            name = item.nodeid.partition("[")[0]
            if (seen[name] + crc32(name.encode())) % mark.args[0]:
                item.add_marker(pytest.mark.slow)
            seen[name] += 1


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests on Windows that need something only a Unix has."""
    if os.name == "nt" and item.get_closest_marker("posix"):
        pytest.skip("needs a Unix: its terminals, signals, pipes with names, limits or rights")


def pytest_collection_finish() -> None:
    """Freezes the collected tests, which live to the end, so that the garbage collector does not scan them again."""
    gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker per processor, since each worker collects all tests; none where all cases write into one file."""
    return 0 if config.getoption("--write") else os.cpu_count() or 1


@pytest.fixture(autouse=True)
def no_program_stays() -> Iterator[None]:
    """Ends every program that the test started."""
    yield
    programs.end_all()


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a new player on a computer set to English."""
    home = tmp_path / "home"
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")  # `main` sets it
    return home


@pytest.fixture
def write(request: pytest.FixtureRequest) -> bool:
    """Whether to keep what is found."""
    return bool(request.config.getoption("--write"))


@pytest.fixture
def same_as_kept(write: bool) -> Callable[[str, Path], None]:
    """Compares a text with a kept file; `--write` keeps the text instead, and the test does not pass."""

    def compare(found: str, path: Path) -> None:
        if write:
            path.write_text(found, encoding="utf-8")
            pytest.skip(f"written: {path.name}")
        assert found.splitlines() == path.read_text(encoding="utf-8").splitlines()

    return compare
