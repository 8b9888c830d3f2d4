"""What has just appeared on the screen: an Enter or a click that comes at once was meant for what was there before."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widget import Widget

from cardtable.tui.program import program

PAUSE = 0.3
"""Seconds; nobody reads a new decision and answers it faster, and the second click of a double click comes sooner."""


class Fresh:
    """Whether what a screen or a list asks is so new that Enter and clicks do not count yet.

    Any other key says that the player has seen it. The app's clock tells the time.
    """

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._until = 0.0
        self._came = 0.0
        """When it came, as messages have their time: a busy program hears of keys long after they were pressed."""

    def begin(self) -> None:
        """A new decision stands on the screen from now on."""
        self._came = Message().time
        self._until = self._now + PAUSE

    def painted(self) -> None:
        """It is seen only now: large screens are not painted at once."""
        if self._until:
            self._until = self._now + PAUSE

    def notice(self, event: events.Key) -> None:
        """A key was pressed; one that was pressed before this came says nothing of it, nor does one after it."""
        if event.time < self._came:
            self._until = self._now + PAUSE
        elif event.key != "enter":
            self._until = 0.0

    @property
    def too_soon(self) -> bool:
        """Whether Enter and clicks do not count yet."""
        return bool(self._until) and self._now < self._until

    @property
    def _now(self) -> float:
        return program(self._widget).clock()
