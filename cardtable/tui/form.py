"""Lines to set something up with: a heading and a value each, changed by left and right."""

from __future__ import annotations

from textual.geometry import Region

from cardtable.tui.canvas import Canvas, Sheet, cut, width_of
from cardtable.tui.protocol import WordsLike

LESS, MORE = "◄", "►"


class Form(Canvas):
    """Lines with a heading and a value each; the one under the cursor is marked."""

    DEFAULT_CSS = "Form { height: 1fr; }"

    def __init__(self, words: WordsLike) -> None:
        super().__init__(words)
        self.rows: list[tuple[str, str]] = []
        self.at = 0

    def show(self, rows: list[tuple[str, str]], at: int) -> None:
        """Shows these lines."""
        self.rows, self.at = rows, at
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """One line a row, scrolled so that the cursor's is seen."""
        look = self.palette
        wide = max(width_of(heading) for heading, _ in self.rows) + 3
        above = max(0, self.at - sheet.height + 2)
        for nth, (heading, value) in enumerate(self.rows[above:], above):
            style = look.acting if nth == self.at else look.table
            y = nth - above + 1
            sheet.put(1, y, MORE if nth == self.at else " ", style)
            sheet.put(3, y, heading, style)
            shown = cut(value, sheet.width - wide - 4)
            end = sheet.put(3 + wide, y, shown, style)
            self.answers(Region(0, y, sheet.width, 1), f"line({nth})")
            if shown.startswith(LESS) and shown.endswith(MORE):
                self.answers(Region(3 + wide, y, 2, 1), f"change(-1, {nth})")
                self.answers(Region(end - 2, y, 2, 1), f"change(1, {nth})")
