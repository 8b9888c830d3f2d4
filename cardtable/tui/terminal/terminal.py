"""The terminal the program runs in: its signals, Ctrl+Z, and the width it gives our signs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading

from textual import events
from textual.app import App

PATIENCE = 5.0
"""Seconds from a signal until the program ends even if the terminal is stuck; everything is saved long before."""
NO_PATIENCE = 0.5
"""The same if the terminal is gone: no driver can restore it for a shell."""
PROBE, PROBE_ROW = "♠╭", 1
"""Signs that some terminals show too wide, and the row they are written to as a test."""
GLANCE = 2.0
"""Seconds between two checks that the terminal is still there."""
SIGNALS = (signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))


class Terminal:
    """Everything an app and its terminal exchange besides pictures and keys."""

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self._hung_up = False
        self.asked_width = False
        """Whether the answer about the width of our signs is still to come."""

    def listen(self) -> None:
        """Starts handling signals."""
        loop = asyncio.get_running_loop()
        if hasattr(signal, "SIGBREAK"):  # A window is closed on Windows, where event loops take no signals.
            signal.signal(signal.SIGBREAK, lambda number, _: loop.call_soon_threadsafe(self._hang_up, number))
            return
        for number in SIGNALS:
            loop.add_signal_handler(number, self._hang_up, number)
        # Textual handles these in the middle of whatever they interrupt, perhaps a write to the terminal, which then
        # deadlocks. From the event loop it is safe.
        if hasattr(signal, "SIGTSTP"):
            loop.add_signal_handler(signal.SIGTSTP, self._app.action_suspend_process)
            loop.add_signal_handler(signal.SIGCONT, self._come_back)
        # A terminal that controls no session sends no signal when it goes, and Textual would read end-of-file for ever.
        if hasattr(signal, "SIGHUP") and sys.stdin.isatty():
            self._app.set_interval(GLANCE, self._glance)

    def ask_width(self) -> None:
        """Asks the terminal how wide it shows our signs.

        The answer, if any, arrives like a key press, so nothing waits for it and no key is lost; the first picture
        covers the test signs.
        """
        driver = self._app._driver
        if driver is not None and not self._app.is_headless:
            driver.write(f"\x1b7\x1b[{PROBE_ROW + 1};1H{PROBE}\x1b[6n\x1b8")
            driver.flush()
            self.asked_width = True

    def is_too_wide(self, answer: events.CursorPosition) -> bool:
        """Returns whether this event says that our signs are too wide; False if nothing was asked."""
        asked, self.asked_width = self.asked_width, False
        return asked and answer.y == PROBE_ROW and answer.x != len(PROBE)

    @property
    def may_stop(self) -> bool:
        """Whether a shell can take over the terminal for a while."""
        return self._app._driver is not None and self._app._driver.can_suspend and hasattr(signal, "SIGTSTP")

    def stop(self) -> None:
        """Gives the terminal back to the shell, whose `fg` resumes the match."""
        from cardtable.tui.terminal import job

        assert self._app._driver is not None
        # Not every terminal has an alternate screen, and our picture would stay on the normal one.
        self._app._driver.write("\x1b[H\x1b[2J")
        with self._app.suspend():
            job.stop()

    def _come_back(self) -> None:
        """Takes the terminal back after an unexpected stop, and draws everything again.

        A window that closes sends the same signal together with SIGHUP.
        """
        if not self._hung_up:
            from cardtable.tui.terminal import job

            with self._app.suspend():
                job.forget_typed()

    def _glance(self) -> None:
        if not self._hung_up and not sys.stdin.isatty():
            self._hang_up(signal.SIGHUP, NO_PATIENCE)

    def _hang_up(self, number: int, patience: float = PATIENCE) -> None:
        """Ends the program on a signal, even if the terminal no longer responds."""
        self._hung_up = True
        stuck = threading.Timer(patience, os._exit, (128 + number,))
        stuck.daemon = True
        stuck.start()
        self._app.exit(128 + number)
