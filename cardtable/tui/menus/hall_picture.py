"""The picture beside the lists of a hall, on wide screens: a table with its players, or a code in large letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet, cut, width_of, wrap
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.plates import plate
from cardtable.tui.felt.layout import Shape, seats_round

LARGE = 3
"""Rows of large letters."""
SEAT = 3
"""Rows of a seat."""
LEAST, MOST = 12, 20
"""Minimum and maximum rows of a table with seats round it."""
MOST_NAME = 20
"""Maximum cells of a name."""


class Beside(NamedTuple):
    """The details of the line under the cursor."""

    title: str = ""
    seats: Sequence[str] = ()
    """The players round a table, clockwise; empty if there is no table."""
    large: str = ""
    """The text to be read from a distance."""
    told: Sequence[str] = ()
    """The lines in the middle of the table, or under the large letters."""
    notes: Sequence[str] = ()
    """The notes for everybody, at the bottom."""


class HallPicture(Canvas):
    """A table or a code on a plate, and the notes on another plate below it."""

    DEFAULT_CSS = "HallPicture { width: 1fr; height: 100%; margin: 1 1 1 1; display: none; }"
    shown = Beside()

    def show(self, shown: Beside) -> None:
        """Shows these details."""
        if shown != self.shown:
            self.shown = shown
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the notes, then the rest in the space they leave."""
        shown, look = self.shown, self.palette.plate
        width = sheet.width - 4
        notes = [line for note in shown.notes for line in wrap(note, max(1, width - 4))]
        rows = sheet.height - (len(notes) + 4 if notes else 0) - 2
        tall = min(rows, MOST if shown.seats else LARGE + 6 + len(shown.told)) if shown.title else 0
        if notes:
            y = tall + 4 if tall else 1
            plate(sheet, (2, y, width, len(notes) + 2), self.painter)
            for nth, line in enumerate(notes, y + 1):
                sheet.put(4, nth, line, look.text)
        if not shown.title or rows < LARGE + 4:
            return
        plate(sheet, (2, 1, width, tall), self.painter, title=shown.title)
        if shown.seats and tall >= LEAST:
            self._table(sheet, width - 2, tall - 2)
            return
        letters = large(shown.large, width - 4, LARGE, ascii_only=self.ascii_only) if shown.large else [*shown.seats]
        for nth, line in enumerate(letters[: tall - 4], 4 if shown.large else 2):
            wide = max(map(width_of, letters))
            style = look.now if shown.large else look.text
            sheet.put(2 + (width - wide) // 2, nth, line, style)
        for nth, line in enumerate(shown.told, tall - len(shown.told) - 1):
            sheet.put(2 + (width - width_of(line)) // 2, nth, line, look.dim)

    def _table(self, sheet: Sheet, width: int, rows: int) -> None:
        """Draws the seats round the lines about the table; the first seat is at the bottom."""
        look = self.palette.plate
        first, *others = [cut(name, MOST_NAME) for name in self.shown.seats]
        felt = seats_round(width, rows - SEAT - 1, Shape(tuple(map(width_of, others)), 0), wide=True)
        own = max(width_of(first) + 4, 20)
        places = [(place.x, place.y, place.width) for place in felt.places]
        for name, (x, y, wide) in zip((*others, first), (*places, ((width - own) // 2, rows - SEAT, own)), strict=True):
            sheet.frame(3 + x, 2 + y, wide, SEAT, LIGHT, look.edge)
            sheet.put(3 + x + (wide - width_of(name)) // 2, 3 + y, name, look.bold)
        y = 2 + felt.middle.y + max(0, felt.middle.height - len(self.shown.told)) // 2
        for nth, line in enumerate(self.shown.told, y):
            x = felt.middle.x + (felt.middle.width - width_of(line)) // 2
            sheet.put(3 + x, nth, line, look.now if nth > y else look.text)
