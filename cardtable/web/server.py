"""The server of the pages, by textual-serve: a program of its own for each page, and no address but this server's."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import shlex
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import SplitResult, urlsplit

import aiohttp_jinja2
import click
import jinja2
from aiohttp import web
from aiohttp.typedefs import Handler
from textual_serve.app_service import AppService
from textual_serve.server import Server

from cardtable.web import is_loopback
from cardtable.web.gate import PageGate, Stranger

TEMPLATES = Path(__file__).parent
"""Our page in place of textual-serve's own, which fetches its font from the internet."""
PAGES = 16
"""Most pages at a time: each has a program of its own."""
TERM = 5.0
"""Seconds in which a program or a page must have ended that was asked to, or have taken what it was sent."""
LONGEST = 1 << 20
"""Most bytes of a message of a page."""


class PageProgram(AppService):
    """The program behind one page. When it ends, however it ends, the page is told."""

    _leaving: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Passes on what the program shows, until it ends."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    def leave(self) -> asyncio.Task[None]:
        """Closes the page and ends the program, as if its player left; done when it has ended.

        A program that does not end in its term is killed. The task is one of its own: whoever waits for it may be
        gone together with the page.
        """
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._leave())
        return self._leaving

    async def _leave(self) -> None:
        await self.remote_close()
        process, task = self._process, self._task
        if process is None or task is None:
            return
        try:
            async with asyncio.timeout(TERM):
                await self.send_meta({"type": "quit"})
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        # What it still had to show goes first, unless the page takes nothing any more.
        await asyncio.wait([task], timeout=TERM)
        task.cancel()
        await asyncio.wait([task])
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                await pipe.read()  # to its end, with which it is closed


