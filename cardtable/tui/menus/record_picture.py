"""A picture of a record beside the list: the last view of its table with many cards on it."""

from __future__ import annotations

from typing import Final

from cardtable.engine.scene import Scene
from cardtable.engine.text import clean
from cardtable.match.replay import Replay
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet, cut
from cardtable.tui.felt import miniature
from cardtable.words import Words

FROM: Final = 130, 34
"""Minimum columns and rows of the screen for the picture."""
COLUMNS: Final = 62
"""Columns it takes."""
BACK: Final = 40
"""Moments searched, counted from the last one."""


def last_sight(replay: Replay) -> Scene:
    """Returns the player's view of the last moments that shows the most cards on the table."""
    seat, last = (replay.people or (0,))[0], len(replay.moments) - 1
    scenes = [replay.scene(at, seat) for at in range(last, max(-1, last - BACK), -1)]
    return max(scenes, key=miniature.lying)


class RecordPicture(Canvas):
    """The table on a plate with the game's title; empty if the record cannot be read."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.title = ""
        self.scene: Scene | None = None
        self.names: list[str] = []

    def show(self, replay: Replay | None) -> None:
        """Shows this record; nothing for None."""
        self.scene = None if replay is None else last_sight(replay)
        if replay is not None:
            self.title, self.names = clean(self.words.text(replay.title, ())), [clean(name) for name in replay.names]
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the frame with the table in it."""
        if self.scene is None:
            return
        look, width, height = self.palette, sheet.width - 2, min(sheet.height - 2, 32)
        sheet.frame(0, 1, width, height, LIGHT, look.edge)
        sheet.put(2, 1, f" {cut(self.title, width - 6)} ", look.bold)
        miniature.paint(sheet, 2, 2, width - 4, height - 2, self.scene, self.words, self.painter, names=self.names)
