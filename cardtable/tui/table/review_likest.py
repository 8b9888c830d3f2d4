"""The bot styles most like a person's decisions, if nothing judges these: bars below the list of the review."""

from __future__ import annotations

from cardtable.bots.entries import name_of
from cardtable.coach.review import Likest
from cardtable.engine.text import say
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.words import Words

BAR = 24
"""Maximum columns of a bar."""
LEAST = 6
"""Minimum columns of a bar; with fewer, the numbers stand alone."""
GAP = 2


class MostLike(Canvas):
    """A title, and a bar for each style; empty if the votes are not telling."""

    DEFAULT_CSS = "MostLike { height: 0; margin: 0 1; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.likest: Likest | None = None

    def show(self, likest: Likest | None) -> None:
        self.likest = likest
        self.display = likest is not None
        self.styles.height = 0 if likest is None else 2 + len(likest.styles)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws all bars in one colour, since no style is the right one. The most similar have their names in bold."""
        likest, look = self.likest, self.palette
        if likest is None:
            return
        sheet.put(0, 0, self.words.say("MOST LIKE"), look.dim)
        names = {style: self.words.say(name_of(style)) for style, _ in likest.styles}
        counts = {
            style: self.words.text(say("{same} of {all}", same=same, all=likest.asked)) for style, same in likest.styles
        }
        wide, digits = (max(map(width_of, texts.values())) for texts in (names, counts))
        room = min(BAR, sheet.width - wide - digits - 2 * GAP)
        for y, (style, same) in enumerate(likest.styles, 1):
            sheet.put(0, y, names[style], look.bold if style in likest.first else look.table)
            x = wide + GAP
            if room >= LEAST:
                filled, rest = bar(same / likest.asked, room)
                sheet.put(sheet.put(x, y, filled, look.acting), y, rest, look.dim)
                x += room + GAP
            sheet.put(x + digits - width_of(counts[style]), y, counts[style], look.table)
