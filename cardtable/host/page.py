"""Seats in the browser: each page is a screen of this process, as over SSH, and its link contains a seat's code."""

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
"""Maximum bytes of output sent at once; the rest waits where it is counted."""
LONGEST_ASKED = 1 << 12
"""Maximum bytes of a message from a page of buttons."""
OFTEN, WITHIN = 20, 5.0
"""More messages than this, within so many seconds, cannot come from a person."""
UNREAD = 1 << 18
"""Maximum letters waiting for such a page; one that does not read is cut off."""
LONGEST_REASON = 123
"""Maximum bytes of the reason for closing a page, by RFC 6455."""


class PageSession:
    """A page at a seat: a terminal like any other."""

    term = "xterm-256color"
    has_screen = True
    by_ssh = False
    form = 0
    """The version of the message format; a terminal has none."""

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
        """Passes data to and from the page until it is closed."""
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
        """Never called: this page has a screen."""
        raise AssertionError("this page has a screen")

    def listen_to(self, worded: Worded | None) -> None:
        """Does nothing: no guest here plays in words."""

    # The interface for a link

    def send(self, data: bytes) -> None:
        """Sends data, unless the page has been closed."""
        if not self.is_gone:
            self._waiting += data
            self._is_due.set()

    def unread(self) -> int:
        """Returns the bytes waiting for the page."""
        return len(self._waiting)

    def cut(self) -> None:
        """Closes the connection at once."""
        self._waiting.clear()
        transport = self._page._req.transport if self._page._req is not None else None
        if transport is not None:
            transport.abort()

    def leave(self, why: str) -> None:
        """Closes the page in an orderly way; it hides its last contents, and shows why."""
        self._is_leaving, self._why = True, why
        self._is_due.set()


class ButtonSession(PageSession):
    """A page of buttons at a seat, told in messages what to show."""

    term = ""
    has_screen = False
    form = FORM

    def __init__(self, page: web.WebSocketResponse, environ: Mapping[str, str]) -> None:
        super().__init__(page, environ)
        self._guest: PageGuest | None = None
        self._messages: deque[str] = deque()
        self._heard: deque[float] = deque(maxlen=OFTEN)
        """The times of the latest messages."""

    def take_in(self, guest: Guest, words: Words) -> PageGuest:
        """Returns the guest behind the page; all browsers have the suit signs."""
        return PageGuest(guest, Words(words.language), self._tell)

    def listen_to(self, worded: Worded | None) -> None:
        """Passes on the page's messages to this guest."""
        self._guest = worded if isinstance(worded, PageGuest) else None

    async def _obey(self, asked: object) -> None:
        now = asyncio.get_running_loop().time()
        if len(self._heard) == OFTEN and now - self._heard[0] < WITHIN:
            self.cut()  # No human hand is that quick.
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
        """Returns the letters waiting for the page."""
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
    """Gives every page whose link contains the code of a seat that seat, as a terminal or as buttons."""

    by_links = frozenset(("/", "/seat"))  # Friends get their link in a message, which they may open in the browser.

    def __init__(self, host: Host, address: str, port: int, texts: dict[str, str], public_url: str = "") -> None:
        super().__init__([], address, port, texts, public_url)
        self._host = host
        self.gate = PageGate(place_of)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Returns the page. The code in its link stays in the browser, which sends it as the first message."""
        response = await super().handle_index(request)
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.add_routes([web.get("/seat", self.handle_seat), web.get("/seat/ws", self.handle_buttons)])
        return app

    async def handle_seat(self, request: web.Request) -> web.Response:
        """Returns the page of buttons."""
        text = seat_page(self._texts.get("language", "en"), self._texts["closed"], self._texts["again"])
        response = web.Response(text=text, content_type="text/html", charset="utf-8")
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Serves a seat as a terminal to a page that sends its code; until then it is a stranger at the gate."""
        return await self._seat(request, PageSession, LONGEST)

    async def handle_buttons(self, request: web.Request) -> web.WebSocketResponse:
        """Serves a seat as buttons in the same way."""
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
        name = await hall.door.hear(code, address) if code else None  # A missing code is not a wrong guess.
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
    """Returns the code from the page's first message, if it arrives in time, and the version of its messages."""
    with suppress(TimeoutError, ValueError, TypeError, RecursionError):
        async with asyncio.timeout(LOGIN):
            match json.loads(await page.receive_str()):
                case ["code", str(code)]:
                    return code[:200], 0
                case ["code", str(code), int(form)]:
                    return code[:200], form
    return "", 0


def _environ(request: web.Request) -> dict[str, str]:
    """Returns the browser's language as an environment."""
    wanted: Any = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0]
    return {"LANG": f"{wanted}.UTF-8"} if wanted else {}


def _size(request: web.Request) -> tuple[int, int]:
    found = [request.query.get(name, "") for name in ("width", "height")]
    width, height = (int(one) if one.isascii() and one.isdigit() and len(one) < 6 else 0 for one in found)
    return width, height
