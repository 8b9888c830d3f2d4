"""The driver of a screen whose terminal is somewhere else: behind a connection, in the same process as others.

Nothing that comes from there is trusted. What comes in is taken piece by piece, so that a flood of keys makes nobody
else wait; what nobody reads is not kept.
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
"""Bytes of input that are taken before everybody else has a turn."""
MOST_WAITING = 1 << 16
"""Bytes of input that may wait, or make no key."""
MOST_UNREAD = 1 << 18
"""Bytes of pictures that may wait to be read."""
WIDEST, HIGHEST = 500, 200
SIZE_TAKES = 0.2
"""Seconds in which a terminal gets one size and no more: everything is laid out anew for it."""
TICK = 0.1
"""Seconds after which an Escape is a key, and not the beginning of something longer."""
TAKEN = (events.Key, events.MouseEvent, events.Paste, messages.TerminalSupportsSynchronizedOutput)
"""What a terminal may tell a screen; how large it is comes another way."""


class Wire(Protocol):
    """What a link needs of a connection."""

    def send(self, data: bytes) -> None:
        """Sends this as soon as it can."""

    def unread(self) -> int:
        """Bytes that wait to be sent."""

    def cut(self) -> None:
        """Ends the connection at once."""


class Link:
    """A connection to somebody's terminal."""

    def __init__(self, wire: Wire, size: tuple[int, int], environ: Mapping[str, str]) -> None:
        self.wire = wire
        self.size = bounded(*size)
        self.environ = environ
        self.is_cut = False
        self._shown = self.size
        """The size that the screen knows."""
        self._sized: asyncio.TimerHandle | None = None
        self._driver: LinkDriver | None = None
        self._waiting = bytearray()
        self._busy = False

    def open(self, driver: LinkDriver) -> None:
        """From now on what comes in goes to this driver."""
        self._driver, self._shown = driver, self.size
        self._take()

    def shut(self) -> None:
        """Nothing goes in or out any more."""
        self._driver = None
        self._waiting.clear()
        if self._sized is not None:
            self._sized.cancel()

    def cut(self) -> None:
        """Ends the connection at once."""
        if not self.is_cut:
            self.is_cut = True
            self.shut()
            self.wire.cut()

    def send(self, text: str) -> None:
        """Sends this; ends a connection that nobody reads."""
        if self.is_cut:
            return
        self.wire.send(text.encode("utf-8", "replace"))
        if self.wire.unread() > MOST_UNREAD:
            self.cut()

    def feed(self, data: bytes) -> None:
        """Takes what was typed."""
        if self.is_cut:
            return
        if len(self._waiting) + len(data) > MOST_WAITING:
            self.cut()
            return
        self._waiting += data
        self._take()

    def resize(self, width: int, height: int) -> None:
        """The terminal has this size now; one that changes all the time is followed as fast as it can be seen."""
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
    """Shows an app at the other end of its link."""

    def __init__(self, app: Any, **given: Any) -> None:
        super().__init__(app, **given)
        self._link: Link = app.link
        self._size = self._link.size
        self._parser = XTermParser()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._fruitless = 0
        """Bytes since something last was a key."""
        self._frame: list[str] | None = None
        """What a frame consists of so far, between its brackets: it is sent at once."""
        self._tick: asyncio.TimerHandle | None = None

    def write(self, data: str) -> None:
        """Sends it; what stands between brackets as one, and an empty frame not at all."""
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
        """Takes the terminal's second screen; asks for its mouse, and for brackets around what is pasted."""
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?2004h\x1b[?2026$p")
        self.resized(self._link.size)
        self._link.open(self)

    def disable_input(self) -> None:
        """Takes no keys any more."""
        self._frame = None
        self._link.shut()
        if self._tick is not None:
            self._tick.cancel()

    def stop_application_mode(self) -> None:
        """Leaves the terminal as it was."""
        self.write("\x1b[?2004l\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?25h\x1b[?1049l")

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing: it would be opened on the host's computer."""

    def resized(self, size: tuple[int, int]) -> None:
        """Tells the screen its size."""
        self._size = size
        self._app.post_message(events.Resize(Size(*size), Size(*size)))

    def feed(self, data: bytes) -> bool:
        """Hands on the keys that these bytes mean; False where they cannot be made out."""
        if self._tick is not None:
            self._tick.cancel()
        self._fruitless += len(data)
        try:
            self._hand_on(list(self._parser.feed(self._decode(data))))
        except Exception:  # The parser of Textual may fail at nonsense in any way.
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
        """Without a detour over other threads, so that nothing overtakes it."""
        self._app.post_message(message)

    def when_done(self, then: Any) -> None:
        """Calls this once the screen has taken all keys so far."""
        app = self._app

        def after_app() -> None:
            if not (app.screen_stack and app.screen.call_later(then)):
                then()

        app.call_later(after_app)


def bounded(width: int, height: int) -> tuple[int, int]:
    """A size that can be drawn; a terminal that knows none has the usual one."""
    if not width or not height:
        return 80, 24
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)
