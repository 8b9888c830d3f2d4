"""Seats in the browser: a page is a screen in the host's process, and its link holds the seat's code."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import pytest

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

import aiohttp

from cardtable.engine.text import say
from cardtable.host.page import SeatPages
from cardtable.host.places import place_of
from cardtable.tui.seat_app import SeatApp
from cardtable.web import gate
from cardtable.web.gate import PageGate
from tests.host.helpers import Served, new_table, play_once, served, until
from tests.waiting import PATIENCE

PUBLIC = "https://table.example/cards/"
TEXTS = dict.fromkeys(("opening", "closed", "again", "anew", "here", "others", "full"), "a text")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen the question."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


class Page:
    """Speaks the protocol of our page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.shown = bytearray()
        self.told: list[Any] = []
        self.why = ""
        self._reading = asyncio.create_task(self._read())
        self._typed: set[asyncio.Task[None]] = set()

    async def _read(self) -> None:
        while (message := await self.socket.receive()).type not in (
            aiohttp.WSMsgType.CLOSED,
            aiohttp.WSMsgType.CLOSING,
        ):
            if message.type is aiohttp.WSMsgType.CLOSE:
                self.why = message.extra or ""
            elif message.type is aiohttp.WSMsgType.BINARY:
                self.shown += message.data
            elif message.type is aiohttp.WSMsgType.TEXT:
                self.told.append(json.loads(message.data))

    def press(self, keys: str) -> None:
        """Types these keys."""
        task = asyncio.create_task(self.socket.send_json(["stdin", keys]))
        self._typed.add(task)
        task.add_done_callback(self._typed.discard)

    async def sees(self, text: str) -> None:
        """Waits until the page has been sent this."""
        await until(lambda: text.encode() in self.shown)

    async def gone(self) -> str:
        """Waits until the page is closed, and returns the reason that it was given."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.why


class Browser:
    """Opens pages."""

    def __init__(self, host: Served, session: aiohttp.ClientSession, port: int, gate: PageGate) -> None:
        self.session = session
        self.gate = gate
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._host = host

    async def open(self, *first: object, **headers: str) -> Page:
        """Opens a page whose first message is this."""
        socket = await self.session.ws_connect(f"{self.url}/ws?width=100&height=30", headers=headers)
        for message in first:
            await socket.send_json(message)
        return Page(socket)

    async def sit(self, seat: int, **headers: str) -> Page:
        """Opens the page of a seat's link; returns once the table is seen."""
        page = await self.open(["code", self._host.codes[seat]], ["resize", {"width": 100, "height": 30}], **headers)
        await page.sees("\x1b[?1049h")
        await until(lambda: len(page.shown) > 3000)
        return page


@asynccontextmanager
async def in_browser(*kinds: str, preset: str = "throw_in") -> AsyncIterator[tuple[Served, Browser]]:
    """A table whose seats are in the browser too."""
    async with served(new_table(preset, *kinds)) as host:
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        pages = SeatPages(host.host, "127.0.0.1", port, TEXTS, PUBLIC)
        async with pages.listening(sock=listener), aiohttp.ClientSession() as session:
            try:
                yield host, Browser(host, session, port, pages.gate)
            finally:
                await host.host.close()


@pytest.mark.slow
async def test_two_pages_and_an_ssh_seat_play_a_deal() -> None:
    async with in_browser("person", "person", "person") as (host, browser):
        guests: dict[int, Any] = {0: await browser.sit(0), 1: await browser.sit(1), 2: await host.come(2)}
        while not host.table.deal_over:
            await play_once(host, guests)
        assert host.table.deals == 1


async def test_a_page_that_is_closed_leaves_its_seat_and_another_one_takes_it_over() -> None:
    async with in_browser("person", "person") as (host, browser):
        page = await browser.sit(0, **{"Accept-Language": "ru,en;q=0.5"})
        assert host.screen(0).words.language == "ru"
        await page.socket.send_json(["ping", "x"])
        await until(lambda: ["pong", "x"] in page.told)
        await page.socket.send_json(["resize", {"width": 90, "height": 28}])
        await until(lambda: host.screen(0).size == (90, 28))
        await page.socket.close()
        await until(lambda: host.shared.present == set())
        again = await browser.sit(0)
        other = await host.come(0)
        await again.gone()
        assert host.shared.present == {0}
        assert other.shown


