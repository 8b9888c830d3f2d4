"""The column beside the felt: sections to read at a glance, earlier rounds, and the log with its newest line last."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from cardtable.engine.text import clean
from cardtable.tui.draw.canvas import ReadBack
from cardtable.tui.draw.cells import LIGHT, Sheet, newest, width_of, wrap
from cardtable.tui.terminal.palette import Palette
from cardtable.words import Words

MOST = 500
"""Maximum lines kept: memory must not grow with the length of a match."""
LEAST_LOG = 6
"""Rows reserved for the log, frame included, before the sections get theirs."""
EARLIER = 2
"""The priority of the earlier rounds among the sections."""


class Shown(NamedTuple):
    """A section as text: its title, and lines of cells in columns."""

    title: str
    lines: tuple[tuple[str, ...], ...]
    priority: int
    laid: bool = False
    """Whether it repeats in words what cards on the felt show."""


class History(ReadBack):
    """Sections above, the log below; the mouse wheel scrolls the log."""

    DEFAULT_CSS = "History { width: 32; height: 1fr; margin-left: 1; }"

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.lines: deque[str] = deque(maxlen=MOST)
        self.covered = False
        """Whether the viewer's private information must be hidden from whoever is looking."""
        self.sections: tuple[Shown, ...] = ()
        self.earlier: tuple[str, ...] = ()
        """The finished rounds of this deal in order, a line each; everybody has seen them."""
        self._is_new = False
        """Whether something was added since the last drawing."""

    def add(self, lines: list[str]) -> None:
        """Adds new lines, to be drawn together with the sections."""
        if lines:
            self.lines.extend(clean(line) for line in lines)
            self.back = 0
            self._is_new = True

    def show(self, sections: tuple[Shown, ...], covered: bool) -> None:
        """Draws these sections and everything added before; hides all of it if covered."""
        if self._is_new or (sections, covered) != (self.sections, self.covered):
            self._is_new = False
            self.sections, self.covered = sections, covered
            self.repaint()

    def tell_earlier(self, earlier: tuple[str, ...]) -> None:
        """Sets the finished rounds, to be drawn together with the sections."""
        if earlier != self.earlier:
            self.earlier = earlier
            self._is_new = True

    def latest(self, count: int) -> tuple[Shown, ...]:
        """Returns a section with the last finished rounds; none before the first has ended."""
        told = tuple((line,) for line in self.earlier[-count:])
        return (Shown(self.words.say("Earlier"), told, EARLIER),) if told else ()

    def clear(self) -> None:
        """Erases everything, on the screen at once."""
        self.lines.clear()
        self.back = 0
        self.sections, self.earlier = (), ()
        self.forget()

    def paint(self, sheet: Sheet) -> None:
        """Draws the sections that fit, then as many wrapped lines of the log as fit."""
        look, inside = self.palette, sheet.width - 4
        y = 0
        for title, rows in self._that_fit(inside, sheet.height - LEAST_LOG):
            self._box(sheet, y, len(rows) + 2, title)
            for nth, row in enumerate(rows, y + 1):
                sheet.put(2, nth, row, look.table)
            y += len(rows) + 2
        self._log(sheet, y)

    def _box(self, sheet: Sheet, y: int, height: int, title: str) -> None:
        look = self.palette
        sheet.frame(0, y, sheet.width, height, LIGHT, look.edge)
        sheet.put(2 if width_of(title) + 6 <= sheet.width else 1, y, f" {title} ", look.bold)

    def _that_fit(self, inside: int, room: int) -> list[tuple[str, Sequence[str]]]:
        """Returns the sections in order; if rows are scarce, drops those with high numbers, and the oldest rounds."""
        if self.covered:
            return []
        found: dict[int, tuple[str, Sequence[str]]] = {}
        sections = list(self.sections)
        at = next((nth for nth, section in enumerate(sections) if section.priority >= EARLIER), len(sections))
        rounds = self.latest(len(self.earlier))
        sections[at:at] = rounds
        # At equal priority the rounds come last: their oldest lines can be dropped, but sections only as a whole.
        for nth in sorted(range(len(sections)), key=lambda nth: (sections[nth].priority, nth == at)):
            section = sections[nth]
            rows = in_columns(section.lines, inside)
            if nth == at and rounds and len(rows) + 2 > room > 4:
                rows = tuple(newest(self.earlier, inside, room - 2))
            if rows and len(rows) + 2 <= room:
                found[nth] = (clean(section.title), rows)
                room -= len(rows) + 2
        return [found[nth] for nth in sorted(found)]

    def _log(self, sheet: Sheet, top: int) -> None:
        height = sheet.height - top
        if height < 3 or not (self.lines or self.covered):
            return  # At the start of a puzzle nothing has happened: draw no empty box.
        self._box(sheet, top, height, self.words.say("Log"))
        room = height - 2
        lines = () if self.covered else tuple(self.lines)
        rows = [row for line in lines for row in wrap(line, sheet.width - 4)] if self.back else []
        self.back = max(0, min(self.back, len(rows) - room))
        end = len(rows) - self.back
        shown = rows[max(0, end - room) : end] if self.back else newest(lines, sheet.width - 4, room)
        for y, row in enumerate(shown, top + 1):
            sheet.put(2, y, row, self.palette.table)


def box_size(section: Shown, width: int) -> tuple[int, int]:
    """Returns the columns and rows of a section with its frame, at this maximum width."""
    rows = in_columns(section.lines, max(1, width - 4))
    return max(width_of(section.title) + 2, *map(width_of, rows)) + 4, len(rows) + 2


def paint_box(sheet: Sheet, look: Palette, section: Shown, place: Region) -> None:
    """Draws a section in its frame."""
    sheet.frame(*place, LIGHT, look.edge)
    sheet.put(place.x + 2, place.y, f" {section.title} ", look.bold)
    for nth, row in enumerate(in_columns(section.lines, place.width - 4), place.y + 1):
        sheet.put(place.x + 2, nth, row, look.table)


@lru_cache(256)  # A section is drawn after every move, for everybody who sees it.
def in_columns(lines: tuple[tuple[str, ...], ...], width: int) -> tuple[str, ...]:
    """Returns lines of cells aligned in columns, two blanks apart if that fits.

    Numbers are right-aligned. A line that is too wide is broken.

    >>> in_columns((("Vera", "7s"), ("Anna", "As", "wins"), ("Galya", "-")), 20)
    ('Vera   7s', 'Anna   As  wins', 'Galya  -')
    >>> in_columns((("Vera", "4"), ("Anna", "12")), 20)
    ('Vera   4', 'Anna  12')
    """
    cells = [[clean(cell) for cell in line] for line in lines]
    columns = max(map(len, cells), default=0)
    wide = [max(width_of(line[nth]) for line in cells if len(line) > nth) for nth in range(columns)]
    gap = 2 if sum(wide) + 2 * (len(wide) - 1) <= width else 1
    fits = sum(wide) + gap * (len(wide) - 1) <= width
    found: list[str] = []
    for line in cells:
        if not fits:
            found += wrap(" ".join(line), width)
            continue
        told = ""
        for nth, cell in enumerate(line):
            room = wide[nth] - width_of(cell)
            told += (" " * room + cell if _is_number(cell) else cell + " " * room) + " " * gap
        found.append(told.rstrip())
    return tuple(found)


def _is_number(cell: str) -> bool:
    return bool(cell) and cell.lstrip("+−-").replace(" ", "").isdecimal()
