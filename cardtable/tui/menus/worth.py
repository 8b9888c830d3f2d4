"""The values of a family's cards, drawn below its games if there is a lot of space."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import Card, parse_card
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.painter import BIG, HUGE, LARGE, Size
from cardtable.words import Words

APART = 3
"""Columns between cards."""
AROUND = 4
"""Rows for its heading and the points, with a blank one above and below."""


class Worth(Canvas):
    """A card of each kind with its points below."""

    DEFAULT_CSS = "Worth { height: 0; display: none; }"

    def __init__(self, words: Words, worth: Sequence[tuple[str, int]]) -> None:
        super().__init__(words)
        self.cards: list[tuple[Card, int]] = [(parse_card(card), points) for card, points in worth]
        self.drawn: Size = BIG

    def fit(self, width: int, rows: int) -> None:
        """Takes the space it needs; hides itself if it does not fit."""
        sizes = [
            size
            for size in (HUGE, LARGE, BIG)
            if size.height + AROUND <= rows and len(self.cards) * (size.width + APART) <= width
        ]
        self.display = bool(self.cards and sizes)
        if self.display:
            self.drawn = sizes[0]
            self.styles.height = self.drawn.height + AROUND
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the cards from highest to lowest value; all others are worth nothing."""
        look, (wide, high) = self.palette.cloth, (self.drawn.width, self.drawn.height)
        sheet.put(1, 0, self.words.say("What the cards are worth; all others nothing"), look.dim)
        for nth, (card, points) in enumerate(self.cards):
            x = 1 + nth * (wide + APART)
            self.painter.card(sheet, x, 2, card, self.drawn)
            sheet.put(x + (wide - width_of(str(points))) // 2, 2 + high, str(points), look.now)
