"""How a deal went, below its end: the curve of the chances, where it turned, and the cards of that decision."""

from __future__ import annotations

from cardtable.tui.boxes.ended import Again
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.graph import TURN, column_of, paint_chances
from cardtable.tui.draw.moves import paint_moves, tall
from cardtable.tui.draw.painter import BIG, LARGE, SMALL, Size
from cardtable.words import Words

LEAST, MOST = 2, 4
"""Rows of the curve alone."""
BELOW = 1
"""The blank row below everything."""
FOOT = 1
"""The row under it, of what is marked."""
WIDE = 100
"""Columns from which the cards of the decision stand beside the curve."""
CARDS = 40
"""Columns that they take."""
NARROW = 72
"""Columns of the curve at most: so few decisions need no more."""
BROAD, BROAD_CARDS, BROAD_CURVE = 140, 44, 96
"""Columns from which the cards may be larger, and what they and the curve then take."""
ENOUGH = 8
"""Judged decisions from which on a curve is drawn: fewer make none."""


class EndCurve(Canvas):
    """Nothing until the deal has been looked back at, and where what was counted is drawn instead."""

    DEFAULT_CSS = "EndCurve { width: 100%; height: 0; display: none; margin-bottom: 1; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.again: Again | None = None
        self._card: Size = BIG

    def fit(self, width: int, room: int) -> int:
        """Takes what it needs of so many columns and rows, nothing where they are too few; gives the rows.

        What the deal came to be goes before its last round, which has a key.
        """
        rows = self._rows(width, room - BELOW)
        self.display = rows > 0
        self.styles.height = rows
        self.repaint()
        return rows + BELOW if rows else 0

    def _rows(self, width: int, room: int) -> int:
        again = self.again
        if again is None or again.course is not None or len({number for number, _ in again.chances}) < ENOUGH:
            return 0
        sizes = (SMALL,) if self.small else (LARGE, BIG) if width >= BROAD else (BIG,)
        for self._card in sizes:
            if again.moves and width >= WIDE and room >= self._tall:
                return self._tall
        return min(MOST + FOOT, room) if room >= LEAST + FOOT else 0

    @property
    def _tall(self) -> int:
        """Rows of the decision's cards."""
        moves = () if self.again is None else self.again.moves
        return tall(self._card, covers=any(one.target is not None for one in moves))

    def paint(self, sheet: Sheet) -> None:
        """The curve, what is marked under it, and the moves at the right where there is room for them."""
        again = self.again
        if again is None:
            return
        drawn = again.moves if sheet.width >= WIDE and sheet.height >= self._tall else ()
        large = self._card is LARGE
        cards = (BROAD_CARDS if large else CARDS) if drawn else 0
        wide = min(sheet.width - cards, BROAD_CURVE if large and drawn else NARROW)
        x, rows = (sheet.width - cards - wide) // 2, sheet.height - FOOT
        marks = () if again.turned is None else (again.turned,)
        place = x, 0, wide, rows
        caption = self.words.say("chances")
        paint_chances(
            sheet, place, again.chances, again.decisions, marks, self.palette, caption, ascii_only=self.ascii_only
        )
        if again.turned is not None and not drawn:
            at = x + column_of(again.turned, again.decisions, wide)
            told = cut(f"{TURN} {again.moves[0].said}" if again.moves else TURN, wide)
            # It stands under the sign that it explains, or ends there where the curve is at its end.
            left = at if at + width_of(told) <= x + wide else max(x, x + wide - width_of(told))
            sheet.put(left, rows, told, self.palette.danger)
        paint_moves(sheet, (x + wide, 0, cards, sheet.height), drawn, self._card, self.painter)
