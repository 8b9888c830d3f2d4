"""The steps of `fuzz.py` at a screen: of the program, of a remote seat, of a page."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import shlex
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any
from unittest import mock

from fuzz_steps import Watch, Way, raw
from textual import events
from textual._context import visible_screen_stack

from cardtable.desk.speech import words


def screen(watch: Watch, place: str, *keys: str) -> None:
    """Sends keys, clicks and sizes to the screen."""
    in_loop(watch, _at_screen(watch, place, keys))


def in_loop(watch: Watch, work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine to its end, and also reports failures in background tasks."""

    def unseen(_: object, context: dict[str, Any]) -> None:
        if isinstance(error := context.get("exception"), Exception):
            watch.failed(error)

    async def heard() -> None:
        asyncio.get_running_loop().set_exception_handler(unseen)
        await work

    asyncio.run(heard())
    gc.collect(0)  # The error of a task that nobody awaited is reported when the task is collected.


async def _at_screen(watch: Watch, place: str, keys: Sequence[str]) -> None:
    app = _app(place)
    # Textual's own wait sleeps 20 ms per key; here only messages under way need to be waited for.
    with mock.patch("textual.app.wait_for_idle", breathe), mock.patch("textual.pilot.wait_for_idle", breathe):
        try:
            async with app.run_test(size=(80, 24), notifications=True) as pilot:
                for key in keys:
                    if app._exit or app._exception:
                        break
                    watch.done += 1
                    await _press(pilot, key)
                    if not app.is_running:
                        continue
                    visible_screen_stack.set(app._background_screens)
                    for strip in app.screen._compositor.render_strips():
                        watch.said("screen", strip.text)
        finally:
            if app.table is not None:
                app.table.close()
            if app.tournament is not None:
                app.tournament.close()


async def breathe(*given: Any) -> None:
    """Lets other tasks run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def _press(pilot: Any, key: str) -> None:
    from textual.errors import NoWidget

    word, *numbers = key.split(" ")
    if not numbers:
        await pilot.press(key)
        return
    if word == "press":
        _post(pilot.app, numbers[0])
        for _ in range(int(numbers[1])):
            await asyncio.sleep(0)
        return
    x, y = map(int, numbers)
    width, height = pilot.app.size
    at = (x % width, y % height)
    match word:
        case "size":
            await pilot.resize_terminal(x, y)
        case "hover" | "click" | "double":
            with suppress(NoWidget):  # Textual's pilot raises it for a click on nothing.
                times = {"click": 1, "double": 2}.get(word)
                await (pilot.click(offset=at, times=times) if times else pilot.hover(offset=at))


def _post(app: Any, key: str) -> None:
    """Sends a key without waiting for its effect."""
    app.post_message(events.Paste("a\n") if key == "paste" else events.Key(key, key if len(key) == 1 else None))


def _app(place: str) -> Any:
    from cardtable.coach.review import reviewed_deals
    from cardtable.desk.cups import agreed_for, begun, entrant_plans
    from cardtable.desk.lessons import open_lesson
    from cardtable.desk.puzzles import open_day, open_next
    from cardtable.desk.replays import archive
    from cardtable.desk.screen import home, settings_for
    from cardtable.desk.tables import open_table, seat_plans
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.table.exercise_screen import ExerciseScreen
    from cardtable.tui.table.replay_screen import ReplayScreen
    from cardtable.tui.table.review_screen import ReviewScreen

    speech = words()
    looks, menu = settings_for(speech), home(speech)
    kind, *args = shlex.split(place)
    ways: dict[str, Callable[..., Any]] = {"lesson": open_lesson, "puzzle": open_next, "day": open_day}
    if kind in ways:
        try:
            return CardtableApp(ways[kind](*args), speech, looks, menu)
        except (OSError, ValueError):  # The menu reports it.
            return CardtableApp(None, speech, looks, menu)
    with suppress(OSError, ValueError, IndexError):
        if kind == "review":
            replay = archive().read(archive().kept()[0].path)
            first = ReviewScreen(replay, speech, archive(), reviewed_deals(replay)[0], 0)
            return CardtableApp(None, speech, looks, menu, first=first)
        found = menu.mistakes.next() if kind == "exercise" and menu.mistakes is not None else None
        if found is not None:
            app = CardtableApp(None, speech, looks, menu)
            app.first = ExerciseScreen(found.table, speech, looks, found.note, lambda: None)
            return app
    if kind == "table":
        preset, *names = args
        plans = seat_plans(tuple(names), preset, players=len(names) or 2, seed=7)
        return CardtableApp(open_table(preset, plans, (), 7), speech, looks, menu)
    if kind == "tournament":
        cup = begun(agreed_for("throw_in", (), entrant_plans("throw_in", tuple(args), 7), 7))
        return CardtableApp(None, speech, looks, menu, cup)
    if kind == "replay":
        store = archive()
        return CardtableApp(None, speech, looks, first=ReplayScreen(store.read(store.kept()[0].path), speech, store))
    return CardtableApp(None, speech, looks, menu)


class _Wire:
    """Receives what is sent to a guest."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.is_cut = watch, False

    def send(self, data: bytes) -> None:
        """Looks for titles and clipboard writes: of these sequences a screen sends only the mouse shape."""
        if re.search(rb"\x1b\](?!22;)", data):
            self.watch.saw("a guest is sent a title", repr(data))

    def unread(self) -> int:
        return 0

    def cut(self) -> None:
        self.is_cut = True


