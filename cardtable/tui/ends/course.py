"""The course of a deal that no search judges, below its result: each side's count after every trick, bout or turn."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.coach.course import DealCourse
from cardtable.engine.text import Text, capital, clean, number
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.graph import TURN
from cardtable.tui.ends.ended import End, names_of
from cardtable.words import Words

WIDE = 96
"""Minimum columns; on a narrower screen it is left out."""
STEP = 4
"""Maximum columns for a round."""
TALLER = 18
"""Rows that must stay free before bars get two rows each: the cards of the last round matter more."""
GAP = 2
"""Columns between a name, its bars and its number."""
FRAME = 2
"""The heading row above the bars and the blank row below."""
EIGHTHS = " ▁▂▃▄▅▆▇█"
"""A cell filled from below, in eighths."""
DIGITS = "0123456789"
"""The ASCII version, for bars one row high."""


def heights(counts: Sequence[float], least: float, most: float, levels: int) -> list[int]:
    """Scales the counts to bar heights from 1 to `levels`; if no count is above zero, the lowest gets the highest bar.

    >>> heights([0, 30, 60], 0, 60, 8), heights([0, -4, -8], -8, 0, 8)
    ([1, 4, 8], [1, 4, 8])
    """
    if most <= 0:
        counts, least, most = [-count for count in counts], 0, -least
    wide = most - least
    return [1 + int((levels - 1) * (count - least) / wide) if wide else 1 for count in counts]


class EndCourse(Canvas):
    """A bar chart of the counts, empty until they are known or if a curve of chances is drawn instead."""

    DEFAULT_CSS = "EndCourse { width: 100%; height: 0; display: none; margin-bottom: 1; }"

    def __init__(self, words: Words, end: End) -> None:
        super().__init__(words)
        self.end = end
        self.course: DealCourse | None = None
        self.rows = 1
        """Rows per bar."""

    def fit(self, width: int, room: int) -> int:
        """Takes the space it needs, or none if it does not fit. Returns the rows taken."""
        course, rows = self.course, 0
        if course is not None and width >= WIDE and self._step(width) > 0:
            bars, others = len(course.sides), FRAME + (course.turned is not None)
            self.rows = 2 if not self.ascii_only and room >= 2 * bars + others + TALLER else 1
            rows = self.rows * bars + others
        rows = rows if rows <= room else 0
        self.display = rows > 0
        self.styles.height = max(0, rows - 1)
        self.repaint()
        return rows

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text, self.end.names))

    def _around(self) -> tuple[int, int]:
        """Returns the columns of the longest name and of the longest number."""
        assert self.course is not None
        names = (names_of(self.end, side, self.words) for side in self.course.sides)
        return max(map(width_of, names)), max(len(number(count)) for row in self.course.rounds for count in row)

    def _step(self, width: int) -> int:
        """Returns the columns for a round; 0 if the rounds do not fit."""
        assert self.course is not None
        return min(STEP, (width - sum(self._around()) - 2 * GAP) // len(self.course.rounds))

    def paint(self, sheet: Sheet) -> None:
        """Draws the heading, each side's bars with its final count, and the turning point of the deal."""
        course, look = self.course, self.palette
        if course is None:
            return
        (wide, digits), step = self._around(), self._step(sheet.width)
        whole = wide + digits + 2 * GAP + step * len(course.rounds)
        x = (sheet.width - whole) // 2
        begin = x + wide + GAP
        sheet.put(begin, 0, capital(self._said(course.called)), look.dim)
        least, most = min(map(min, course.rounds)), max(map(max, course.rounds))
        least = min(0, least)
        turned = course.turned
        for nth, side in enumerate(course.sides):
            mine = self.end.me in side
            style = look.acting if mine else look.table
            y = 1 + nth * self.rows
            name, counts = names_of(self.end, side, self.words), [row[nth] for row in course.rounds]
            sheet.put(x + wide - width_of(name), y + self.rows - 1, name, style)
            # Never quite full: the bars must not run into those of the side above.
            levels = len(DIGITS) if self.ascii_only else self.rows * (len(EIGHTHS) - 1) - 1
            for at, high in enumerate(heights(counts, least, most, levels)):
                left = begin + at * step
                if self.ascii_only:
                    sheet.put(left, y, DIGITS[high - 1], style)
                    continue
                marked = turned is not None and at == turned.nth and not turned.for_me
                for row in range(self.rows):
                    eighths = max(0, min(len(EIGHTHS) - 1, high - (self.rows - 1 - row) * (len(EIGHTHS) - 1)))
                    sheet.put(left, y + row, EIGHTHS[eighths] * step, look.danger if marked else style)
            end = begin + step * len(course.rounds) + GAP
            sheet.put(end, y + self.rows - 1, f"{number(counts[-1]):>{digits}}", style)
        if turned is not None:
            told, at = f"{TURN} {self._said(turned.said)}", begin + turned.nth * step
            left = max(0, min(at, sheet.width - width_of(told)))
            sheet.put(left, sheet.height - 1, told, look.acting if turned.for_me else look.danger)
