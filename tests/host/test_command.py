"""`cardtable host`: a wrong argument is answered with one line, and starts or changes nothing."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from cardtable.desk.tables import records_by_age

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

import asyncssh

from cardtable.desk.hosted import LAST, Terms, address_of_pages, at_port_of_last, keep, last
from cardtable.desk.hosting import _how, _page, addresses, listening
from cardtable.desk.speech import words
from cardtable.host.hall import Hall
from cardtable.match.clock import Clock
from cardtable.player.saved import SavedTable
from cardtable.player.settings import save
from cardtable.web import is_loopback
from tests.host.helpers import new_hall
from tests.ports import kept_port

KEY = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player without any files."""
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return tmp_path


def host(*args: str) -> Result:
    """The command's output in English; on a free port unless one is named."""
    with kept_port() as port:
        return CliRunner().invoke(cli, ["--lang", "en", "host", "--port", str(port), *args])


TWO = ("throw_in", "--seat", "Anna", "--seat", "Boris")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "either a game, such as"),
        (("throw_in", "--resume"), "either a game, such as"),
        (("nonsense", "--seat", "Anna"), "there is no game nonsense"),
        (("throw_in",), "--seat: name everybody who plays"),
        (("throw_in", "--seat", "Anna", "--seat", "Anna"), "two people cannot have one name"),
        (("throw_in", "--seat", "Anna", "--seat", "\u0410nna"), "nobody could tell this name from Anna"),
        (("throw_in", "--seat", "bot:steady", "--seat", "bot:steady"), "at least one person plays"),
        (("throw_in", "--seat", "A\x1b[2J", "--seat", "Boris"), "a name has 1 to"),
        (("--resume", "--seat", "Anna"), "those of the table that was hosted last"),
        (("--resume", "--deals", "3"), "those of the table that was hosted last"),
        (("classic", "--seat", "Anna", "--seat", "Boris", "--deals", "3"), "--deals 3: classic ends by its score"),
        ((*TWO, "--port", "0"), "is not in the range"),
        ((*TWO, "--tables", "99"), "is not in the range"),
        (("throw_in", "--seat", "here", "--seat", "HERE"), "one person plays at this terminal"),
        (("throw_in", "--seat", "open", "--seat", "bot:nonsense"), "nonsense"),
        (("throw_in", "--seat", "open", "--seat", "open", "--set", "deck=7"), "deck"),
        (("throw_in", "--seat", "Anna", "--seat", "#9\x07"), "a name has 1 to"),
        ((*TWO, "--window", "0"), "is not in the range"),
        ((*TWO, "--web", "70000"), "is not in the range"),
        ((*TWO, "--clock", "1"), "--clock 1: a time from 5 seconds to 60 days"),
        ((*TWO, "--clock", "soon:steady"), "--clock soon:steady: a time from"),
        ((*TWO, "--clock", "9" * 5_000), f"--clock {'9' * 30}: a time from"),
        ((*TWO, "--clock", "60:nobody"), "nobody"),
        ((*TWO, "--clock", "3d@25:00"), "--clock 3d@25:00: a time from 5 seconds to 60 days"),
        ((*TWO, "--clock", "60@08:00"), "--clock 60@08:00: only a clock of a day or more waits for a time of the day"),
        ((*TWO, "--clock", "3d"), "--clock 3d: a clock of days is for games that ask one player at a time"),
    ],
)
def test_wrong_usage_is_told(args: tuple[str, ...], said: str) -> None:
    result = host(*args)
    assert result.exit_code == 2
    assert said in result.output
    assert "\x1b" not in result.output
    assert list(records_by_age()) == []


def test_without_a_table_that_was_hosted_there_is_nothing_to_resume(home: Path) -> None:
    result = host("--resume")
    assert (result.exit_code, "no table was hosted yet" in result.output) == (1, True)
    for kept in ("", "[]", '{"record": 1}', json.dumps({"record": "x", "codes": ["a"]})):
        (home / "data").mkdir(exist_ok=True)
        (home / "data" / "host.json").write_text(kept)
        result = host("--resume")
        assert result.exit_code == 1
        assert "host.json" in result.output


