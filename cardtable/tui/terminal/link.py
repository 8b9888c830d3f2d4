"""The driver of a screen whose terminal is elsewhere: behind a connection, in one process with others.

Nothing the other side sends is trusted. Input is taken in small pieces, so that a flood of keys delays nobody else;
output that nobody reads is not kept.
"""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from textual import events, messages
from textual.driver import Driver
from textual.geometry import Size

from cardtable.tui.terminal.frames import BRACKETS
from cardtable.tui.terminal.textual_inside import XTermParser

if TYPE_CHECKING:
    from textual.message import Message

BEGIN, END = BRACKETS
PIECE = 64
"""Bytes of input taken before everybody else gets a turn."""
MOST_WAITING = 1 << 16
"""Bytes of input that may be waiting, or may arrive without making up a key."""
MOST_UNREAD = 1 << 18
"""Bytes of output that may be waiting to be read."""
WIDEST, HIGHEST = 500, 200
SIZE_TAKES = 0.2
"""Minimum seconds between two size changes: each one means a new layout of everything."""
TICK = 0.1
"""Seconds after which an Escape counts as a key, not as the start of a sequence."""
TAKEN = (events.Key, events.MouseEvent, events.Paste, messages.TerminalSupportsSynchronizedOutput)
"""The events accepted from a terminal; its size arrives another way."""


class Wire(Protocol):
    """The interface a link needs of a connection."""

    def send(self, data: bytes) -> None:
        """Sends data as soon as possible."""

    def unread(self) -> int:
        """Returns the number of bytes waiting to be sent."""

    def cut(self) -> None:
        """Closes the connection at once."""


class Link:
    """The connection to a remote terminal."""

    def __init__(self, wire: Wire, size: tuple[int, int], environ: Mapping[str, str]) -> None:
        self.wire = wire
        self.size = bounded(*size)
        self.environ = environ
        self.is_cut = False
        self._shown = self.size
        """The size last passed on to the screen."""
        self._sized: asyncio.TimerHandle | None = None
        self._driver: LinkDriver | None = None
        self._waiting = bytearray()
        self._busy = False

    def open(self, driver: LinkDriver) -> None:
        """Passes input to this driver from now on."""
        self._driver, self._shown = driver, self.size
        self._take()

    def shut(self) -> None:
        """Stops input and output."""
        self._driver = None
        self._waiting.clear()
        if self._sized is not None:
            self._sized.cancel()

    def cut(self) -> None:
        """Closes the connection at once."""
        if not self.is_cut:
            self.is_cut = True
            self.shut()
            self.wire.cut()

    def send(self, text: str) -> None:
        """Sends text; closes a connection whose other side does not read."""
        if self.is_cut:
            return
        self.wire.send(text.encode("utf-8", "replace"))
        if self.wire.unread() > MOST_UNREAD:
            self.cut()

    def feed(self, data: bytes) -> None:
        """Takes input from the terminal."""
        if self.is_cut:
            return
        if len(self._waiting) + len(data) > MOST_WAITING:
            self.cut()
            return
        self._waiting += data
        self._take()

    def resize(self, width: int, height: int) -> None:
        """Takes the terminal's new size; frequent changes are passed on only so fast."""
        self.size = bounded(width, height)
        if self._sized is None:
            self._hand_on_size()

    def _hand_on_size(self) -> None:
        self._sized = None
        if self._driver is not None and self._shown != self.size:
            self._shown = self.size
            self._driver.resized(self.size)
            self._sized = asyncio.get_running_loop().call_later(SIZE_TAKES, self._hand_on_size)

    def _take(self) -> None:
        if self._busy or self._driver is None or not self._waiting:
            return
        piece = bytes(self._waiting[:PIECE])
        del self._waiting[:PIECE]
        self._busy = True
        if self._driver.feed(piece):
            self._driver.when_done(self._go_on)
        else:
            self.cut()

    def _go_on(self) -> None:
        self._busy = False
        self._take()


class LinkDriver(Driver):
    """Shows an app on the terminal at the other end of its link."""

    def __init__(self, app: Any, **given: Any) -> None:
        super().__init__(app, **given)
        self._link: Link = app.link
        self._size = self._link.size
        self._parser = XTermParser()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._fruitless = 0
        """Bytes since input last made up a key."""
        self._frame: list[str] | None = None
        """The parts so far of a frame between its brackets, sent together at the end."""
        self._tick: asyncio.TimerHandle | None = None

    def write(self, data: str) -> None:
        """Sends data; a bracketed frame goes out in one piece, and an empty one not at all."""
        if data == BEGIN:
            self._frame = []
        elif self._frame is None:
            self._link.send(data)
        elif data != END:
            self._frame.append(data)
        else:
            frame, self._frame = "".join(self._frame), None
            if frame:
                self._link.send(f"{BEGIN}{frame}{END}")

    def start_application_mode(self) -> None:
        """Switches the terminal to its alternate screen, and turns on mouse events and bracketed paste."""
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?2026$p")
        self.resized(self._link.size)
        self._link.open(self)

    def disable_input(self) -> None:
        """Stops accepting input."""
        self._frame = None
        self._link.shut()
        if self._tick is not None:
            self._tick.cancel()

    def stop_application_mode(self) -> None:
        """Restores the terminal."""
        self.write("\x1b[?2004l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?25h\x1b[?1049l")

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing: it would open on the host's computer."""

    def resized(self, size: tuple[int, int]) -> None:
        """Tells the screen its size."""
        self._size = size
        self._app.post_message(events.Resize(Size(*size), Size(*size)))

    def feed(self, data: bytes) -> bool:
        """Passes on the keys in this data; returns False if it makes no sense."""
        if self._tick is not None:
            self._tick.cancel()
        self._fruitless += len(data)
        try:
            self._hand_on(list(self._parser.feed(self._decode(data))))
        except Exception:  # Textual's parser may fail on nonsense in any way.
            return False
        self._tick = self._loop.call_later(TICK, self._wait_no_longer)
        return self._fruitless <= MOST_WAITING

    def _wait_no_longer(self) -> None:
        try:
            self._hand_on(list(self._parser.tick()))
        except Exception:  # As above.
            self._link.cut()

    def _hand_on(self, found: list[Message]) -> None:
        if found:
            self._fruitless = 0
        for message in found:
            if isinstance(message, TAKEN):
                self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Posts a message directly rather than through another thread, so that nothing overtakes it."""
        self._app.post_message(message)

    def when_done(self, then: Any) -> None:
        """Calls `then` once the screen has handled all keys so far."""
        app = self._app

        def after_app() -> None:
            if not (app.screen_stack and app.screen.call_later(then)):
                then()

        app.call_later(after_app)


def bounded(width: int, height: int) -> tuple[int, int]:
    """Clamps a size to what can be drawn; a terminal that reports none gets the usual one."""
    if not width or not height:
        return 80, 24
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)
