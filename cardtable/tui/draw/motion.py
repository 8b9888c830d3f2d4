"""Short animations: a canvas comes to rest in a few frames, or at once when a key is pressed.

The result is decided before the first frame: motion only shows it a fifth of a second later, and nothing waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.timer import Timer

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.program import program
from cardtable.words import Words

STEP = 0.04
"""Seconds per frame."""


def bearable(colour_system: str | None, environ: Mapping[str, str]) -> bool:
    """Returns whether a terminal draws frames fast enough: not over SSH, and not an old console with few colours."""
    return colour_system not in (None, "standard") and not environ.get("SSH_CONNECTION")


class Moving(Canvas):
    """A canvas that can be in motion."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.moves = False
        """Whether this canvas is animated at all: yes during play, no where moves are only looked up."""
        self.frames_left = 0
        """Frames until everything is at rest."""
        self._ticks: Timer | None = None

    def start(self, frames: int) -> None:
        """Starts an animation of this many frames, or extends the one running."""
        if not (self.moves and self.is_mounted and program(self).moving):
            return
        self.frames_left = frames
        if self._ticks is None:
            self._ticks = self.set_interval(STEP, self._next_frame)

    def settle(self) -> None:
        """Comes to rest at once."""
        if self.frames_left:
            self.stop()
            self.repaint()

    def stop(self) -> None:
        """Stops the animation; the next painting shows everything at rest."""
        self.frames_left = 0
        if self._ticks is not None:
            self._ticks.stop()
            self._ticks = None

    def _next_frame(self) -> None:
        self.frames_left -= 1
        if self.frames_left <= 0:
            self.stop()
        self.repaint()
