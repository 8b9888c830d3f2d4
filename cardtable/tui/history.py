"""The log: what happened, in words, the newest line at the foot."""

from __future__ import annotations

from collections import deque

from textual import events

from cardtable.engine.text import clean
from cardtable.tui.canvas import LIGHT, Canvas, Sheet, wrap
from cardtable.words import Words

MOST = 500
"""Lines kept: memory must not grow with the length of a match."""


class History(Canvas):
    """A framed list of lines; the wheel goes back."""

    DEFAULT_CSS = "History { width: 32; height: 1fr; }"

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.lines: deque[str] = deque(maxlen=MOST)
        self.back = 0
        """Rows scrolled back from the newest."""
        self.covered = False
        """Whether somebody looks who may not read what the viewer was told."""

    def add(self, lines: list[str]) -> None:
        """Adds what happened since."""
        if lines:
            self.lines.extend(clean(line) for line in lines)
            self.back = 0
            self.repaint()

    def cover(self, covered: bool) -> None:
        """Hides the lines, or shows them again."""
        if covered != self.covered:
            self.covered = covered
            self.repaint()

    def clear(self) -> None:
        """Forgets everything, on the screen at once."""
        self.lines.clear()
        self.back = 0
        self.forget()

    def paint(self, sheet: Sheet) -> None:
        """As many lines as fit, wrapped."""
        look = self.palette
        sheet.frame(0, 0, sheet.width, sheet.height, LIGHT, look.edge)
        sheet.put(2, 0, " " + self.words.say("Log") + " ", look.bold)
        room = sheet.height - 2
        rows: list[str] = []
        for line in reversed(() if self.covered else self.lines):
            rows[:0] = wrap(line, sheet.width - 4)
            if len(rows) >= room + self.back:
                break
        self.back = max(0, min(self.back, len(rows) - room))
        shown = rows[len(rows) - room - self.back : len(rows) - self.back] if len(rows) > room else rows
        for y, row in enumerate(shown, 1):
            sheet.put(2, y, row, look.table)

    def scroll_back(self, rows: int) -> None:
        """Goes back (or on, below zero) by so many rows."""
        self.back = max(0, self.back + rows)
        self.repaint()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel goes back."""
        event.stop()
        self.scroll_back(3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel comes on again."""
        event.stop()
        self.scroll_back(-3)
