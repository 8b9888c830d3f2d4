"""The terminal as Textual speaks with it, with two things more: bytes that are no text are no key, and few are sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardtable.tui.terminal.frames import Frames

if TYPE_CHECKING:
    from textual.driver import Driver


def improved(driver: type[Driver], frames: Frames, listen: Callable[[], None]) -> type[Driver]:
    """This driver, reading on after bytes that are not UTF-8: a terminal that speaks KOI8-R, or a broken line.

    Textual's own stops the program there. What is sent goes through `frames`; `listen` answers signals, and is called
    before the terminal is another one than the shell's: a program that is ended leaves it as it was.
    """
    ours: Any = driver

    class Improved(ours):  # type: ignore[misc]  # the driver's class is known only at the terminal
        def start_application_mode(self) -> None:
            """Takes the terminal over."""
            if not self.is_headless:
                listen()
            super().start_application_mode()

        def write(self, data: str) -> None:
            """Sends what the terminal does not show yet."""
            super().write(frames.shortened(data))

        def run_input_thread(self) -> None:
            """Waits for input and hands it on, until the screen is closed."""
            while True:
                try:
                    super().run_input_thread()
                except UnicodeDecodeError:
                    continue
                return

    return Improved
