"""Guards what has just appeared: an Enter or a click right after it was meant for what was there before."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widget import Widget

from cardtable.tui.program import program

PAUSE = 0.3
"""Seconds; nobody reads a new decision and answers it faster, and the second click of a double click comes sooner."""


class Fresh:
    """Whether a question on the screen is so new that Enter and clicks do not count yet.

    Any other key shows that the player has seen it. The time comes from the app's clock.
    """

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._until = 0.0
        self._came = 0.0
        """The arrival time, comparable to that of events: a busy program handles keys long after they were pressed."""

    def begin(self) -> None:
        """Starts the guard: a new decision is now on the screen."""
        self._came = Message().time
        self._until = self._now + PAUSE

    def painted(self) -> None:
        """Restarts the guard: large screens become visible only once they are painted."""
        if self._until:
            self._until = self._now + PAUSE

    def notice(self, event: events.Key) -> None:
        """Takes note of a key. One pressed before this appeared proves nothing, so the guard starts again."""
        if event.time < self._came:
            self._until = self._now + PAUSE
        elif event.key != "enter":
            self._until = 0.0

    @property
    def too_soon(self) -> bool:
        """Whether Enter and clicks are still to be ignored."""
        return bool(self._until) and self._now < self._until

    @property
    def _now(self) -> float:
        return program(self._widget).clock()
