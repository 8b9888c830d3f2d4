"""What a guest has before them, as the hall and its tables see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cardtable.match.seat import SeatTable
from cardtable.match.shared import News
from cardtable.words import Words


class GuestScreen(Protocol):
    """What a guest has before them: the screens of a terminal, or lines."""

    words: Words
    why_closed: str
    """What is told when it is gone."""

    def tell(self, line: str) -> None:
        """Says a line to the guest."""

    def hear(self, news: News) -> None:
        """Something has happened at their table."""

    def hall_changed(self) -> None:
        """Somebody has come or gone, or a match has begun or ended."""

    def called_to(self, sit: Callable[[], SeatTable]) -> None:
        """A match begins for which they wait in the hall."""

    def exit(self, result: int, /) -> None:
        """Ends it."""
