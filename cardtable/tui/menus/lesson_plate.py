"""The plate with the next lesson above the games of a family, shown until all lessons are done."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.text import say
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut
from cardtable.tui.draw.plates import plate
from cardtable.tui.offers import LessonRow
from cardtable.words import Words

ROOMY = 34
"""Minimum rows of the screen for a line saying what a lesson is."""
STEP = "○"
STEP_DONE = "●"


class LessonPlate(Canvas):
    """A lesson with a circle for each step; in a heavy frame under the cursor."""

    DEFAULT_CSS = "LessonPlate { height: 6; display: none; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.lessons: Sequence[LessonRow] = ()
        self.at = 0
        """The index of the lesson shown."""
        self.lit = False
        """Whether the cursor is on it."""

    @property
    def row(self) -> LessonRow:
        """The lesson shown."""
        return self.lessons[self.at]

    def show(self, lessons: Sequence[LessonRow], at: int, *, lit: bool) -> None:
        """Shows one of these lessons."""
        if (lessons, at, lit) != (self.lessons, self.at, self.lit):
            self.lessons, self.at, self.lit = lessons, at, lit
            self.repaint()

    def fit(self, rows: int) -> int:
        """Takes the rows it needs on a screen of this height; returns them."""
        height = 7 if rows >= ROOMY else 6
        self.styles.height = height
        return height

    def paint(self, sheet: Sheet) -> None:
        """Draws the plate, with a blank on either side for its border."""
        if not self.lessons:
            return
        row, look, words = self.row, self.palette.plate, self.words
        width, height = sheet.width - 3, sheet.height - 2
        done = words.text(say("lessons: {done} of {count} done", done=self._done, count=len(self.lessons)), ())
        plate(sheet, (1, 1, width, height), self.painter, note=done, heavy=self.lit)
        room = width - 4
        title = f"{'✓' if row.done else '►'} {words.text(row.title, ())}"
        sheet.put(3, 2, cut(title, room), look.now if self.lit else look.good)
        length = words.text(say("{count} min", count=row.minutes), ())
        y = 3
        if height > 4:
            sheet.put(3, y, cut(words.say("A real deal, one idea at a time."), room), look.text)
            y += 1
        behind = row.steps if row.done else row.step
        x = 3
        for step in range(row.steps):
            style = look.good if step < behind else look.now if step == behind else look.dim
            x = sheet.put(x, y, STEP_DONE if step < behind else STEP, style) + 1
        sheet.put(x + 2, y, length, look.dim)
        self.answers(self.region.reset_offset, "learn")

    @property
    def _done(self) -> int:
        return sum(row.done for row in self.lessons)
