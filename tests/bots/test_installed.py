"""Styles from other packages: found without an import, used like our own, and one line for each that is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardtable.bots.finding import adviser, find_bot, make_bot, own_styles
from cardtable.bots.installed import installed
from cardtable.bots.ratings import best, hint_style
from cardtable.cli import cli
from cardtable.cli.formats import examples
from cardtable.coach.advice import asked
from cardtable.games import find_preset
from cardtable.match.record import make_header
from cardtable.match.table import Table
from tests import programs

CODE = """
from cardtable.bots import Decision
from cardtable.engine.text import say

class Last:
    def __init__(self, rules): pass
    def choose(self, seen, choices, rng): return Decision(choices[-1], say("the last"))

number = 3
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package with these entry points where Python looks for packages."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def done(package: str, code: str = CODE, **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(code)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {place}" for name, place in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[cardtable.bots]", *lines, ""]))
        installed.cache_clear()

    installed.cache_clear()
    return done


@pytest.fixture(autouse=True)
def _forget() -> object:
    yield
    installed.cache_clear()
    for package in ("strangers", "first", "second", "mypackage"):
        sys.modules.pop(package, None)


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def test_a_style_of_another_package_is_listed_and_plays(install: Install) -> None:
    install("strangers", **{"last": "strangers:Last", "bura.last_there": "strangers:Last"})
    listed = run("bots", "durak").output
    assert "  last " in listed
    assert "strangers 1.0" in listed
    assert "last_there" not in listed
    assert "last_there" in run("bots", "bura").output
    assert "strangers" not in sys.modules, "to be listed it need not be imported"
    played = run("arena", "throw_in", "--bots", "last,steady", "--deals", "4")
    assert played.exit_code == 0, played.output
    assert [entry.style for entry in own_styles("durak")].count("last") == 1, "the set-up offers it"
    game, found = find_preset("throw_in")
    assert type(make_bot("last", "durak", game.rules(found.options, 2))).__name__ == "Last"
    assert adviser("durak") == "steady"


def test_the_class_that_the_protocol_shows_is_complete(install: Install) -> None:
    (code,) = (part for part in examples("bots") if "class MyStyle" in part)
    install("mypackage", code, mystyle="mypackage:MyStyle")
    played = run("arena", "throw_in", "--bots", "mystyle,steady", "--deals", "4")
    assert played.exit_code == 0, played.output
    shown = run("bots", "--protocol").output
    assert all(line in shown for line in code.splitlines())


def test_a_style_of_another_package_has_an_opinion_but_no_say_in_verdicts(install: Install) -> None:
    install("strangers", **{"durak.last": "strangers:Last"})
    assert "last" in asked("durak")
    assert asked("durak", ours=True) == [style for style in asked("durak") if style != "last"]


def test_hints_are_the_best_where_the_adviser_of_a_package_cannot_be_loaded(install: Install) -> None:
    install("strangers", last="strangers:Last", gone="nowhere_at_all:Bot")
    assert hint_style("last", "durak") == "last"
    assert hint_style("gone", "durak") == best("durak")


def test_what_a_style_of_another_package_prints_is_not_read_by_players(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    noisy = "import sys\n" + CODE.replace(
        "def choose",
        "def choose(self, seen, choices, rng):\n        print('LOUD')\n"
        "        print('LOUD', file=sys.stderr)\n        return self.quiet(seen, choices, rng)\n    def quiet",
    )
    install("strangers", f"print('LOUD')\n{noisy}", last="strangers:Last")
    game, found = find_preset("throw_in")
    names, kinds = ("Anna", "Boris"), ("person", "bot:last")
    table = Table.begin(game.rules(found.options, 2), make_header(game, "throw_in", found.options, names, kinds, 1))
    print("before")
    while table.to_act:
        seat = table.to_act[0]
        table.submit(seat, table.hint(seat, "last").move if seat == 0 else table.bot_move(seat))
    print("after")
    assert capsys.readouterr() == ("before\nafter\n", "")


def test_a_style_of_another_package_may_give_the_hints(install: Install) -> None:
    install("strangers", last="strangers:Last")
    done = run("settings", "adviser", "last")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("code", "place", "why"),
    [
        pytest.param(CODE, "nowhere:Last", "ModuleNotFoundError: No module named 'nowhere'", id="no module"),
        pytest.param(CODE, "strangers:First", "AttributeError", id="no such name"),
        pytest.param(CODE, "strangers:number", "strangers:number cannot be called", id="no class"),
        pytest.param("1 / 0", "strangers:Last", "ZeroDivisionError: division by zero", id="raises"),
        pytest.param("import sys; sys.exit('\x1b[2J')", "strangers:Last", "SystemExit:  [2J", id="leaves"),
    ],
)
def test_one_that_cannot_be_loaded_is_one_line(install: Install, code: str, place: str, why: str) -> None:
    install("strangers", code, last=place)
    assert "  last " in run("bots", "durak").output
    done = run("arena", "throw_in", "--bots", "last,steady", "--deals", "4")
    assert done.exit_code == 2
    *_, line = done.output.strip().splitlines()
    assert line.startswith("Error: bot last of strangers 1.0 cannot be loaded: ")
    assert why in line


def test_names_that_cannot_be_are_told_and_the_rest_goes_on(install: Install) -> None:
    install("first", **{"last": "first:Last", "steady": "first:Last", "Bad Name": "first:Last"})
    install("second", **{"last": "second:Last", "chess.king": "second:Last"})
    done = run("bots", "durak")
    assert done.exit_code == 0
    for told in (
        "bot last: first 1.0 and second 1.0 both bring one of this name; that of first 1.0 plays",
        "bot steady of first 1.0: there is a style of this name already",
        "package first 1.0: a bot cannot be called 'Bad Name'",
        "package second 1.0: a bot cannot be called 'chess.king'",
    ):
        assert told in done.output
    assert not find_bot("steady", "durak").package


def test_help_looks_for_no_packages() -> None:
    code = (
        "import sys; from cardtable.cli import main\n"
        "sys.argv = ['cardtable', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert 'importlib.metadata' not in sys.modules and 'cardtable.bots' not in sys.modules"
    )
    done = programs.run([sys.executable, "-c", code])
    assert done.returncode == 0, done.stderr
