"""An empty table: outlines for cards, with a text saying what is missing and how to get it."""

from __future__ import annotations

from cardtable.cards import HIDDEN
from cardtable.engine.text import Text
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import DOTTED, Sheet, width_of, wrap
from cardtable.tui.draw.painter import BIG, SMALL
from cardtable.words import Words

PLACES = 3
"""Card outlines beside the stock."""
APART = 3
"""Columns between two cards."""
WIDEST = 62
"""Maximum columns of the text."""


class EmptyTable(Canvas):
    """Shown in place of an empty list."""

    DEFAULT_CSS = "EmptyTable { width: 1fr; height: 1fr; }"
    CLOTH = True

    def __init__(self, words: Words, missing: Text, how: Text) -> None:
        super().__init__(words)
        self.missing, self.how = missing, how

    def paint(self, sheet: Sheet) -> None:
        """Draws everything centred, without cards if there are too few rows."""
        look, wide = self.palette, min(WIDEST, sheet.width - 6)
        told = [(line, look.bold) for line in wrap(self.words.text(self.missing, ()), wide)]
        told += [("", look.table), *((line, look.dim) for line in wrap(self.words.text(self.how, ()), wide))]
        size = next((size for size in (BIG, SMALL) if sheet.height >= size.height + len(told) + 5), None)
        y = max(1, (sheet.height - len(told) - (size.height + 2 if size else 0)) // 2)
        if size is not None:
            step = size.width + APART
            x = (sheet.width - step * PLACES - size.width) // 2
            self.painter.card(sheet, x, y, HIDDEN, size)
            for place in range(1, PLACES + 1):
                sheet.frame(x + place * step, y, size.width, size.height, DOTTED, look.edge)
            y += size.height + 2
        for line, style in told:
            sheet.put((sheet.width - width_of(line)) // 2, y, line, style)
            y += 1