@pytest.mark.parametrize(
    "first",
    [["code", "wrong"], ["code", 5], ["stdin", "x"], {}, ["code"], "text", None, ["code", "a" * 100_000]],
    ids=str,
)
async def test_who_has_no_code_sees_nothing(first: object) -> None:
    async with in_browser("person", "person") as (host, browser):
        page = await browser.open(first)
        await page.gone()
        assert not page.shown
        assert host.shared.present == set()


async def test_who_says_no_code_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.host.page.LOGIN", 0.05)
    async with in_browser("person", "person") as (_, browser):
        page = await browser.open()
        await page.gone()
        assert not page.shown


async def test_a_page_says_why_it_was_closed() -> None:
    async with in_browser("person", "person") as (host, browser):
        russian = {"Accept-Language": "ru"}
        page = await browser.sit(0, **russian)
        await host.come(0)
        assert await page.gone() == "Теперь ваш стол открыт в другом месте."
        page = await browser.sit(1)
        host.hall.act(host.table.names[1], "away")
        assert await page.gone() == "The host has closed your screen."
        page = await browser.sit(1, **russian)
        await host.host.close(say("The host has closed the table; the match is kept."))
        assert await page.gone() == "Хозяин закрыл стол; матч сохранён."


ASKED = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(ASKED + b"X-a: ", id="half a request"),
        pytest.param(b"\r\n\r\n" + ASKED, id="empty lines before half a request"),
        pytest.param(ASKED + b"Content-Length: 100\r\n\r\n", id="no body"),
        pytest.param(ASKED + b"\r\n" + ASKED, id="half a second request"),
        pytest.param(b"GET /static/js/textual.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", id="takes no answer"),
        pytest.param(UPGRADE, id="says no code"),
    ],
)
@pytest.mark.every(3)
async def test_strangers_keep_only_so_many_connections_and_keep_nobody_out(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "OF_ALL", 5)
    async with in_browser("person", "person") as (host, browser):
        seated = await browser.sit(0)
        strangers = [await stranger(browser.port, sent) for _ in range(30)]
        strangers_open = browser.gate.asking, browser.gate.answered
        await until(lambda: all(len(wait) <= 5 for wait in strangers_open))
        async with browser.session.get(browser.url) as answer:
            assert answer.status == 200
        page = await browser.sit(1)
        assert host.shared.present == {0, 1}
        for one in strangers:
            one.close()
        await seated.socket.close()
        await page.socket.close()


async def stranger(port: int, sent: bytes) -> socket.socket:
    """Sends this and reads nothing."""
    loop = asyncio.get_running_loop()
    pipe = socket.socket()
    pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # Otherwise the system would buffer the answer.
    pipe.setblocking(False)
    await loop.sock_connect(pipe, ("127.0.0.1", port))
    await loop.sock_sendall(pipe, sent)
    return pipe


@pytest.mark.parametrize(("sent", "seconds"), [(ASKED, "REQUEST_FOR"), (UPGRADE, "ANSWER_FOR")])
async def test_a_stranger_is_not_waited_for_long(sent: bytes, seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, seconds, 0.02)
    async with in_browser("person", "person") as (_, browser), asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", browser.port)
        writer.write(sent)
        with suppress(ConnectionResetError):
            await reader.read()
        writer.close()


async def test_a_request_without_end_is_not_read_to_it() -> None:
    async with in_browser("person", "person") as (_, browser), asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection("127.0.0.1", browser.port)
        with suppress(ConnectionError):
            while not reader.at_eof():
                writer.write(b"x" * 1000)
                await writer.drain()
                await asyncio.sleep(0)
        writer.close()


async def test_an_address_elsewhere_has_its_share_of_the_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "OF_ONE", 2)

    class Pipe:
        def __init__(self, address: str) -> None:
            self.address, self.cut = address, False

        def get_extra_info(self, _: str) -> tuple[str, int]:
            return self.address, 1

        def is_closing(self) -> bool:
            return self.cut

        def abort(self) -> None:
            self.cut = True

    def come(*addresses: str) -> list[bool]:
        wait, pipes = gate.Wait(10, place_of), [Pipe(address) for address in addresses]
        for pipe in pipes:
            wait.add(cast("asyncio.Transport", pipe))
        stayed = [not pipe.cut for pipe in pipes]
        wait.close()
        return stayed

    assert come("2001:db8::1", "10.0.0.1", "2001:db8::2", "2001:db8::3") == [False, True, True, True]
    for near in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert all(come(*[near] * 20)), near