@pytest.mark.parametrize("option", ["--port", "--web"])
def test_a_port_in_use_begins_no_match(option: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = host(*TWO, option, str(taken.getsockname()[1]))
    assert result.exit_code == 1
    assert "Address already in use" in result.output
    assert list(records_by_age()) == []


def test_everybody_is_who_has_no_ipv6_too() -> None:
    with listening("::", 0) as listener:
        port = listener.getsockname()[1]
        for address in ("127.0.0.1", "::1"):
            socket.create_connection((address, port), timeout=10).close()
    with listening("localhost", 0) as listener:
        assert is_loopback(listener.getsockname()[0])


def test_an_address_of_another_computer_is_told() -> None:
    result = host(*TWO, "--listen", "192.0.2.1")
    assert (result.exit_code, "192.0.2.1, port" in result.output) == (1, True)


@pytest.mark.posix
def test_a_key_that_others_can_read_is_refused(home: Path) -> None:
    (home / "config").mkdir()
    key = home / "config" / "host_key"
    key.write_text("secret")
    key.chmod(0o644)
    result = host(*TWO)
    assert (result.exit_code, "others may read this key" in result.output) == (1, True)
    assert key.read_text() == "secret"


@pytest.mark.posix
def test_a_damaged_file_of_keys_is_told_before_anything_begins(home: Path) -> None:
    (home / "config").mkdir()
    friends = home / "config" / "friends"
    friends.write_text("# mine\nnonsense\n")
    friends.chmod(0o600)
    result = host(*TWO)
    assert (result.exit_code, "friends, line 2" in result.output) == (1, True)
    friends.chmod(0o644)
    result = host(*TWO)
    assert (result.exit_code, "others may read or change this file" in result.output) == (1, True)
    assert friends.read_text() == "# mine\nnonsense\n"
    assert list(records_by_age()) == []


def test_a_seat_here_needs_a_terminal() -> None:
    result = host("throw_in", "--seat", "here", "--seat", "Anna")
    assert (result.exit_code, "the table needs a terminal" in result.output) == (1, True)
    assert list(records_by_age()) == []


def test_open_seats_are_agreed_without_a_name_and_bots_have_theirs() -> None:
    from cardtable.cli.host import _agreed

    with click.Context(cli, info_name="cardtable"):
        agreed, here = _agreed("throw_in", ("Anna", "open", "bot:steady", "Open"), ("deck=52",))
    assert (agreed.names[:2], agreed.names[3], here) == (("Anna", ""), "", None)
    assert agreed.styles == (None, None, "steady", None)
    assert agreed.names[2] not in ("", "Anna")
    assert agreed.options == {"deck": 52}


def test_who_hosts_may_be_called_as_bots_are_seated(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtable.cli.host import _agreed

    monkeypatch.setattr("cardtable.desk.screen.need_terminal", lambda: None)
    save(home / "config" / "settings.toml", {"name": "bot"})
    with click.Context(cli, info_name="cardtable"):
        agreed, here = _agreed("throw_in", ("here", "open", "bot"), ())
    assert (agreed.names[:2], here) == (("bot", ""), "bot")
    assert agreed.styles == (None, None, "steady")


def test_a_style_that_thinks_for_long_does_not_sit_where_questions_are_secret() -> None:
    result = host("burkozel", "--seat", "Anna", "--seat", "bot:expert")
    assert (result.exit_code, "thinks for long" in result.output) == (2, True)


@pytest.fixture
def hosted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Hall]:
    """Hosts with this command line for a moment; returns the hall as it was when the program was ended."""
    halls: list[Hall] = []

    async def end_soon(hall: Hall, *_given: object) -> None:
        """The host ends the program as soon as everything has started."""
        for table in hall.tables:
            hall.begin(table)
        halls.append(hall)
        hall.note()
        hall.close()

    monkeypatch.setattr("cardtable.cli.host.serve_hall", end_soon)

    def run(*args: str) -> Hall:
        result = host(*args)
        assert result.exit_code == 0, result.output
        return halls[-1]

    return run


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("ssh:me@relay.example", "ssh:me@relay.example/40123+40124"),
        ("ssh:[2001:db8::1]:22", "ssh:[2001:db8::1]:22/40123+40124"),
        ("ssh:relay.example/22022", "ssh:relay.example/22022+40124"),
        ("ssh:relay.example+8080", "ssh:relay.example/40123+8080"),
    ],
)
def test_a_relay_is_asked_again_for_the_ports_that_it_gave(given: str, kept: str) -> None:
    hall = new_hall([])
    hall.relayed, hall.relayed_page = 40123, 40124
    keep(hall, None, Terms(tunnel=given))
    assert last().terms.tunnel == kept, "so that the line that friends know brings them back"
    assert at_port_of_last(given) == kept, "on another evening too"
    assert at_port_of_last("ssh:other@relay.example") == "ssh:other@relay.example"