def wire(watch: Watch, table: str, *sent: str) -> None:
    """Sends what a guest's terminal sends at a table of these players: bytes and sizes."""
    in_loop(watch, _at_wire(watch, table, sent))


async def _at_wire(watch: Watch, table: str, sent: Sequence[str]) -> None:
    from cardtable.desk.tables import open_table, seat_plans
    from cardtable.match.seat import SeatTable
    from cardtable.match.shared import SharedTable
    from cardtable.tui.guests import environ_of, settings_for_guest, words_for
    from cardtable.tui.seat_app import SeatApp
    from cardtable.tui.terminal.link import Link

    preset, *names = table.split()
    hosted = open_table(preset, seat_plans(tuple(names), preset, players=len(names) or 2, seed=7), (), 7)
    shared = SharedTable(hosted, window=0, delay=0)
    shared.sleep, shared.hints = lambda seconds: asyncio.sleep(0), True
    known = environ_of("xterm-256color", {"LANG": "en_US.UTF-8"})
    link, speech = Link(_Wire(watch), (80, 24), known), words_for(known)
    heard: list[SeatApp] = []
    seated = SeatTable(shared, 0, lambda news: heard[0].hear(news) if heard else None)
    heard.append(SeatApp(link, seated, speech, settings_for_guest(speech, known)))
    going = [asyncio.create_task(heard[0].run_async(size=link.size)), asyncio.create_task(shared.run())]
    try:
        while not heard[0].is_running and not going[0].done():
            await asyncio.sleep(0)
        await breathe()
        for text in sent:
            if link.is_cut or going[0].done():
                break
            watch.done += 1
            if text.startswith("size "):
                link.resize(*map(int, text.split()[1:]))
            else:
                link.feed(raw(text))
            await breathe()
            if going[1].done():
                going[1].result()
    finally:
        heard[0].exit(0)
        await going[0]
        going[1].cancel()
        await asyncio.gather(*going, return_exceptions=True)
        hosted.close()
    if heard[0]._exception is not None:
        raise heard[0]._exception


class _Page:
    """The browser's end of a page: sends its messages, then closes. Also stands in for the program behind the page."""

    returncode: int | None = None
    pid = 0
    prepared = True

    def __init__(self, watch: Watch, messages: Sequence[str]) -> None:
        self.watch, self.messages, self.stdin = watch, [*messages], self
        self.stdout, self.stderr = asyncio.StreamReader(), asyncio.StreamReader()
        self.stdout.feed_data(b"__GANGLION__\n")
        self.closed = False

    def __aiter__(self) -> _Page:
        return self

    async def __anext__(self) -> Any:
        from aiohttp import WSMessage, WSMsgType

        await asyncio.sleep(0)
        if not self.messages or self.closed:
            raise StopAsyncIteration
        self.watch.done += 1
        text = self.messages.pop(0)
        if text.startswith("b:"):
            return WSMessage(WSMsgType.BINARY, raw(text[2:]), None)
        return WSMessage(WSMsgType.TEXT, text, None)

    def write(self, packet: bytes) -> None:
        """Receives a packet for the program."""
        if packet[:1] != b"M":
            return
        meta = json.loads(packet[5:])
        size = [meta.get("width", 1), meta.get("height", 1)]
        if any(type(side) is not int or not 1 <= side <= 1000 for side in size):
            self.watch.saw("a page's size has no bounds", repr(size))
        if meta.get("type") == "quit":
            self.kill()

    def kill(self) -> None:
        """Ends the program."""
        self.returncode = 0
        self.stdout.feed_eof()
        self.stderr.feed_eof()

    terminate = kill

    async def wait(self) -> int:
        return 0

    async def drain(self) -> None: ...
    async def prepare(self, *_: Any) -> None: ...
    async def send(self, *_: Any) -> None: ...

    send_bytes = send_str = send_json = send

    async def close(self, **_: Any) -> None:
        self.closed = True


def page(watch: Watch, address: str, *messages: str) -> None:
    """Requests a page and sends its messages to the server; the program behind it is simulated."""
    in_loop(watch, _with_page(watch, address, messages))


async def _with_page(watch: Watch, address: str, messages: Sequence[str]) -> None:
    from aiohttp import web
    from aiohttp.test_utils import make_mocked_request

    from cardtable.web.server import TableServer

    server = TableServer(["true"], "127.0.0.1", 8000, {})
    end = _Page(watch, messages)

    async def begin(*_: Any, **__: Any) -> _Page:
        return end

    with (
        mock.patch("aiohttp.web.WebSocketResponse", return_value=end),
        mock.patch("asyncio.create_subprocess_shell", begin),
    ):
        request = make_mocked_request("GET", f"/ws?{address}", headers={"Host": "127.0.0.1:8000"})
        with suppress(web.HTTPException):
            await server.handle_websocket(request)
    if end.returncode is None:
        watch.saw("the program of a page that is closed goes on")


AT_SCREENS = {
    "screen": Way(screen, 1),
    "wire": Way(wire, 1),
    "page": Way(page, 1),
}
