"""The table in a web page: the page is complete without internet, only this computer is let in, a table is shown."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

import aiohttp

PATIENCE = 60.0
"""Seconds in which a server or a table must have come, on a machine that is busy with other tests."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    assert isinstance(port, int)
    return port


class Served:
    """A server of the command, and what its pages ask for."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.url = f"http://127.0.0.1:{free_port()}/"
        port = str(urlsplit(self.url).port)
        self.said = folder / "said"
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cardtable", "serve", "--port", port, "--", *args], stdout=said, stderr=said
            )
        end = time.monotonic() + PATIENCE
        while self.url not in self.said.read_text("utf-8"):
            assert self.process.poll() is None, self.said.read_text("utf-8")
            assert time.monotonic() < end
            time.sleep(0.1)

    def get(self, address: str, **headers: str) -> tuple[int, str, bytes]:
        """Status, content type and content of an address."""
        request = urllib.request.Request(urljoin(self.url, address), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, "", error.read()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, "play", "throw_in", "--seed", "7")
    yield server
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0


class Addresses(HTMLParser):
    """Every address that a page names in an attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if value and re.search(r"href|src|action|url", name)]


def test_page_names_no_outside_address(served: Served) -> None:
    status, kind, content = served.get("/")
    assert (status, kind) == (200, "text/html")
    page = Addresses()
    page.feed(content.decode())
    addresses = {*page.found, *re.findall(r"url\([\"']?(.*?)[\"']?\)", content.decode())}
    assert len(addresses) >= 5, addresses
    asked = [address for address in addresses if not address.startswith("data:")]
    here = urlsplit(served.url).netloc
    for address in asked:
        assert urlsplit(urljoin(served.url, address)).netloc == here, address
        if address.startswith("ws:"):
            continue
        status, kind, content = served.get(address)
        assert (status, len(content) > 1000) == (200, True), address
        if kind in ("text/css", "text/javascript", "application/javascript"):
            # What these could fetch in their turn. Comments may name their authors' pages.
            text = re.sub(r"/\*.*?\*/", "", content.decode(), flags=re.DOTALL)
            assert not re.search(r"url\(\s*[\"']?(https?:)?//|@import", text), address
            assert not re.search(r"https?://[\w-]+\.", text), address


def test_pages_of_other_sites_are_refused(served: Served) -> None:
    assert served.get("/", Host="evil.example")[0] == 403
    assert served.get("/ws", Origin="http://evil.example")[0] == 403


async def drawn(url: str, *keys: str, until: str) -> str:
    """What a page's program draws after these keys, up to a text."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url.replace('http:', 'ws:')}ws?width=80&height=24", headers={"Origin": url[:-1]}) as page,
        asyncio.timeout(PATIENCE),
    ):
        seen = ""
        waiting = list(keys)
        async for message in page:
            if message.type == aiohttp.WSMsgType.BINARY:
                seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z$]", "", message.data.decode("utf-8", "replace"))
            if until in seen and not waiting:
                break
            # The first key once the table is there, the next ones at once.
            while waiting and "Throw-in" in seen:
                await page.send_str(json.dumps(["stdin", waiting.pop(0)]))
        return seen


def test_table_is_drawn_and_takes_keys(served: Served, tmp_path: Path) -> None:
    seen = asyncio.run(drawn(served.url, "\x1b[C", "\r", until="leads"))
    assert "Throw-in Fool" in seen
    # The page is closed: its program ends, and the match waits to be played on.
    records = list((tmp_path / "home" / "data" / "records").glob("*.jsonl"))
    assert len(records) == 1
    assert '"move":"attack' in records[0].read_text("utf-8")


def test_second_page_of_a_match_says_that_it_is_open(tmp_path: Path) -> None:
    first = Served(tmp_path, "play", "throw_in")
    try:
        asyncio.run(_two_pages(first.url, tmp_path))
    finally:
        first.process.terminate()
        first.process.wait(PATIENCE)


async def _two_pages(url: str, folder: Path) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}ws") as page, asyncio.timeout(PATIENCE):
        async for message in page:
            if message.type == aiohttp.WSMsgType.BINARY and "Throw-in" in message.data.decode("utf-8", "replace"):
                break
        resumed = await asyncio.to_thread(Served, folder, "resume")
        try:
            assert "is open in another cardtable" in await drawn(resumed.url, until="another cardtable")
        finally:
            resumed.process.terminate()
            await asyncio.to_thread(resumed.process.wait, PATIENCE)


def refused(*args: str) -> Result:
    return CliRunner().invoke(cli, ["serve", *args])


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "somewhere.example"])
def test_hosts_that_others_reach_are_asked_for_plainly(host: str) -> None:
    result = refused("--host", host)
    assert result.exit_code == 2
    assert "--allow-network" in result.output


@pytest.mark.parametrize("args", [("bench",), ("--version",), ("play", "throw_in", "--plain")])
def test_only_tables_are_shown(args: tuple[str, ...]) -> None:
    assert refused("--", *args).exit_code == 2


def test_port_in_use_is_said_in_a_line() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "cardtable", "serve", "--port", port], capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith(f"cardtable: 127.0.0.1, port {port}: ")
    assert len(done.stderr.splitlines()) == 1


def test_missing_extra_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cardtable.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "aiohttp_jinja2", None)
    result = refused()
    assert result.exit_code == 1
    assert "pip install 'cardtable[web]'" in result.output
