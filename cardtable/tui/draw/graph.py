"""A curve of chances in fine dots, with what is worth a look marked below it."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.words import Words

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a sign of two columns and four rows."""
BLANK = 0x2800


def curve(points: Sequence[tuple[float, float]], width: int, height: int) -> list[str]:
    """A line through points whose columns and heights lie between 0 and 1, as rows of so many signs.

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


class Graph(Canvas):
    """Chances of 100 from the first decision to the last."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.points: Sequence[tuple[int, float]] = ()
        self.total = 1
        self.marks: Sequence[int] = ()
        self.at: int | None = None

    def show(self, points: Sequence[tuple[int, float]], total: int, marks: Sequence[int], at: int | None) -> None:
        """Shows chances by the number of the decision, of so many; `marks` were dear, `at` is looked at."""
        self.points, self.total, self.marks, self.at = points, max(1, total), marks, at
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """The axis at the left, the numbers of the decisions at the foot."""
        look = self.palette
        left, rows = 5, sheet.height - 1
        width = sheet.width - left - 2
        if width < 4 or rows < 2:
            return
        for y, told in ((0, "100"), ((rows - 1) // 2, "50"), (rows - 1, "0")):
            sheet.put(4 - width_of(told), y, told, look.dim)
        last = max(1, self.total - 1)
        for y, row in enumerate(curve([((number - 1) / last, value) for number, value in self.points], width, rows)):
            sheet.put(left, y, "".join("*" if self.ascii_only and sign != " " else sign for sign in row), look.acting)
        for number in self.marks:
            sheet.put(left + (number - 1) * (width - 1) // last, rows, "▲", look.danger)
        if self.at is not None:
            # Beside the mark and not on it: which decision is meant must be seen without colours too.
            told = str(self.at)
            x = left + (self.at - 1) * (width - 1) // last
            sheet.put(min(x + 1, left + width - width_of(told)) if self.at in self.marks else x, rows, told, look.bold)
