"""Seats in the browser: a page is a screen of the host's process, and its link holds the code of a seat."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("textual_serve", reason="pages need the extra `web`")

import aiohttp

from cardtable.engine.text import say
from cardtable.host import door
from cardtable.host.page import SeatPages
from tests.host.helpers import Served, new_table, play_once, served, until
from tests.waiting import PATIENCE

TEXTS = dict.fromkeys(("opening", "closed", "again", "here", "others", "full"), "a text")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody presses Enter before they have seen what is asked."""
    seconds = itertools.count(1000)
    monkeypatch.setattr("cardtable.tui.app.monotonic", lambda: float(next(seconds)))


class Page:
    """Speaks as our page does."""

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
        """Types these."""
        task = asyncio.create_task(self.socket.send_json(["stdin", keys]))
        self._typed.add(task)
        task.add_done_callback(self._typed.discard)

    async def sees(self, text: str) -> None:
        """Waits until this was sent to the page."""
        await until(lambda: text.encode() in self.shown)

    async def gone(self) -> str:
        """Waits until the page is closed; gives what it is told of why."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.why


class Browser:
    """Opens pages."""

    def __init__(self, host: Served, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.url = f"http://127.0.0.1:{port}"
        self._host = host

    async def open(self, *first: object, **headers: str) -> Page:
        """A page that says this first."""
        socket = await self.session.ws_connect(f"{self.url}/ws?width=100&height=30", headers=headers)
        for message in first:
            await socket.send_json(message)
        return Page(socket)

    async def sit(self, seat: int, **headers: str) -> Page:
        """The page of a seat's link; done when the table is seen."""
        page = await self.open(["code", self._host.codes[seat]], ["resize", {"width": 100, "height": 30}], **headers)
        await page.sees("\x1b[?1049h")
        await until(lambda: len(page.shown) > 3000)
        return page


@asynccontextmanager
async def in_browser(*kinds: str, preset: str = "throw_in") -> AsyncIterator[tuple[Served, Browser]]:
    """A table whose seats are in the browser too."""
    async with served(new_table(preset, *kinds)) as host:
        listener = socket.create_server(("127.0.0.1", 0))
        runner = await SeatPages(host.host, "127.0.0.1", listener.getsockname()[1], TEXTS).listen(listener)
        async with aiohttp.ClientSession() as session:
            try:
                yield host, Browser(host, session, listener.getsockname()[1])
            finally:
                await host.host.close()
                await runner.cleanup()


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


async def test_pages_count_as_connections_of_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_browser("person", "person") as (host, browser):
        monkeypatch.setattr(host.hall.door._comings, "_clock", lambda: 0.0)  # They all come in one minute.
        for _ in range(door.COMINGS):
            page = await browser.open(["code", "wrong"])
            await page.gone()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.open(["code", host.codes[0]])
        assert refused.value.status == 429
        await until(lambda: not host.hall.door._inside)


async def test_a_page_that_reads_nothing_is_cut_off() -> None:
    async with in_browser("person", "person") as (host, browser):
        port = int(browser.url.rpartition(":")[2])
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # Else megabytes wait in the system first.
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
        await until(lambda: host.shared.present == {0})
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
        assert "location.hash" in text
        assert host.codes[0] not in text
        headers = {"Origin": "http://elsewhere.example"}
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.open(["code", host.codes[0]], **headers)
        assert refused.value.status == 403
