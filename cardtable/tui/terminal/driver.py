"""Textual's terminal driver with two additions: it survives bytes that are not text, and it sends fewer bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardtable.tui.terminal.frames import Frames

if TYPE_CHECKING:
    from textual.driver import Driver


def improved(driver: type[Driver], frames: Frames, listen: Callable[[], None]) -> type[Driver]:
    """Returns this driver, made to read on after bytes that are not UTF-8: from a KOI8-R terminal or a broken line.

    Textual's own stops the program there. Output goes through `frames`. `listen` installs the signal handlers and is
    called before the terminal is taken over, so that a program killed at any moment restores it.
    """
    ours: Any = driver

    class Improved(ours):  # type: ignore[misc]  # the driver's class is known only at the terminal
        def start_application_mode(self) -> None:
            """Takes over the terminal."""
            if not self.is_headless:
                listen()
            super().start_application_mode()

        def write(self, data: str) -> None:
            """Sends only what the terminal does not show yet."""
            super().write(frames.shortened(data))

        def run_input_thread(self) -> None:
            """Reads input and hands it on until the screen is closed."""
            while True:
                try:
                    super().run_input_thread()
                except UnicodeDecodeError:
                    continue
                return

    return Improved
