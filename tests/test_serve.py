"""The table in a web page: complete without internet, open only to this computer, and it shows a table."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from codecs import getincrementaldecoder
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from click.testing import CliRunner, Result

from cardtable.cli import cli
from tests import programs

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from cardtable.web import server as web_server
from cardtable.web.server import TableServer
from tests.ports import kept_port
from tests.tui.pty_player import Cells, cardtable
from tests.waiting import PATIENCE


class Served:
    """A server started by the command, and requests for its pages."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.said = folder / "said"
        with kept_port() as port, self.said.open("wb") as said:
            self.url = f"http://127.0.0.1:{port}/"
            command = [sys.executable, "-m", "cardtable", "serve", "--port", str(port), "--", *args]
            self.process = programs.begin(command, stdout=said, stderr=said)
            end = time.monotonic() + PATIENCE
            while self.url not in self.said.read_text("utf-8"):
                assert self.process.poll() is None, self.said.read_text("utf-8")
                assert time.monotonic() < end
                time.sleep(0.1)

    def get(self, address: str, **headers: str) -> tuple[int, str, bytes]:
        """Status, content type and content at an address."""
        request = urllib.request.Request(urljoin(self.url, address), headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers.get_content_type(), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, "", error.read()


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, "play", "throw_in", "--seed", "7")
    yield server
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0 or os.name == "nt"  # Windows ends a process without asking it first.


ECHO = """
import sys
page, keys = sys.stdout.buffer, sys.stdin.buffer
page.write(b"__GANGLION__\\n")
page.flush()
while header := keys.read(5):
    packet = header[:1] + keys.read(int.from_bytes(header[1:], "big"))
    page.write(b"D" + len(packet).to_bytes(4, "big") + packet)
    page.flush()
    if b'"quit"' in packet:
        break
"""
"""A program that shows what it gets from the server."""

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.stdout.buffer.write(b"__GANGLION__\\nD\\0\\0\\0\\5ready")
sys.stdout.flush()
tests = os.getppid()
while os.getppid() == tests:
    time.sleep(0.1)
"""
"""A program that neither listens nor ends while the tests run."""

TEXTS = {name: name for name in ("at", "opening", "closed", "again", "reader", "here", "others", "full")}


@asynccontextmanager
async def serving(program: str) -> AsyncIterator[TestClient[web.Request, web.Application]]:
    """A browser connected to a server of this program."""
    table = TableServer([sys.executable, "-c", program], "127.0.0.1", 8000, TEXTS)
    async with asyncio.timeout(PATIENCE), TestClient(TestServer(await table._make_app())) as browser:
        yield browser


def packets(sent: bytes) -> list[object]:
    """What the program was sent: keys as bytes, everything else parsed from JSON."""
    return [sent[1:]] if sent[:1] == b"D" else [json.loads(sent[1:])]


MALFORMED = [
    *("", "[", "[" * 100_000, "null", "5", '"stdin"', "{}", "[]", "[[]]", "9" * 5000, "NaN", '["resize"]', '["stdin"]'),
    *('["stdin", 5]', '["stdin", null]', '["stdin", ["x"]]', '["stdin", "a", "b"]', '["quit"]', '["exit", {}]'),
    *('["resize", {}]', '["resize", []]', '["resize", 80]', '["resize", {"width": 80}]', '["resize", null]'),
    *('["resize", {"width": true, "height": 24}]', '["resize", {"width": 80, "height": false}]'),
    *('["resize", {"width": "80", "height": 24}]', '["resize", {"width": 8.5, "height": 24}]'),
    *('["resize", {"width": null, "height": 24}]', '["resize", {"width": Infinity, "height": NaN}]'),
    *('["ping"]', '["ping", 5]', '["ping", {}]', '["blur", 5, 6]', '["focus", {}]', '{"stdin": "x"}'),
    '["resize", {"width": ' + "9" * 5000 + ', "height": 24}]',
    '["deliver_chunk_request", {"key": "x", "size": 5}]',
]


async def test_what_is_no_message_of_the_page_is_passed_over(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(ECHO) as browser, browser.ws_connect("/ws") as page:
        for message in MALFORMED:
            await page.send_str(message)
        await page.send_bytes(b'["stdin", "x"]')
        await page.send_str('["stdin", "\\ud800é"]')
        assert packets(await page.receive_bytes()) == ["é".encode()], "nothing of the others came before it"
        await page.send_str('["focus"]')
        assert packets(await page.receive_bytes()) == [{"type": "focus"}]
        await page.send_str('["ping", "7"]')
        assert await page.receive_json() == ["pong", "7"]
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("asked", "told"),
    [((-5, 1_000_000_000), (1, 1000)), ((0, 10**30), (1, 1000)), ((120, 40), (120, 40)), ((10**400, -1), (1000, 1))],
)
async def test_a_page_is_never_larger_than_a_program_can_draw(asked: tuple[int, int], told: tuple[int, int]) -> None:
    async with serving(ECHO) as browser, browser.ws_connect("/ws") as page:
        await page.send_json(["resize", {"width": asked[0], "height": asked[1]}])
        assert packets(await page.receive_bytes()) == [{"type": "resize", "width": told[0], "height": told[1]}]


async def test_a_message_without_end_closes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "LONGEST", 1000)
    async with serving(ECHO) as browser, browser.ws_connect("/ws") as page:
        await page.send_json(["stdin", "x" * 2000])
        assert (await page.receive()).type is aiohttp.WSMsgType.CLOSE
        assert page.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


@pytest.mark.parametrize("how", ["page closed", "server ended", "too many keys"])
@pytest.mark.every(2)
@pytest.mark.posix
async def test_a_program_that_does_not_end_is_killed(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "TERM", 0.2)
    begun = []
    start = web_server.PageProgram.start

    async def noted(program: web_server.PageProgram, width: int, height: int) -> None:
        await start(program, width, height)
        begun.append(program)

    monkeypatch.setattr(web_server.PageProgram, "start", noted)
    async with serving(STUBBORN) as browser:
        page = await browser.ws_connect("/ws")
        assert await page.receive_bytes() == b"ready"
        if how == "page closed":
            await page.close()
        if how == "too many keys":
            for _ in range(10):
                await page.send_json(["stdin", "x" * 100_000])
            assert (await page.receive()).type is aiohttp.WSMsgType.CLOSE
    (program,) = begun
    assert program._process is not None
    assert await program._process.wait() == -signal.SIGKILL


async def test_no_more_pages_are_opened_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "PAGES", 2)
    async with serving(ECHO) as browser:
        pages = [await browser.ws_connect("/ws") for _ in range(2)]
        for address in ("/", "/ws"):
            async with browser.get(address) as answer:
                assert (answer.status, await answer.text()) == (503, "full\n")
        await pages[0].close()
        full = True  # until its program has ended too
        while full:
            async with browser.get("/") as answer:
                full = answer.status == 503
        async with browser.ws_connect("/ws") as page:
            await page.send_str('["blur"]')
            assert packets(await page.receive_bytes()) == [{"type": "blur"}]


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Host": "evil.example"},
    ],
)
@pytest.mark.parametrize("address", ["/", "/ws", "/static/js/textual.js", "/download/x"])
async def test_other_sites_get_nothing_and_begin_nothing(address: str, headers: dict[str, str]) -> None:
    async with serving(ECHO) as browser, browser.get(address, headers=headers) as answer:
        assert answer.status == 403
        assert (await answer.text()).strip() in ("here", "others")


@pytest.mark.parametrize("address", ["/", "/static/js/textual.js", "/nothing"])
async def test_no_page_may_hold_it_in_a_frame(address: str) -> None:
    async with serving(ECHO) as browser, browser.get(address, headers={"Sec-Fetch-Site": "none"}) as answer:
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"


class Addresses(HTMLParser):
    """Every address in an attribute of a page."""

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
            # What these might fetch in turn. Comments may contain their authors' addresses.
            text = re.sub(r"/\*.*?\*/", "", content.decode(), flags=re.DOTALL)
            assert not re.search(r"url\(\s*[\"']?(https?:)?//|@import", text), address
            assert not re.search(r"https?://[\w-]+\.", text), address


async def drawn(url: str, *keys: str, until: str) -> str:
    """The content of a page after these keys, as soon as it has this text."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{url.replace('http:', 'ws:')}ws?width=80&height=24", headers={"Origin": url[:-1]}) as page,
        asyncio.timeout(PATIENCE),
    ):
        screen = ""
        async for screen in screens(page):
            if until in screen and not keys:
                break
            # The first key goes once the table is there, the next ones at once.
            if "Throw-in" in screen:
                for key in keys:
                    await page.send_str(json.dumps(["stdin", key]))
                keys = ()
        return screen


