"""A guest's screen, as the hall and its tables use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cardtable.match.seat import SeatTable
from cardtable.match.shared import News
from cardtable.words import Words


class GuestScreen(Protocol):
    """A guest's screen: those of a terminal, or lines of text."""

    words: Words
    why_closed: str
    """Shown to the guest after it has closed."""

    def tell(self, line: str) -> None:
        """Shows a line to the guest."""

    def hear(self, news: News) -> None:
        """Takes note of an event at their table."""

    def hall_changed(self) -> None:
        """Takes note of people who come or go, and of matches that start or end."""

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """Seats the guest when the match they wait for starts."""

    def exit(self, result: int, /) -> None:
        """Closes the screen."""
