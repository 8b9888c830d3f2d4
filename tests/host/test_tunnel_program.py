"""Friends through a program that forwards connections: its output, its end, and that it leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="seats over SSH need the extra `host`")

from cardtable.engine.faults import told
from cardtable.host.tunnel import BadTunnel, WayIn
from cardtable.host.tunnel_program import LINES, Address, Running, program_of
from cardtable.words import Words
from tests.host.helpers import until


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("2026-11-28 INFO bore_cli::client: listening at bore.pub:41234", Address("bore.pub", 41234, False)),
        (
            "t=2026 lvl=info msg=started url=tcp://0.tcp.ngrok.example:12345",
            Address("0.tcp.ngrok.example", 12345, False),
        ),
        ("Forwarding  tcp://host.example.org:2022 -> localhost:22", Address("host.example.org", 2022, False)),
        ("https://name.net.example/", Address("name.net.example", 0, True)),
        ("https://name.example:8443/x", Address("name.example", 8443, True)),
        ("listening at localhost:2022", None),
        ("connected to 127.0.0.1:2022", None),
        ("error at line:80", None),
        ("listening at bore.pub:99999", None),
        ("", None),
    ],
)
def test_an_address_is_found_in_what_a_program_says(line: str, found: Address | None) -> None:
    assert program_of("command:any {port}").address(line) == found


def test_some_programs_name_other_addresses_first() -> None:
    program = program_of("command:/usr/bin/cloudflared tunnel --url http://127.0.0.1:{web}")
    assert program.words(2022, 8080) == ["/usr/bin/cloudflared", "tunnel", "--url", "http://127.0.0.1:8080"]
    assert program.address("see https://www.cloudflare.com/website-terms/") is None
    assert program.address("|  https://two-words.trycloudflare.com  |") == Address(
        "two-words.trycloudflare.com", 0, True
    )
    own = program_of("command:own {port}", r"way: (?P<host>\S+) (?P<port>\d+)")
    assert own.address("see https://other.example/") is None
    assert own.address("way: relay 77") == Address("relay", 77, False)


@pytest.mark.parametrize(
    ("given", "says", "why"),
    [
        ("command:", "", "a command that names {port} or {web}"),
        ("command:bore local 22", "", "a command that names {port} or {web}"),
        ("command:bore 'local {port}", "", "a command that names {port} or {web}"),
        ("command:any {port}", "(", "says (: "),
        ("command:any {port}", "x", "a group (?P<host>...)"),
    ],
)
def test_what_is_no_program_is_said(given: str, says: str, why: str) -> None:
    with pytest.raises(BadTunnel) as refused:
        program_of(given, says)
    assert why in Words("en").text(told(refused.value))


def test_pages_need_pages() -> None:
    with pytest.raises(BadTunnel):
        program_of("command:any {web}", web=False)


class Kept:
    """A program that is kept running, and the messages about it."""

    def __init__(self, folder: Path, source: str) -> None:
        self.ways: list[WayIn] = []
        self.pages: list[str] = []
        self.pids = folder / "pids"
        script = folder / "program.py"
        script.write_text(
            f"import os, sys, time\nopen({str(self.pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{source}\n"
        )
        command = f"command:{shlex.quote(sys.executable)} -u {shlex.quote(str(script))} {{port}}"
        running = Running(program_of(command), (2022, 0), self.ways.append, self.pages.append, waits=(0.05,))
        self.task = asyncio.create_task(running.keep())

    def started(self) -> list[int]:
        """The programs that were started."""
        return [int(line) for line in self.pids.read_text().split()] if self.pids.exists() else []


@asynccontextmanager
async def kept(folder: Path, source: str) -> AsyncIterator[Kept]:
    """Keeps a program running during the block; afterwards nothing of it is left."""
    found = Kept(folder, source)
    try:
        yield found
    finally:
        found.task.cancel()
        with suppress(asyncio.CancelledError):
            await found.task
    for pid in found.started():
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.posix
async def test_the_address_is_told_and_the_rest_is_read_away(tmp_path: Path) -> None:
    source = "print('listening at relay.example:4' + sys.argv[1])\nwhile True: print('x' * 4000); time.sleep(0.001)"
    async with kept(tmp_path, source) as found:
        await until(lambda: found.ways == [WayIn("relay.example", 42022)])
        await asyncio.sleep(0.3)
        assert not found.task.done()
        assert len(found.started()) == 1, "a pipe that is full would have stopped it"


@pytest.mark.posix
async def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    async with kept(tmp_path, "print('at relay.example:77'); print('bye \\x1b[2J')") as found:
        await until(lambda: len(found.started()) > 2)
        assert found.ways[0] == WayIn("relay.example", 77)
        down = found.ways[1]
        assert down.port == 0
        assert down.why is not None
        assert Words("en").text(down.why) == "it has ended: bye  [2J"


@pytest.mark.posix
async def test_pages_are_told_as_pages(tmp_path: Path) -> None:
    async with kept(tmp_path, "print('go to https://name.example:8443'); time.sleep(60)") as found:
        await until(lambda: found.pages == ["https://name.example:8443/"])
        assert found.ways == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (f"for n in range({LINES + 5}): print('line', n)", "it named no address: line"),
        ("", "it named no address"),
        ("print('y' * 200_000); sys.exit(3)", "it named no address"),
    ],
)
@pytest.mark.posix
async def test_a_program_that_names_no_address_is_told(source: str, why: str, tmp_path: Path) -> None:
    async with kept(tmp_path, source) as found:
        await until(lambda: bool(found.ways))
        assert found.ways[0].port == 0
        assert found.ways[0].why is not None
        assert Words("en").text(found.ways[0].why).startswith(why)


@pytest.mark.posix
async def test_one_that_does_not_end_when_asked_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.host.tunnel_program.TERM", 0.2)
    source = (
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('at relay.example:77'); time.sleep(60)"
    )
    async with kept(tmp_path, source) as found:
        await until(lambda: bool(found.ways))


@pytest.mark.posix
async def test_a_program_that_is_not_there_is_told() -> None:
    ways: list[WayIn] = []
    running = Running(program_of("command:/no/such/program {port}"), (1, 0), ways.append, lambda page: None, waits=(9,))
    task = asyncio.create_task(running.keep())
    await until(lambda: bool(ways))
    assert ways[0].why is not None
    assert Words("en").text(ways[0].why) == "No such file or directory"
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
