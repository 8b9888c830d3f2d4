"""Seats in the browser: each page is a screen of this process, as over SSH, and its link holds the code of a seat."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from aiohttp import web

from cardtable.host.guest_screen import GuestScreen
from cardtable.host.hall import Guest
from cardtable.host.places import place_of
from cardtable.host.seat_page import FORM, PageGuest
from cardtable.host.seat_page import page as seat_page
from cardtable.host.ssh import LOGIN, Host
from cardtable.host.worded import Worded
from cardtable.tui.terminal.link import Link
from cardtable.web.gate import PageGate
from cardtable.web.server import LONGEST, TERM, TableServer
from cardtable.words import Words

PIECE = 1 << 16
"""Bytes of pictures that are sent at once; more waits where it is counted."""
LONGEST_ASKED = 1 << 12
"""Bytes of a message of a page of buttons."""
OFTEN, WITHIN = 20, 5.0
"""So many of its messages, in so many seconds, are no person's."""
UNREAD = 1 << 18
"""Letters that may wait for such a page; who takes nothing is cut off."""
LONGEST_REASON = 123
"""Bytes in which a page may be told why it is closed, by RFC 6455."""


class PageSession:
    """A page at a seat: a terminal like any other."""

    term = "xterm-256color"
    has_screen = True
    by_ssh = False
    form = 0
    """Of the messages: those of a terminal have none."""

    def __init__(self, page: web.WebSocketResponse, environ: Mapping[str, str]) -> None:
        self._page = page
        self._waiting = bytearray()
        self._is_due = asyncio.Event()
        self._is_leaving = False
        self._why = ""
        self.environ = {"COLORTERM": "truecolor", **environ}
        self.size = (0, 0)
        self.app: GuestScreen | None = None
        self.link: Link | None = None
        self.is_gone = False
        """Whether the page has been closed."""

    async def run(self) -> None:
        """Passes on what the page sends, and what it is to show, until it is closed."""
        sending = asyncio.create_task(self._send())
        try:
            async for message in self._page:
                with suppress(ValueError, RecursionError):
                    await self._obey(json.loads(message.data) if message.type is web.WSMsgType.TEXT else None)
        finally:
            self.is_gone = True
            if self.app is not None:
                self.app.exit(0)
            sending.cancel()

    async def _obey(self, asked: object) -> None:
        match asked:
            case ["stdin", str(keys)] if self.link is not None:
                self.link.feed(keys.encode("utf-8", "ignore"))
            case ["resize", {"width": int(width), "height": int(height)}] if type(width) is type(height) is int:
                self.size = max(width, 0), max(height, 0)
                if self.link is not None:
                    self.link.resize(*self.size)
            case ["ping", str(token)]:
                await self._page.send_json(["pong", token])

    async def _send(self) -> None:
        with suppress(ConnectionError):
            while self._waiting or not self._is_leaving:
                await self._is_due.wait()
                self._is_due.clear()
                while self._waiting:
                    piece = bytes(self._waiting[:PIECE])
                    await self._page.send_bytes(piece)
                    del self._waiting[: len(piece)]
            await self._page.close(message=_reason(self._why))

    def take_in(self, guest: Guest, words: Words) -> Worded:
        """There are screens here."""
        raise AssertionError("this page has a screen")

    def listen_to(self, worded: Worded | None) -> None:
        """Nobody here has words alone."""

    # What a link needs

    def send(self, data: bytes) -> None:
        """Sends it, unless the page has been closed."""
        if not self.is_gone:
            self._waiting += data
            self._is_due.set()

    def unread(self) -> int:
        """Bytes that wait for the page."""
        return len(self._waiting)

    def cut(self) -> None:
        """Ends the connection at once."""
        self._waiting.clear()
        transport = self._page._req.transport if self._page._req is not None else None
        if transport is not None:
            transport.abort()

    def leave(self, why: str) -> None:
        """Closes the page in order; it covers what it showed last, and says why."""
        self._is_leaving, self._why = True, why
        self._is_due.set()