def test_what_is_resumed_has_the_terms_on_which_it_was_hosted(hosted: Callable[..., Hall]) -> None:
    first = hosted(
        *TWO,
        "--hints",
        "--open-after",
        "--watchers",
        "--window",
        "7",
        "--clock",
        "30:lowest",
        "--tables",
        "2",
        "--set",
        "deck=52",
    )
    record = first.tables[0].shared
    for args in ((), ("--new-codes",)):
        hall = hosted("--resume", *args)
        shared = hall.tables[0].shared
        assert record is not None
        assert shared is not None
        assert shared.path == record.path
        assert (shared.hints, shared.open_after, shared._window, shared.clock) == (True, True, 7, Clock(30, "lowest"))
        assert (hall.most, hall.hears_watchers) == (2, True)
        assert (hall.door.digests == first.door.digests) == (args == ())
    for otherwise in (("--no-hints", "--no-watchers", "--clock", "off", "--tables", "0"), ()):  # That is kept too.
        hall = hosted("--resume", *otherwise)
        shared = hall.tables[0].shared
        assert shared is not None
        assert (shared.hints, shared.open_after, shared.clock, hall.most) == (False, True, None, 0)
        assert not hall.hears_watchers


def test_a_clock_that_waits_for_the_morning_is_kept(hosted: Callable[..., Hall], own_home: Path) -> None:
    hosted("classic", *TWO[1:], "--clock", "3d@08:30")
    (path,) = own_home.rglob("host.json")
    for morning, args in ((510, ()), (0, ("--clock", "3d"))):
        shared = hosted("--resume", *args).tables[0].shared
        assert shared is not None
        assert shared.clock == Clock(3 * 86_400, "steady", morning)
    kept = json.loads(path.read_text())
    kept["terms"]["clock"] = [3 * 86_400, "lowest"]
    path.write_text(json.dumps(kept))
    shared = hosted("--resume").tables[0].shared
    assert shared is not None
    assert shared.clock == Clock(3 * 86_400, "lowest"), "an earlier version has written it"
    for wrong in (1440, -1, "dawn"):
        kept["terms"]["clock"] = [3 * 86_400, "lowest", wrong]
        path.write_text(json.dumps(kept))
        assert "this does not say which table was hosted last" in host("--resume").output


def test_friends_who_were_invited_keep_their_codes_for_another_evening(hosted: Callable[..., Hall]) -> None:
    """A guest called Boris at an open seat does not get a seat that is reserved for a Boris."""
    first = hosted("throw_in", "--seat", "Anna", "--seat", "open", "--seat", "open")
    guest = first.come("", "boris")
    guest.sit(first.tables[0].number)
    first.new_code(guest.name)
    first.note()
    assert guest.name == "Boris"
    second = hosted("classic", "--seat", "Boris", "--seat", "Anna", "--seat", "Vera")
    assert second.door.digests["Anna"] == first.door.digests["Anna"]
    assert second.door.digests["Boris"] != first.door.digests["Boris"]
    assert set(second.codes) == {"Boris", "Vera", ""}, "what is not known cannot be said"
    third = hosted("throw_in", "--seat", "Vera", "--seat", "Boris")
    assert [third.door.digests[name] == second.door.digests[name] for name in ("Vera", "Boris", "")] == [
        True,
        True,
        False,
    ]
    fourth = hosted("throw_in", "--seat", "Vera", "--seat", "Boris", "--new-codes")
    assert set(fourth.codes) == {"Vera", "Boris", ""}
    assert not {*fourth.door.digests.values()} & {*third.door.digests.values()}
    assert hosted("throw_in", "--seat", "Vera", "--seat", "Boris").codes.keys() == {""}


def test_a_hosted_match_has_as_many_deals_as_one_at_home(hosted: Callable[..., Hall]) -> None:
    hall = hosted("throw_in", "--seat", "Anna", "--seat", "Boris", "--deals", "3")
    assert hall.tables[0].agreed.options["match_length"] == 3


