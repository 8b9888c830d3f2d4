"""The terminal as Textual speaks with it, with one thing more: bytes that are no text are no key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.driver import Driver


def passing_over(driver: type[Driver]) -> type[Driver]:
    """This driver, reading on after bytes that are not UTF-8: a terminal that speaks KOI8-R, or a broken line.

    Textual's own stops the program there.
    """
    ours: Any = driver

    class Patient(ours):  # type: ignore[misc]  # the driver's class is known only at the terminal
        def run_input_thread(self) -> None:
            """Waits for input and hands it on, until the screen is closed."""
            while True:
                try:
                    super().run_input_thread()
                except UnicodeDecodeError:
                    continue
                return

    return Patient