class TableServer(Server):
    """Shows a command's table to every page that asks; the pages of other sites are not let in."""

    by_links: ClassVar[frozenset[str]] = frozenset()
    """Pages to which somebody may follow a link of another site: they begin nothing that nobody asked for."""

    def __init__(
        self, command: Sequence[str], host: str, port: int, texts: dict[str, str], public_url: str = ""
    ) -> None:
        """`public_url` is the address by which browsers come, where it is not the server's own."""
        address = f"[{host}]" if ":" in host else host
        line = subprocess.list2cmdline(command) if os.name == "nt" else f"exec {shlex.join(command)}"
        super().__init__(
            line,
            host,
            port,
            title="cardtable",
            public_url=public_url.rstrip("/") or f"http://{address}:{port}",
            templates_path=TEMPLATES,
        )
        self._texts = texts
        self._open: set[PageProgram] = set()
        self.gate = PageGate()

    def initialize_logging(self) -> None:
        """Only what went wrong, and no local variables: a hand may be among them."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    def serve(self, debug: bool = False) -> None:
        """Shows the table until the program is ended by a signal. Raises OSError when it cannot listen."""
        self.initialize_logging()
        with suppress(KeyboardInterrupt):  # where there are no signal handlers
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        ended = asyncio.Event()
        with suppress(NotImplementedError):
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, ended.set)
        async with self.listening(host=self.host, port=self.port):
            click.echo(f"{self._texts['at']} {self.public_url}/")
            await ended.wait()

    @asynccontextmanager
    async def listening(self, **where: Any) -> AsyncIterator[None]:
        """Lets pages come meanwhile, to `host` and `port`, or to `sock`. Raises OSError when it cannot listen."""
        runner = web.AppRunner(await self._make_app(), access_log=None, shutdown_timeout=TERM)
        await runner.setup()
        assert runner.server is not None, "it is set up"
        come = partial(Stranger, self.gate, runner.server)
        try:
            try:
                server = await asyncio.get_running_loop().create_server(come, **where)
            except OSError as error:
                # Without the words that asyncio puts before the system's.
                errno = error.errno or 0
                raise OSError(errno, os.strerror(errno)) if errno > 0 else error from None
            try:
                yield
            finally:
                server.close()
                self.gate.close()
        finally:
            await runner.cleanup()

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._let_in])
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(self.templates_path))
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.get("/download/{key}", self.handle_download),
                web.static("/static", self.statics_path),  # Its folders are not listed.
            ]
        )
        app.on_response_prepare.append(_last_and_in_no_frame)
        app.on_shutdown.append(self.on_shutdown)
        return app

    async def on_shutdown(self, app: web.Application) -> None:
        """Closes every page's program, as if the page had been closed."""
        await asyncio.gather(*(program.leave() for program in self._open))

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses what a page of another site asks for, be it under a name that it lets lead to this computer."""
        public = urlsplit(self.public_url)
        is_here = request.host == public.netloc or is_loopback(_split(f"//{request.host}").hostname or "")
        if is_loopback(self.host) and not is_here:
            raise web.HTTPForbidden(text=f"{self._texts['here']}\n")
        origin = request.headers.get("Origin")
        # Browsers say whose page asks; `none` is an address that was typed.
        site = request.headers.get("Sec-Fetch-Site", "none")
        if request.path in self.by_links and request.headers.get("Sec-Fetch-Dest") == "document":
            site = "none"
        # What stands between may name this server, or itself, as the host.
        asks = origin is None or origin == f"{public.scheme}://{public.netloc}" or _split(origin).netloc == request.host
        if site not in ("none", "same-origin") or not asks:
            raise web.HTTPForbidden(text=f"{self._texts['others']}\n")
        if request.path in ("/", "/ws") and len(self._open) >= PAGES:
            raise web.HTTPServiceUnavailable(text=f"{self._texts['full']}\n")
        return await handler(request)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. Its addresses are below its own, whatever that is to the browser."""
        try:
            size = min(max(int(request.query.get("fontsize", "")), 6), 60)
        except ValueError:
            size = 16
        context = {
            "texts": self._texts,
            "font_size": size,
            "reader": "reader" in request.query,
            "nonce": secrets.token_urlsafe(),
        }
        return aiohttp_jinja2.render_template("app_index.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Begins a program for a page, and ends it when the page is closed."""
        page = web.WebSocketResponse(heartbeat=15, timeout=TERM, max_msg_size=LONGEST)
        program = PageProgram(
            self.command,
            write_bytes=_unless_closed(page.send_bytes),
            write_str=_unless_closed(page.send_str),
            close=_closing(page),
            download_manager=self.download_manager,
        )
        self._open.add(program)
        try:
            await page.prepare(request)
            self.gate.let_in(request.transport)
            await program.start(_number(request, "width", 80), _number(request, "height", 24))
            await self._process_messages(page, program)
        finally:
            program.leave().add_done_callback(lambda _: self._open.discard(program))
            await asyncio.shield(program.leave())
        return page

    async def _process_messages(self, page: web.WebSocketResponse, program: AppService) -> None:
        """Does what the page asks for until it is closed, or its program takes nothing any more.

        What is none of the messages that our page sends is passed over.
        """
        async for message in page:
            try:
                asked = json.loads(message.data) if message.type is web.WSMsgType.TEXT else None
                async with asyncio.timeout(TERM):
                    await _do(asked, page, program)
            except TimeoutError:
                return
            except (ValueError, RecursionError):
                continue


def _split(address: str) -> SplitResult:
    """The parts of an address; none of what is no address."""
    try:
        return urlsplit(address)
    except ValueError:  # A bracket that is not closed, say.
        return urlsplit("")


async def _do(asked: object, page: web.WebSocketResponse, program: AppService) -> None:
    match asked:
        case ["stdin", str(keys)]:
            await program.send_bytes(keys.encode("utf-8", "ignore"))
        case ["resize", {"width": int(width), "height": int(height)}] if type(width) is type(height) is int:
            await program.set_terminal_size(_bounded(width), _bounded(height))
        case ["ping", str(token)]:
            await page.send_json(["pong", token])
        case ["blur"]:
            await program.blur()
        case ["focus"]:
            await program.focus()


async def _last_and_in_no_frame(_: web.Request, response: web.StreamResponse) -> None:
    """A connection has one answer: half of a second request would wait past the gate. And no page holds this one in a
    frame: it could lead clicks to it.
    """
    response.force_close()
    if not isinstance(response, web.WebSocketResponse):
        response.headers["Connection"] = "close"
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"


def _unless_closed(send: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """Sends what a program shows; when the page is gone, nobody sees it, and the program still ends in its own way."""

    async def sent(content: Any) -> None:
        with suppress(ConnectionError):
            await send(content)

    return sent


def _closing(page: web.WebSocketResponse) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        with suppress(TimeoutError):  # a page that takes nothing any more
            async with asyncio.timeout(TERM):
                if page.prepared:
                    await page.close()

    return close


def _bounded(cells: int) -> int:
    """Columns or rows of a page as far as a program can draw them."""
    return min(max(cells, 1), 1000)


def _number(request: web.Request, name: str, default: int) -> int:
    try:
        return _bounded(int(request.query.get(name, "")))
    except ValueError:
        return default