def test_friends_come_back_to_the_address_that_they_were_told(
    hosted: Callable[..., Hall], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    def listening(address: str, port: int) -> nullcontext[None]:
        asked.append((address, port))
        return nullcontext()

    monkeypatch.setattr("cardtable.cli.host.listening", listening)
    monkeypatch.setattr("cardtable.cli.host.need_pages", lambda: None)

    def heard(*args: str) -> list[tuple[str, int]]:
        asked.clear()
        result = CliRunner().invoke(cli, ["--lang", "en", "host", *args])
        assert result.exit_code == 0, result.output
        return asked

    assert heard(*TWO) == heard("--resume") == [("127.0.0.1", 2022)]
    told = [("0.0.0.0", 2044), ("0.0.0.0", 8080)]
    assert heard(*TWO, "--listen", "0.0.0.0", "--port", "2044", "--web", "8080") == told
    assert heard("--resume") == told
    for _ in range(2):  # Options given with --resume are kept too.
        assert heard("--resume", "--port", "2045", "--web", "0") == heard("--resume") == [("0.0.0.0", 2045)]
    path = home / "data" / "host.json"
    kept = json.loads(path.read_text())
    for name in ("listen", "port", "web"):  # As an earlier version wrote it.
        del kept["terms"][name]
    path.write_text(json.dumps(kept))
    assert heard("--resume") == [("127.0.0.1", 2022)]
    for wrong in (0, 65536, -1, "x"):
        path.write_text(json.dumps({**kept, "terms": {**kept["terms"], "port": wrong}}))
        result = CliRunner().invoke(cli, ["--lang", "en", "host", "--resume"])
        assert (result.exit_code, "does not say which table" in result.output) == (1, True)


def test_a_table_that_waits_for_players_is_resumed_with_its_open_seats(hosted: Callable[..., Hall], home: Path) -> None:
    first = hosted("throw_in", "--seat", "Anna", "--seat", "open", "--seat", "bot:steady", "--set", "deck=52")
    bot = first.tables[0].agreed.names[2]
    kept = (home / "data" / "host.json").read_text()
    guest = first.come("", "masha")
    first.tables[0].give(1, guest.name)  # The seat is taken by a guest who is gone when the host ends.
    first.note()
    for _ in range(2):
        hall = hosted("--resume")
        assert [table.agreed for table in hall.tables] == [first.tables[0].offered]
        assert hall.tables[0].agreed.names == ("Anna", "", bot)
        assert hall.tables[0].shared is None
        assert hall.door.digests == first.door.digests
    was, now = (json.loads(text) for text in (kept, (home / "data" / "host.json").read_text()))
    assert now == {**was, "terms": {**was["terms"], "port": now["terms"]["port"]}}  # Each run gets another port.
    (home / "data" / "host.json").write_text(kept.replace('"throw_in"', '"nonsense"'))
    result = host("--resume")
    assert (result.exit_code, "does not say which table" in result.output) == (1, True)


def test_who_has_taken_an_open_seat_comes_back_to_a_host_that_was_killed(hosted: Callable[..., Hall]) -> None:
    first = hosted("throw_in", "--seat", "Anna", "--seat", "open", "--seat", "open")
    guest = first.come("", "masha")
    assert guest.sit(0) is None
    hall = hosted("--resume")
    assert hall.door.name_for(first.codes["Masha"]) == "Masha"


def test_a_table_that_a_guest_has_opened_and_nobody_plays_at_is_not_kept(hosted: Callable[..., Hall]) -> None:
    first = hosted(*TWO, "--tables", "1")
    first.come("", "masha").open_own(SavedTable("throw_in", ("x", "y"), (None, None)))
    assert len(first.tables) == 2
    first.note()
    assert len(hosted("--resume").tables) == 1


def test_friends_are_told_the_addresses_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ["127.0.1.1", "198.51.100.7", "10.0.0.7", "10.0.0.7"]

    def getaddrinfo(*_given: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in known]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert (addresses("127.0.0.1"), addresses("::1")) == (["localhost"], ["localhost"])
    assert addresses("203.0.113.5") == ["203.0.113.5"]
    own = addresses("0.0.0.0")
    assert own[-2:] == known[1:3]
    lines = "\n".join(words().text(line) for line in _how(KEY, "0.0.0.0", 2022, None, Terms()))
    assert all(f"ssh -p 2022 {address}\n" in lines for address in own)
    assert "THIS-COMPUTER" not in lines
    assert "--listen" not in lines
    assert "--listen 0.0.0.0" in words().text(next(_how(KEY, "127.0.0.1", 2022, None, Terms())))
    assert _page("2001:db8::5", 80, "") == "http://[2001:db8::5]:80/#"


def told_of_the_router(listen: str, pages: int | None = None, public_url: str = "") -> str:
    lines = [words().text(line) for line in _how(KEY, listen, 2022, pages, Terms(public_url=public_url))]
    return next((line for line in lines if "router" in line), "")


def test_only_who_cannot_be_reached_from_elsewhere_is_told_of_the_router() -> None:
    told = [told_of_the_router(listen) for listen in ("127.0.0.1", "192.168.1.5", "8.8.8.8")]
    assert list(map(bool, told)) == [False, True, False]


def test_the_router_must_hand_on_every_port_by_which_friends_come() -> None:
    assert told_of_the_router("192.168.1.5").endswith("port 2022.")
    assert told_of_the_router("192.168.1.5", 8080).endswith("ports 2022 and 8080.")
    assert told_of_the_router("192.168.1.5", 8080, "https://table.example/").endswith("port 2022.")


def test_pages_behind_a_public_address_are_told_by_it() -> None:
    terms = Terms(public_url="https://table.example/cards/")
    lines = [words().text(line) for line in _how(KEY, "0.0.0.0", 2022, 8080, terms)]
    assert any(line.endswith("  https://table.example/cards/#CODE") for line in lines)
    assert any("https://table.example/cards/ can read" in line for line in lines), "who ends TLS reads all"


def test_behind_a_tunnel_friends_are_not_sent_to_their_own_computer() -> None:
    lines = [words().text(line) for line in _how(KEY, "127.0.0.1", 2022, 8080, Terms(tunnel="ssh:me@relay.example"))]
    assert not any(line.startswith(("Friends type", "Or in the browser", "Only this computer")) for line in lines)
    assert [line for line in lines if "localhost" in line] == [
        "At this computer itself one types:  ssh -p 2022 localhost",
        "At this computer itself the pages are:  http://localhost:8080/#CODE",
    ]


def test_two_tunnels_are_refused_in_a_line() -> None:
    result = host(*TWO, "--tunnel", "ssh:me@relay.example", "--tunnel", "command:bore local {port}")
    assert (result.exit_code, "--tunnel: one way at a time" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://table.example", "https://table.example/"),
        ("https://Table.Example:443/cards", "https://table.example/cards/"),
        ("http://стол.рф:8080/x/", "http://xn--k1afie.xn--p1ai:8080/x/"),
        ("https://[2001:DB8::5]/", "https://[2001:db8::5]/"),
    ],
)
def test_a_public_address_is_written_as_browsers_write_it(given: str, meant: str) -> None:
    assert address_of_pages(given) == meant
    assert address_of_pages(meant) == meant


@pytest.mark.parametrize(
    "given",
    [
        *("", "x", "table.example", "ftp://x/", "https://", "https://u@h/", "https://h/?q", "https://h/#x"),
        *("https://h:99999/", "https://a b/", "https://[", "https://a..b/", 'https://h/"><script>', "https://h:0x/"),
    ],
)
def test_what_is_no_public_address_is_refused_in_a_line(given: str) -> None:
    result = host(*TWO, "--web", "8080", "--public-url", given)
    assert result.exit_code == 2
    assert "--public-url" in result.output
    assert "https://table.example/" in result.output


def test_a_public_address_without_pages_is_refused() -> None:
    result = host(*TWO, "--public-url", "https://table.example/")
    assert (result.exit_code, "--web" in result.output) == (2, True)


def test_a_public_address_is_kept_with_the_rest(hosted: Callable[..., Hall], home: Path) -> None:
    hosted(*TWO)
    path = home / "data" / LAST
    kept = json.loads(path.read_text())
    for url, status in (("https://table.example/", 0), ("", 0), ("x", 1), (5, 1)):
        kept["terms"]["public_url"] = url
        path.write_text(json.dumps(kept))
        assert host("--resume").exit_code == status, url
