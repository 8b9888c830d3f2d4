"""The server of the pages, by textual-serve: a program of its own for each page, and no address but this server's."""

from __future__ import annotations

import ipaddress
import logging
import os
import secrets
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp_jinja2
import click
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

TEMPLATES = Path(__file__).parent
"""Our page in place of textual-serve's own, which fetches its font from the internet."""


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class PageProgram(AppService):
    """The program behind one page. When it ends, however it ends, the page is told."""

    async def run(self) -> None:
        """Passes on what the program shows, until it ends."""
        try:
            await super().run()
        finally:
            await self.remote_close()


class TableServer(Server):
    """Shows a command's table to every page that asks; the pages of other sites are not let in."""

    def __init__(self, command: Sequence[str], host: str, port: int, texts: dict[str, str]) -> None:
        address = f"[{host}]" if ":" in host else host
        line = subprocess.list2cmdline(command) if os.name == "nt" else f"exec {shlex.join(command)}"
        super().__init__(
            line,
            host,
            port,
            title="cardtable",
            public_url=f"http://{address}:{port}",
            templates_path=TEMPLATES,
        )
        self._texts = texts
        self._open: set[web.WebSocketResponse] = set()

    def initialize_logging(self) -> None:
        """Only what went wrong, and no local variables: a hand may be among them."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Says where the table is."""
        click.echo(f"{self._texts['at']} {self.public_url}/")

    async def on_shutdown(self, app: web.Application) -> None:
        """Closes every page's program, as if the page had been closed."""
        for page in set(self._open):
            await page.close()

    def _check(self, request: web.Request) -> None:
        """Refuses what a page of another site asks for, be it under a name that it lets lead to this computer."""
        if is_loopback(self.host) and not is_loopback(urlsplit(f"//{request.host}").hostname or ""):
            raise web.HTTPForbidden(text="This table is for this computer alone.\n")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="This table is not for the pages of other sites.\n")

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. Its addresses are the server's as the browser knows it."""
        self._check(request)
        try:
            size = min(max(int(request.query.get("fontsize", "")), 6), 60)
        except ValueError:
            size = 16
        context = {
            "texts": self._texts,
            "font_size": size,
            "websocket": f"ws://{request.host}/ws",
            "nonce": secrets.token_urlsafe(),
        }
        return aiohttp_jinja2.render_template("app_index.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Begins a program for a page, and ends it when the page is closed."""
        self._check(request)
        page = web.WebSocketResponse(heartbeat=15)
        await page.prepare(request)
        program = PageProgram(
            self.command,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=_closing(page),
            download_manager=self.download_manager,
        )
        self._open.add(page)
        try:
            await program.start(_number(request, "width", 80), _number(request, "height", 24))
            await self._process_messages(page, program)
        finally:
            self._open.discard(page)
            await program.stop()
        return page


def _closing(page: web.WebSocketResponse) -> Any:
    async def close() -> None:
        await page.close()

    return close


def _number(request: web.Request, name: str, default: int) -> int:
    try:
        return min(max(int(request.query.get(name, "")), 1), 1000)
    except ValueError:
        return default
