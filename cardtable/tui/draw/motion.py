"""Short motion: a canvas that comes to rest in a few frames, or at once when somebody presses a key.

What is drawn is decided before the first frame: motion only shows it a fifth of a second later, and nothing waits
for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.timer import Timer

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.program import program
from cardtable.words import Words

STEP = 0.04
"""Seconds a frame."""


def bearable(colour_system: str | None, environ: Mapping[str, str]) -> bool:
    """Whether a terminal draws frames fast enough: not over a line, and not an old console of few colours."""
    return colour_system not in (None, "standard") and not environ.get("SSH_CONNECTION")


class Moving(Canvas):
    """A canvas that may be on its way to what it shows."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.moves = False
        """Whether this canvas moves at all: where people play, not where moves are looked up."""
        self.frames_left = 0
        """Frames until everything lies at rest."""
        self._ticks: Timer | None = None

    def start(self, frames: int) -> None:
        """Begins to move, or goes on for so many frames."""
        if not (self.moves and self.is_mounted and program(self).moving):
            return
        self.frames_left = frames
        if self._ticks is None:
            self._ticks = self.set_interval(STEP, self._next_frame)

    def settle(self) -> None:
        """Lies at rest at once."""
        if self.frames_left:
            self.stop()
            self.repaint()

    def stop(self) -> None:
        """Moves no more; the next painting shows everything at rest."""
        self.frames_left = 0
        if self._ticks is not None:
            self._ticks.stop()
            self._ticks = None

    def _next_frame(self) -> None:
        self.frames_left -= 1
        if self.frames_left <= 0:
            self.stop()
        self.repaint()
