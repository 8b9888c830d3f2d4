"""`cardtable host`: what it is given wrongly is one line, and nothing is begun or changed by it."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from cardtable.cli.tables import records_by_age

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player without files."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return tmp_path


def host(*args: str) -> Result:
    """What the command says, in English."""
    return CliRunner().invoke(cli, ["--lang", "en", "host", *args])


TWO = ("throw_in", "--seat", "Anna", "--seat", "Boris")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "either a game, such as"),
        (("throw_in", "--resume"), "either a game, such as"),
        (("nonsense", "--seat", "Anna"), "there is no game nonsense"),
        (("throw_in",), "--seat: name everybody who plays"),
        (("throw_in", "--seat", "Anna", "--seat", "Anna"), "two people cannot have one name"),
        (("throw_in", "--seat", "bot:steady", "--seat", "bot:steady"), "at least one person plays"),
        (("throw_in", "--seat", "A\x1b[2J", "--seat", "Boris"), "a name has 1 to"),
        ((*TWO, "--new-codes"), "this goes with --resume"),
        (("--resume", "--seat", "Anna"), "those of the table that was hosted last"),
        ((*TWO, "--port", "0"), "is not in the range"),
        ((*TWO, "--tables", "99"), "is not in the range"),
        (("throw_in", "--seat", "here", "--seat", "HERE"), "one person plays at this terminal"),
        (("throw_in", "--seat", "open", "--seat", "bot:nonsense"), "nonsense"),
        (("throw_in", "--seat", "open", "--seat", "open", "--set", "deck=7"), "deck"),
        (("throw_in", "--seat", "Anna", "--seat", "#9\x07"), "a name has 1 to"),
        ((*TWO, "--window", "0"), "is not in the range"),
        ((*TWO, "--web", "70000"), "is not in the range"),
        ((*TWO, "--clock", "1"), "--clock 1: a number of seconds from 5 to 86400"),
        ((*TWO, "--clock", "soon:steady"), "--clock soon:steady: a number of seconds"),
        ((*TWO, "--clock", "60:nobody"), "nobody"),
    ],
)
def test_wrong_usage_is_told(args: tuple[str, ...], said: str) -> None:
    result = host(*(() if "--port" in args else ("--port", str(free_port()))), *args)
    assert result.exit_code == 2
    assert said in result.output
    assert "\x1b" not in result.output
    assert records_by_age() == []


def test_without_a_table_that_was_hosted_there_is_nothing_to_resume(home: Path) -> None:
    result = host("--resume", "--port", str(free_port()))
    assert (result.exit_code, "no table was hosted yet" in result.output) == (1, True)
    for kept in ("", "[]", '{"record": 1}', json.dumps({"record": "x", "codes": ["a"]})):
        (home / "data").mkdir(exist_ok=True)
        (home / "data" / "host.json").write_text(kept)
        result = host("--resume", "--port", str(free_port()))
        assert result.exit_code == 1
        assert "host.json" in result.output


@pytest.mark.parametrize("option", ["--port", "--web"])
def test_a_port_in_use_begins_no_match(option: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = host(*TWO, "--port", str(free_port()), option, str(taken.getsockname()[1]))
    assert result.exit_code == 1
    assert "Address already in use" in result.output
    assert records_by_age() == []


def test_an_address_of_another_computer_is_told() -> None:
    result = host(*TWO, "--listen", "192.0.2.1", "--port", str(free_port()))
    assert (result.exit_code, "192.0.2.1, port" in result.output) == (1, True)


def test_a_key_that_others_can_read_is_refused(home: Path) -> None:
    (home / "config").mkdir()
    key = home / "config" / "host_key"
    key.write_text("secret")
    key.chmod(0o644)
    result = host(*TWO, "--port", str(free_port()))
    assert (result.exit_code, "others may read this key" in result.output) == (1, True)
    assert key.read_text() == "secret"


def test_a_damaged_file_of_keys_is_told_before_anything_begins(home: Path) -> None:
    (home / "config").mkdir()
    friends = home / "config" / "friends"
    friends.write_text("# mine\nnonsense\n")
    friends.chmod(0o600)
    result = host(*TWO, "--port", str(free_port()))
    assert (result.exit_code, "friends, line 2" in result.output) == (1, True)
    friends.chmod(0o644)
    result = host(*TWO, "--port", str(free_port()))
    assert (result.exit_code, "others may read or change this file" in result.output) == (1, True)
    assert friends.read_text() == "# mine\nnonsense\n"
    assert records_by_age() == []


def test_a_seat_here_needs_a_terminal() -> None:
    result = host("throw_in", "--seat", "here", "--seat", "Anna", "--port", str(free_port()))
    assert (result.exit_code, "the table needs a terminal" in result.output) == (1, True)
    assert records_by_age() == []


def test_open_seats_are_agreed_without_a_name_and_bots_have_theirs() -> None:
    from cardtable.cli.host import _agreed

    with click.Context(cli, info_name="cardtable"):
        agreed, here = _agreed("throw_in", ("Anna", "open", "bot:steady", "Open"), ("deck=52",))
    assert (agreed.names[:2], agreed.names[3], here) == (("Anna", ""), "", None)
    assert agreed.styles == (None, None, "steady", None)
    assert agreed.names[2] not in ("", "Anna")
    assert agreed.options == {"deck": 52}


def test_a_style_that_thinks_for_long_does_not_sit_where_questions_are_secret() -> None:
    result = host("burkozel", "--seat", "Anna", "--seat", "bot:expert", "--port", str(free_port()))
    assert (result.exit_code, "thinks for long" in result.output) == (2, True)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert isinstance(port, int)
    return port
