"""Lines of text in one style: a heading with facts at its right, a line across with words in it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from cardtable.engine.text import clean
from cardtable.tui.canvas import Canvas
from cardtable.tui.cells import Sheet, cut, width_of, wrap
from cardtable.words import Words


class Rule(Canvas):
    """A line across, with a few words in it."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.text = ""
        self.last = ""

    def show(self, text: str, last: str = "") -> None:
        """Shows these words, and the last ones at the right if they have room."""
        if (text, last) != (self.text, self.last):
            self.text, self.last = text, last
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """The words stand near the ends."""
        look = self.palette
        sheet.put(0, 0, "─" * sheet.width, look.edge)
        end = 3
        if self.text:
            end = sheet.put(3, 0, f" {cut(clean(self.text), sheet.width - 6)} ", look.table)
        last = clean(self.last)
        if last and width_of(last) <= sheet.width - end - 6:
            sheet.put(sheet.width - 4 - width_of(last), 0, f" {last} ", look.table)


ROOMY = 100
"""Columns from which a heading is shown in full."""
TITLE = 16
"""Columns of a heading that facts leave to its title."""


class Line(Canvas):
    """A few lines of text of the same kind."""

    def __init__(self, words: Words, kind: str, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.kind = kind
        self.left = ""
        self.right: list[str] = []

    def show(self, left: str, right: Sequence[str] = ()) -> None:
        """Shows this; at the right edge as many of the other texts as fit, the last one rather than those before it."""
        if left != self.left or list(right) != self.right:
            self.left, self.right = left, list(right)
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Wraps to the height there is."""
        style: Style = getattr(self.palette, self.kind)
        room = sheet.width - 2
        for y in range(sheet.height):
            sheet.put(0, y, " " * sheet.width, style)
        parts = [clean(part) for part in self.right]
        left = "\n".join(map(clean, self.left.split("\n")))
        if parts and sheet.width < ROOMY:
            # What stands in brackets behind a name gives way to the facts, whether they need the room now or not.
            left = left.partition(" (")[0]
        if len(parts) > 2 and width_of(left) + width_of(" · ".join(parts)) + 2 > room:
            # The number of the bout or deal: for it alone no title is cut.
            del parts[-2]
        least = min(width_of(left.partition(" · ")[0]), TITLE)
        while parts and least + width_of(" · ".join(parts)) + 2 > room:
            del parts[-2 : -1 if len(parts) > 1 else None]
        told = " · ".join(parts)
        if told:
            while width_of(left) > room - width_of(told) - 2 and " · " in left:
                # Rather the number of a puzzle alone than half the name of its game.
                left = left.rpartition(" · ")[0]
            left = cut(left, room - width_of(told) - 2)
        sheet.put(sheet.width - 1 - width_of(told), 0, told, style)
        before, _, last = left.rpartition("\n")
        led_up = [line for part in before.split("\n") for line in wrap(part, room)]
        lines = [*led_up, *wrap(last, room)]
        if len(lines) > sheet.height:
            lines[sheet.height - 1] = cut(" ".join(lines[sheet.height - 1 :]), room)
        for y, line in enumerate(lines[: sheet.height]):
            # What stands before the last paragraph leads up to it.
            sheet.put(1, y, line, self.palette.table if y < len(led_up) else style)
