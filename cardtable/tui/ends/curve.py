"""The course of a deal, below its result: the curve of chances, the turning point, and the cards of that decision."""

from __future__ import annotations

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.graph import TURN, column_of, paint_chances
from cardtable.tui.draw.moves import paint_moves, tall
from cardtable.tui.draw.painter import BIG, LARGE, SMALL, Size
from cardtable.tui.ends.ended import Again
from cardtable.words import Words

LEAST, MOST = 2, 4
"""Minimum and maximum rows of the curve itself."""
BELOW = 1
"""The blank row at the bottom."""
FOOT = 1
"""The row under the curve, for its label."""
WIDE = 100
"""Minimum columns for showing the cards of the decision beside the curve."""
CARDS = 40
"""Columns those cards take."""
NARROW = 72
"""Maximum columns of the curve: so few decisions need no more."""
BROAD, BROAD_CARDS, BROAD_CURVE = 140, 44, 96
"""Minimum columns for larger cards, and the columns that the cards and the curve then take."""
ENOUGH = 8
"""Minimum number of judged decisions for a curve."""


class EndCurve(Canvas):
    """The curve of chances; empty until the deal has been judged, and when counts are drawn instead."""

    DEFAULT_CSS = "EndCurve { width: 100%; height: 0; display: none; margin-bottom: 1; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.again: Again | None = None
        self._card: Size = BIG

    def fit(self, width: int, room: int) -> int:
        """Takes the space it needs, or none if it does not fit. Returns the rows taken.

        The curve has priority over the cards of the last round, which a key shows as well.
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
        """Rows needed for the cards of the decision."""
        moves = () if self.again is None else self.again.moves
        return tall(self._card, covers=any(one.target is not None for one in moves))

    def paint(self, sheet: Sheet) -> None:
        """Draws the curve, the label under it, and the moves on the right if they fit."""
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
            # The label starts under its mark, or is moved left to end with the curve.
            left = at if at + width_of(told) <= x + wide else max(x, x + wide - width_of(told))
            sheet.put(left, rows, told, self.palette.danger)
        paint_moves(sheet, (x + wide, 0, cards, sheet.height), drawn, self._card, self.painter)