async def screens(page: aiohttp.ClientWebSocketResponse) -> AsyncIterator[str]:
    """The content of a page after each message, which holds only what changed; no line is broken."""
    cells, decoder = Cells(500, 24), getincrementaldecoder("utf-8")("replace")
    async for message in page:
        if message.type == aiohttp.WSMsgType.BINARY:
            cells.feed(decoder.decode(message.data))
            yield cells.text


def test_table_is_drawn_and_takes_keys(served: Served, tmp_path: Path) -> None:
    seen = asyncio.run(drawn(served.url, "\x1b[C", "\r", until="leads"))
    assert "Throw-in Fool" in seen
    # The page is closed: its program ends, and the match can be continued.
    records = list((tmp_path / "home" / "data" / "records").glob("*.jsonl"))
    assert len(records) == 1
    assert '"move":"attack' in records[0].read_text("utf-8")


def test_second_page_of_a_match_says_that_it_is_open(tmp_path: Path) -> None:
    first = Served(tmp_path, "play", "throw_in")
    asyncio.run(_two_pages(first.url, tmp_path))


async def _two_pages(url: str, folder: Path) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}ws") as page:
        begun = asyncio.Event()

        async def look() -> None:
            """Keeps reading: a page silent for a quarter of a minute counts as gone, and frees the match."""
            async for screen in screens(page):
                if "Throw-in" in screen:
                    begun.set()

        looking = asyncio.create_task(look())
        await asyncio.wait_for(begun.wait(), PATIENCE)
        resumed = await asyncio.to_thread(Served, folder, "resume")
        assert "is open in another cardtable" in await drawn(resumed.url, until="another cardtable")
        looking.cancel()


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


@pytest.mark.slow
def test_port_in_use_is_said_in_a_line() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        done = programs.run(cardtable("serve", "--port", port))
    assert done.returncode == 1
    assert done.stdout == "", "no address is promised"
    assert done.stderr == f"cardtable: 127.0.0.1, port {port}: Address already in use\n"


def test_missing_extra_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cardtable.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "aiohttp_jinja2", None)
    result = refused()
    assert result.exit_code == 1
    assert "pip install '.[web]'" in result.output


def test_how_many_pages_there_can_be_is_said() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    assert f"At most {web_server.PAGES} pages" in " ".join(refused("--help").output.split())
    assert f"at most {web_server.PAGES} at a time" in " ".join(readme.split())
