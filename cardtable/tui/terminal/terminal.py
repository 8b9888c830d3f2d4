"""The terminal that the program runs in: its signals, Ctrl+Z, and how wide it shows our signs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading

from textual import events
from textual.app import App

PATIENCE = 5.0
"""Seconds after a signal until the program ends even if the terminal is stuck; everything is saved long before."""
NO_PATIENCE = 0.5
"""The same where there is no terminal any more, which no driver can make ready for a shell."""
PROBE, PROBE_ROW = "♠╭", 1
"""Signs of which terminals that show one too wide show it, and the row in which they are written to ask."""
GLANCE = 2.0
"""Seconds between two looks whether the terminal is still there."""
SIGNALS = (signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))


class Terminal:
    """What an app and its terminal tell each other beside pictures and keys."""

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self._hung_up = False
        self.asked_width = False
        """Whether the terminal still has to answer how wide it shows our signs."""

    def listen(self) -> None:
        """Answers signals from now on."""
        loop = asyncio.get_running_loop()
        if hasattr(signal, "SIGBREAK"):  # A window of Windows that is closed; its loops take no signals.
            signal.signal(signal.SIGBREAK, lambda number, _: loop.call_soon_threadsafe(self._hang_up, number))
            return
        for number in SIGNALS:
            loop.add_signal_handler(number, self._hang_up, number)
        # Textual answers these in the middle of whatever they interrupt, a write to the terminal for one, which
        # then waits for itself. From the loop it is safe.
        if hasattr(signal, "SIGTSTP"):
            loop.add_signal_handler(signal.SIGTSTP, self._app.action_suspend_process)
            loop.add_signal_handler(signal.SIGCONT, self._come_back)
        # A terminal that is nobody's sends no signal as it goes, and Textual would read its end for ever.
        if hasattr(signal, "SIGHUP") and sys.stdin.isatty():
            self._app.set_interval(GLANCE, self._glance)

    def ask_width(self) -> None:
        """Asks the terminal how wide it shows our signs. It answers, if at all, like a key that is pressed, so nobody
        waits for it, and no key is lost; the first picture covers what is written for it."""
        driver = self._app._driver
        if driver is not None and not self._app.is_headless:
            driver.write(f"\x1b7\x1b[{PROBE_ROW + 1};1H{PROBE}\x1b[6n\x1b8")
            driver.flush()
            self.asked_width = True

    def is_too_wide(self, answer: events.CursorPosition) -> bool:
        """Whether this answers that our signs are wider than they should be; what was not asked answers nothing."""
        asked, self.asked_width = self.asked_width, False
        return asked and answer.y == PROBE_ROW and answer.x != len(PROBE)

    @property
    def may_stop(self) -> bool:
        """Whether a shell can take the terminal for some time."""
        return self._app._driver is not None and self._app._driver.can_suspend and hasattr(signal, "SIGTSTP")

    def stop(self) -> None:
        """Gives the terminal back to the shell, whose `fg` goes on with the match."""
        from cardtable.tui.terminal import job

        assert self._app._driver is not None
        # Not every terminal has a second screen for us, and what stands on the first one stays there.
        self._app._driver.write("\x1b[H\x1b[2J")
        with self._app.suspend():
            job.stop()

    def _come_back(self) -> None:
        """After a stop that nobody could foresee: the terminal is made ready again, and all is drawn anew.

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
        """Ends the program on a signal; a terminal that takes nothing any more does not hold it for ever."""
        self._hung_up = True
        stuck = threading.Timer(patience, os._exit, (128 + number,))
        stuck.daemon = True
        stuck.start()
        self._app.exit(128 + number)