async def test_there_are_only_so_many_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_browser("person", "person") as (host, browser):
        await browser.sit(0)
        monkeypatch.setattr(host.hall.door.places, "prove", lambda coming, name: False)
        page = await browser.open(["code", host.codes[1]])
        assert await page.gone() == TEXTS["full"]


async def test_a_page_that_reads_nothing_is_cut_off() -> None:
    async with in_browser("person", "person") as (host, browser):
        port = int(browser.url.rpartition(":")[2])
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # Otherwise the system buffers megabytes first.
        narrow.connect(("127.0.0.1", port))
        narrow.setblocking(False)
        _, writer = await asyncio.open_connection(sock=narrow, limit=1 << 10)
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(
            f"GET /ws?width=400&height=150 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        said = json.dumps(["code", host.codes[0]]).encode()
        writer.write(bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said)
        await until(lambda: any(isinstance(one.app, SeatApp) and one.app.table_screen() for one in host.hall.guests))
        link = host.screen(0).app.link
        for _ in range(2000):
            if link.is_cut:
                break
            link.send("a picture" * 1000)
            await asyncio.sleep(0)
        assert link.is_cut
        await until(lambda: host.shared.present == set())
        writer.close()


async def test_the_page_of_a_seat_keeps_its_code_to_itself() -> None:
    async with in_browser("person", "person") as (host, browser), browser.session.get(browser.url) as answer:
        text = await answer.text()
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert all(word in text for word in ("location.hash", "sessionStorage", "history.replaceState"))
        assert host.codes[0] not in text
        headers = {"Origin": "http://elsewhere.example"}
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.open(["code", host.codes[0]], **headers)
        assert refused.value.status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "table.example", "Origin": "https://table.example", "Sec-Fetch-Site": "same-origin"}, 101),
        ({"Origin": "https://table.example"}, 101),  # A proxy has put this computer's name in place of its own.
        ({"Host": "table.example", "Origin": "https://evil.example"}, 403),
        ({"Host": "table.example:8080", "Origin": "https://table.example"}, 403),
        ({"Host": "evil.example", "Origin": "https://table.example"}, 403),
        ({"Host": "evil.example", "X-Forwarded-Host": "table.example", "Origin": "https://table.example"}, 403),
        ({"Origin": "https://table.example:444"}, 403),
        ({"Origin": "https://["}, 403),
        ({"Host": "["}, 403),
    ],
    ids=str,
)
async def test_pages_come_by_the_public_address_too(headers: dict[str, str], status: int) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    asked = {**upgrade, "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", **headers}
    async with (
        in_browser("person", "person") as (_, browser),
        browser.session.get(f"{browser.url}/ws", headers=asked) as answer,
    ):
        assert answer.status == status


async def test_all_addresses_of_a_page_are_below_its_own() -> None:
    """A proxy passes them on as it does the page itself, and the page connects in the way it was fetched."""
    async with in_browser("person", "person") as (_, browser), browser.session.get(browser.url) as answer:
        text = await answer.text()
        assert not re.findall(r"""(?:href|src)="/|url\(["']?/|\bws://""", text)
        assert "wss:" in text


@pytest.mark.parametrize("folder", ["/static", "/static/", "/static/js", "/static/js/", "/static/fonts"])
async def test_no_folder_is_listed(folder: str) -> None:
    async with in_browser("person", "person") as (_, browser), browser.session.get(browser.url + folder) as answer:
        assert answer.status in (403, 404)
        assert "textual.js" not in await answer.text()


@pytest.mark.parametrize(
    ("path", "dest", "status"), [("/", "document", 200), ("/", "iframe", 403), ("/ws", "document", 403)]
)
async def test_a_link_in_a_message_that_is_read_in_the_browser_leads_to_the_page(
    path: str, dest: str, status: int
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest}
    async with (
        in_browser("person", "person") as (_, browser),
        browser.session.get(browser.url + path, headers=headers) as answer,
    ):
        assert answer.status == status
