"""A curve of chances in braille dots, with marks below it for the decisions worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.terminal.palette import Palette
from cardtable.words import Words

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The braille dots of a sign, two columns by four rows."""
BLANK = 0x2800
TURN = "▲"
"""The mark under a costly decision."""
AXIS = 5
"""Columns of the scale to the left of a curve."""
BEHIND = 2
"""Columns left free to the right of a curve."""
LEAST_SCALE = 2
"""Rows above which the scale also shows the middle."""
APART = 4
"""Columns from one decision to the next, space permitting."""


def curve(points: Sequence[tuple[float, float]], width: int, height: int) -> list[str]:
    """Draws a line through points with coordinates from 0 to 1; returns `height` rows of `width` signs.

    >>> curve([(0, 1), (1, 1)], 2, 1), curve([(0, 0), (1, 1)], 2, 1)
    (['⠉⠉'], ['⡠⠊'])
    """
    cells = [[0] * width for _ in range(height)]
    wide, high = 2 * width - 1, 4 * height - 1
    dots = [(x * wide, (1 - y) * high) for x, y in points]
    for (x, y), (to_x, to_y) in zip(dots, [*dots[1:], *dots[-1:]], strict=True):
        steps = 1 + 2 * int(max(abs(to_x - x), abs(to_y - y)))
        for step in range(steps + 1):
            column, row = (round(a + (b - a) * step / steps) for a, b in ((x, to_x), (y, to_y)))
            cells[row // 4][column // 2] |= DOTS[row % 4][column % 2]
    return ["".join(chr(BLANK + cell) if cell else " " for cell in row) for row in cells]


def column_of(number: int, total: int, width: int) -> int:
    """Returns the column of a decision on the curve, axis included; decisions are numbered from 1."""
    return AXIS + (number - 1) * (width - AXIS - BEHIND - 1) // max(1, total - 1)


def paint_chances(
    sheet: Sheet,
    place: tuple[int, int, int, int],
    points: Sequence[tuple[int, float]],
    total: int,
    marks: Sequence[int],
    look: Palette,
    caption: str,
    *,
    ascii_only: bool = False,
) -> None:
    """Draws chances from 0 to 1 by decision number, with their axis, and a sign below for each mark.

    The caption goes to the top or the bottom of the axis, wherever the curve leaves space. `place` is the curve's upper
    left corner, width and height; the row below is used too.
    """
    x, y, width, rows = place
    wide = width - AXIS - BEHIND
    scale = {0: "100", rows - 1: "0"} | ({(rows - 1) // 2: "50"} if rows > LEAST_SCALE else {})
    for row, told in scale.items():
        sheet.put(x + AXIS - 1 - width_of(told), y + row, told, look.dim)
    last = max(1, total - 1)
    drawn = curve([((number - 1) / last, value) for number, value in points], wide, rows)
    lost = {round((number - 1) * (wide - 1) / last) for number in marks}
    free = [row for row in (0, rows - 1) if not drawn[row][: width_of(caption) + 4].strip()]
    if free and width_of(caption) < wide:
        sheet.put(x + AXIS + 2, y + free[0], caption, look.dim)
    for row, signs in enumerate(drawn):
        for column, sign in enumerate(signs):
            if sign != " ":
                style = look.danger if column in lost else look.acting
                sheet.put(x + AXIS + column, y + row, "*" if ascii_only else sign, style)
    for number in marks:
        sheet.put(x + column_of(number, total, width), y + rows, TURN, look.danger)


class Alike(NamedTuple):
    """A decision: its number, how many of those asked would have done the same, and how many were asked."""

    number: int
    alike: int
    all: int


class Graph(Canvas):
    """The chances from the first decision to the last, in percent; or how many would have made the same move."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.points: Sequence[tuple[int, float]] = ()
        self.total = 1
        self.marks: Sequence[int] = ()
        self.at: int | None = None
        self.votes: Sequence[Alike] = ()

    def show(
        self,
        points: Sequence[tuple[int, float]],
        total: int,
        marks: Sequence[int],
        at: int | None,
        votes: Sequence[Alike] = (),
    ) -> None:
        """Shows chances by decision number, out of `total`; `marks` were costly, `at` is the current one.

        If more decisions have `votes` than chances, shows how many would have made the same move instead.
        """
        self.points, self.total, self.marks, self.at, self.votes = points, max(1, total), marks, at, votes
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the axis on the left and the decision numbers at the bottom."""
        look = self.palette
        left, rows = AXIS, sheet.height - 1
        width = sheet.width - left - BEHIND
        if width < 4 or rows < 2:
            return
        if len({number for number, _ in self.points}) < len(self.votes):
            self._paint_votes(sheet, left, width, rows)
            return
        place = 0, 0, sheet.width, rows
        caption = self.words.say("chances")
        paint_chances(sheet, place, self.points, self.total, self.marks, look, caption, ascii_only=self.ascii_only)
        if self.at is not None:
            # Beside the mark, not over it: the current decision must be recognisable without colours too.
            told = str(self.at)
            x = column_of(self.at, self.total, sheet.width)
            sheet.put(min(x + 1, left + width - width_of(told)) if self.at in self.marks else x, rows, told, look.bold)

    def _paint_votes(self, sheet: Sheet, left: int, width: int, rows: int) -> None:
        """Draws a column per decision: a square for everyone asked, filled for those who would have done the same.

        If squares do not fit, the column is filled in proportion. The colour shows the share as well.
        """
        look, most = self.palette, max(one.all for one in self.votes)
        stacked = most <= rows
        step = max(1, min(APART, width // self.total))
        for y, told in ((rows - most if stacked else 0, str(most)), (rows - 1, "1" if stacked else "0")):
            sheet.put(4 - width_of(told), y, told, look.dim)
        same, other = self.words.say("a style that would have done the same"), self.words.say("one that would not")
        caption = f"■ {same}   □ {other}"
        if stacked and most < rows and width_of(caption) < width:
            sheet.put(left, 0, caption, look.dim)
        for one in self.votes:
            x = left + (one.number - 1) * step
            style = look.danger if not one.alike else look.cloth.good if one.alike > one.all / 2 else look.acting
            halves = 2 * one.alike if stacked else round(2 * rows * one.alike / one.all)
            for y in range(rows - one.all if stacked else 0, rows):
                filled = min(2, max(0, halves - 2 * (rows - 1 - y)))
                sign = "□▄■"[filled] if stacked else " ▄█"[filled]
                sheet.put(x, y, sign, style if filled or not one.alike else look.dim)
            told = str(one.number)
            if one.number == self.at or step > width_of(told):
                sheet.put(x, rows, told, look.bold if one.number == self.at else look.dim)
