"""The server of the pages, by textual-serve: a program for each page, and no addresses but this server's."""

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
"""Our page in place of textual-serve's own, which loads its font from the internet."""
PAGES = 16
"""Maximum pages at a time: each has a program of its own."""
TERM = 5.0
"""Seconds a program or a page gets to end when asked to, or to read its data."""
LONGEST = 1 << 20
"""Maximum bytes of a message from a page."""


class PageProgram(AppService):
    """The program behind one page. However it ends, the page is told."""

    _leaving: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Passes on the program's output until it ends."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    def leave(self) -> asyncio.Task[None]:
        """Closes the page and ends the program, as if its player had left; returns a task done when it has ended.

        A program that does not end in time is killed. It is a task of its own, since a caller waiting for it may
        disappear together with the page.
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
        # Let it send its remaining output, unless the page no longer reads.
        await asyncio.wait([task], timeout=TERM)
        task.cancel()
        await asyncio.wait([task])
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                await pipe.read()  # to its end, which closes it


class TableServer(Server):
    """Serves a command's table to every page that asks, except those of other sites."""

    by_links: ClassVar[frozenset[str]] = frozenset()
    """Pages that links from other sites may lead to: these do nothing without being asked."""

    def __init__(
        self, command: Sequence[str], host: str, port: int, texts: dict[str, str], public_url: str = ""
    ) -> None:
        """`public_url` is the address browsers use, if it is not the server's own."""
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
        """Logs only errors, without local variables, which might include a hand."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    def serve(self, debug: bool = False) -> None:
        """Serves pages until the program is ended by a signal. Raises OSError if it cannot listen."""
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
        """Accepts pages inside this block, at `host` and `port`, or `sock`. Raises OSError if it cannot listen."""
        runner = web.AppRunner(await self._make_app(), access_log=None, shutdown_timeout=TERM)
        await runner.setup()
        assert runner.server is not None, "it is set up"
        come = partial(Stranger, self.gate, runner.server)
        try:
            try:
                server = await asyncio.get_running_loop().create_server(come, **where)
            except OSError as error:
                # Without the words asyncio adds to the system's message.
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
                web.static("/static", self.statics_path),  # It does not list its folders.
            ]
        )
        app.on_response_prepare.append(_last_and_in_no_frame)
        app.on_shutdown.append(self.on_shutdown)
        return app

    async def on_shutdown(self, app: web.Application) -> None:
        """Ends every page's program, as if the page had been closed."""
        await asyncio.gather(*(program.leave() for program in self._open))

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuses requests from pages of other sites, even under a name that they make point to this computer."""
        public = urlsplit(self.public_url)
        is_here = request.host == public.netloc or is_loopback(_split(f"//{request.host}").hostname or "")
        if is_loopback(self.host) and not is_here:
            raise web.HTTPForbidden(text=f"{self._texts['here']}\n")
        origin = request.headers.get("Origin")
        # Browsers say which site's page is asking; `none` is an address that was typed.
        site = request.headers.get("Sec-Fetch-Site", "none")
        if request.path in self.by_links and request.headers.get("Sec-Fetch-Dest") == "document":
            site = "none"
        # A proxy may give this server, or itself, as the host.
        asks = origin is None or origin == f"{public.scheme}://{public.netloc}" or _split(origin).netloc == request.host
        if site not in ("none", "same-origin") or not asks:
            raise web.HTTPForbidden(text=f"{self._texts['others']}\n")
        if request.path in ("/", "/ws") and len(self._open) >= PAGES:
            raise web.HTTPServiceUnavailable(text=f"{self._texts['full']}\n")
        return await handler(request)

    async def handle_index(self, request: web.Request) -> web.Response:
        """Returns the page. Its addresses are relative to its own, whatever that is for the browser."""
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
        """Starts a program for a page, and ends it when the page is closed."""
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
        """Handles the page's messages until it is closed, or its program stops reading.

        Ignores messages that our page would not send.
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
    """Splits an address; returns an empty result for an invalid one."""
    try:
        return urlsplit(address)
    except ValueError:  # An unclosed bracket, for instance.
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
    """Allows one answer per connection, since half of a second request would wait past the gate, and forbids frames.

    A page that held this one in a frame could lead clicks to it.
    """
    response.force_close()
    if not isinstance(response, web.WebSocketResponse):
        response.headers["Connection"] = "close"
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"


def _unless_closed(send: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """Makes sending a program's output do nothing once the page is gone, so that the program ends in its own way."""

    async def sent(content: Any) -> None:
        with suppress(ConnectionError):
            await send(content)

    return sent


def _closing(page: web.WebSocketResponse) -> Callable[[], Awaitable[None]]:
    async def close() -> None:
        with suppress(TimeoutError):  # a page that no longer reads
            async with asyncio.timeout(TERM):
                if page.prepared:
                    await page.close()

    return close


def _bounded(cells: int) -> int:
    """Clamps columns or rows of a page to what a program can draw."""
    return min(max(cells, 1), 1000)


def _number(request: web.Request, name: str, default: int) -> int:
    try:
        return _bounded(int(request.query.get(name, "")))
    except ValueError:
        return default