class ButtonSession(PageSession):
    """A page of buttons at a seat: it is told what it shows as messages."""

    term = ""
    has_screen = False
    form = FORM

    def __init__(self, page: web.WebSocketResponse, environ: Mapping[str, str]) -> None:
        super().__init__(page, environ)
        self._guest: PageGuest | None = None
        self._messages: deque[str] = deque()
        self._heard: deque[float] = deque(maxlen=OFTEN)
        """When the last messages came."""

    def take_in(self, guest: Guest, words: Words) -> PageGuest:
        """The guest before it; the signs of the suits are in every browser."""
        return PageGuest(guest, Words(words.language), self._tell)

    def listen_to(self, worded: Worded | None) -> None:
        """Passes on what the page asks for."""
        self._guest = worded if isinstance(worded, PageGuest) else None

    async def _obey(self, asked: object) -> None:
        now = asyncio.get_running_loop().time()
        if len(self._heard) == OFTEN and now - self._heard[0] < WITHIN:
            self.cut()  # No hand is so quick.
            return
        self._heard.append(now)
        if self._guest is not None:
            self._guest.obey(asked)

    def _tell(self, message: str) -> None:
        if not self.is_gone:
            self._messages.append(message)
            self._is_due.set()
            if self.unread() > UNREAD:
                self.cut()

    def unread(self) -> int:
        """Letters that wait for the page."""
        return sum(map(len, self._messages))

    async def _send(self) -> None:
        with suppress(ConnectionError):
            while self._messages or not self._is_leaving:
                await self._is_due.wait()
                self._is_due.clear()
                while self._messages:
                    await self._page.send_str(self._messages[0])
                    self._messages.popleft()
            await self._page.close(message=_reason(self._why))


class SeatPages(TableServer):
    """Gives every page whose link holds the code of a seat that seat: its screen as a terminal, or as buttons."""

    by_links = frozenset(("/", "/seat"))  # Friends get theirs in a message, which they may read in the browser.

    def __init__(self, host: Host, address: str, port: int, texts: dict[str, str], public_url: str = "") -> None:
        super().__init__([], address, port, texts, public_url)
        self._host = host
        self.gate = PageGate(place_of)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. The code in its link stays in the browser, which sends it as its first message."""
        response = await super().handle_index(request)
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.add_routes([web.get("/seat", self.handle_seat), web.get("/seat/ws", self.handle_buttons)])
        return app

    async def handle_seat(self, request: web.Request) -> web.Response:
        """The page of buttons."""
        text = seat_page(self._texts.get("language", "en"), self._texts["closed"], self._texts["again"])
        response = web.Response(text=text, content_type="text/html", charset="utf-8")
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A seat as a terminal, for a page that says its code; until then it is a stranger at the gate."""
        return await self._seat(request, PageSession, LONGEST)

    async def handle_buttons(self, request: web.Request) -> web.WebSocketResponse:
        """A seat as buttons, in the same way."""
        return await self._seat(request, ButtonSession, LONGEST_ASKED)

    async def _seat(self, request: web.Request, kind: type[PageSession], longest: int) -> web.WebSocketResponse:
        hall = self._host.hall
        page = web.WebSocketResponse(heartbeat=15, timeout=TERM, max_msg_size=longest)
        await page.prepare(request)
        address, pipe = request.remote or "", request.transport
        code, form = await _code(page)
        if code and form != kind.form:
            await page.close(message=_reason(self._texts["anew"]))
            return page
        name = await hall.door.hear(code, address) if code else None  # Who says nothing has not guessed.
        if name is not None and pipe is not None:
            coming = hall.door.places.welcome(name, address, pipe.abort)
            if coming is None:
                await page.close(message=_reason(self._texts["full"]))
                return page
            self.gate.let_in(pipe)
            session = kind(page, _environ(request))
            session.size = _size(request)
            self._host.receive(partial(hall.come, name), session)
            try:
                await session.run()
            finally:
                coming.gone()
        await page.close()
        return page


def _reason(why: str) -> bytes:
    return why.encode()[:LONGEST_REASON].decode("utf-8", "ignore").encode()


async def _code(page: web.WebSocketResponse) -> tuple[str, int]:
    """What the page says first, if that is a code and comes in time, and the form of its messages."""
    with suppress(TimeoutError, ValueError, TypeError, RecursionError):
        async with asyncio.timeout(LOGIN):
            match json.loads(await page.receive_str()):
                case ["code", str(code)]:
                    return code[:200], 0
                case ["code", str(code), int(form)]:
                    return code[:200], form
    return "", 0


def _environ(request: web.Request) -> dict[str, str]:
    """What the browser says of its user's language."""
    wanted: Any = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0]
    return {"LANG": f"{wanted}.UTF-8"} if wanted else {}


def _size(request: web.Request) -> tuple[int, int]:
    found = [request.query.get(name, "") for name in ("width", "height")]
    width, height = (int(one) if one.isascii() and one.isdigit() and len(one) < 6 else 0 for one in found)
    return width, height
