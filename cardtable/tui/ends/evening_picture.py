"""The picture of an evening: a few large words, and a plate with a mark for every match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.style import Style

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, capital, clean, say
from cardtable.match.evening import Evening
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of, wrap
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.plates import plate
from cardtable.words import Words

TALL = 28
"""Minimum rows of the picture for the largest letters."""
NAME = 24
"""Maximum columns of a name."""
LEAST = 36
"""Minimum columns of the plate."""


class EveningRow(NamedTuple):
    """A row for a player or side: the count, a mark for each match, and the longest run."""

    name: str
    number: int
    marks: str
    in_a_row: str


def counted(evening: Evening, said: Callable[[Text], str], names: Sequence[str], me: Seat | None) -> list[EveningRow]:
    """Returns a row for each player or side, highest count first; empty until something has been counted."""
    if not evening.ended and not any(evening.counts):
        return []
    found = []
    for side, (who, count, in_a_row) in zip(evening.ranked, evening.rows(names, me), strict=True):
        mark = "■" if evening.shame is None else "●"
        marks = "".join(mark if match[side[0]] else "·" for match in evening.ended)
        row = said(say("{count} in a row", count=in_a_row)) if in_a_row > 1 else ""
        found.append(EveningRow(said(who), count, marks, row))
    return found


class EveningPicture(Canvas):
    """Everything between the heading and the key line."""

    DEFAULT_CSS = "EveningPicture { width: 1fr; height: 1fr; }"

    def __init__(
        self, words: Words, evening: Evening, names: Sequence[str], me: Seat | None, more: Sequence[Text]
    ) -> None:
        super().__init__(words)
        self.evening = evening
        self.names = names
        self.me = me
        self.more = [self.said(line) for line in more]

    def said(self, text: Text) -> str:
        """Returns a text of this evening in words."""
        return clean(self.words.text(text, self.names))

    @property
    def counted(self) -> list[EveningRow]:
        """The rows, highest count first."""
        return counted(self.evening, self.said, self.names, self.me)

    def lines(self) -> list[str]:
        """Returns the same as lines of text: the length of the evening, then each player's count."""
        rows, title = self.counted, self.said(self.evening.title)
        wide = max((width_of(row.name) for row in rows), default=0)
        told = []
        for nth, row in enumerate(rows):
            before = title if not nth else " " * width_of(title)
            parts = (
                f"{before}  {row.name}{' ' * (wide - width_of(row.name))}  {row.number:>2}",
                row.marks,
                row.in_a_row,
            )
            told.append("  ".join(parts).rstrip())
        return [self.said(self.evening.length), *told, *self.more]

    def paint(self, sheet: Sheet) -> None:
        """Draws headline, length, plate and further lines, centred."""
        counted, said = self.counted, self.said(self.evening.headline)
        more = [row for line in self.more for row in wrap(line, sheet.width - 4)]
        below = 2 + (len(counted) + 4 if counted else 0) + len(more)
        for rows in (5, 3, 1) if sheet.height >= TALL else (3, 1):
            letters = large(said, sheet.width - 4, rows, ascii_only=self.ascii_only)
            if len(letters) + below <= sheet.height:
                break
        needed = len(letters) + below
        apart = 2 if counted and sheet.height >= needed + len(counted) - 1 else 1
        y = max(0, (sheet.height - needed - (apart - 1) * (len(counted) - 1)) // 2)
        for row in letters:
            y = self._middle(sheet, y, row, self.palette.acting)
        y = self._middle(sheet, y + 1, self.said(self.evening.length), self.palette.dim)
        if counted:
            y = self._plate(sheet, y + 1, counted, apart)
        for row in more:
            y = self._middle(sheet, y, row, self.palette.table)

    def _middle(self, sheet: Sheet, y: int, text: str, style: Style) -> int:
        sheet.put((sheet.width - width_of(text)) // 2, y, text, style)
        return y + 1

    def _plate(self, sheet: Sheet, y: int, counted: Sequence[EveningRow], apart: int) -> int:
        """Draws a row for each player: name, count, a mark for each of the last matches, and the longest run."""
        look, most = self.palette.plate, max(row.number for row in counted)
        name = min(NAME, max(width_of(row.name) for row in counted))
        behind = max(width_of(row.in_a_row) for row in counted)
        fixed = name + 5 + (behind + 2 if behind else 0)
        marks = max(1, min(2 * max(len(row.marks) for row in counted) - 1, sheet.width - 8 - fixed))
        inside = max(LEAST, fixed + marks)
        height, x = apart * (len(counted) - 1) + 3, (sheet.width - inside - 4) // 2
        plate(sheet, (x, y, inside + 4, height), self.painter, title=capital(self.said(self.evening.title)))
        for nth, row in enumerate(counted):
            tone = look.danger if self.evening.shame is not None else look.now
            style = tone if row.number == most > 0 else look.text
            at, line = x + 2, y + 1 + nth * apart
            sheet.put(at, line, cut(row.name, name), style)
            sheet.put(at + name + 1, line, f"{row.number:>2}", style if row.number else look.dim)
            last = " ".join(row.marks[-((marks + 1) // 2) :])
            for column, sign in enumerate(last):
                sheet.put(at + name + 5 + column, line, sign, look.dim if sign == "·" else tone)
            sheet.put(at + inside - width_of(row.in_a_row), line, row.in_a_row, look.dim)
        return y + height + 1
