"""Lines of text in one style: a heading with facts on its right, and a rule with words in it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from cardtable.engine.text import clean
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of, wrap
from cardtable.words import Words


class Rule(Canvas):
    """A horizontal rule with a few words in it."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.text = ""
        self.last = ""

    def show(self, text: str, last: str = "") -> None:
        """Shows `text`, and `last` on the right if it fits."""
        if (text, last) != (self.text, self.last):
            self.text, self.last = text, last
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the words near the ends of the rule."""
        look = self.palette
        sheet.put(0, 0, "─" * sheet.width, look.edge)
        end = 3
        if self.text:
            end = sheet.put(3, 0, f" {cut(clean(self.text), sheet.width - 6)} ", look.table)
        last = clean(self.last)
        if last and width_of(last) <= sheet.width - end - 6:
            sheet.put(sheet.width - 4 - width_of(last), 0, f" {last} ", look.table)


ROOMY = 100
"""Minimum columns for a heading in full."""
TITLE = 16
"""Columns of a heading that the facts leave to its title."""
KEPT = 2
"""Facts that are kept even if the title has to be cut for them."""


def share(title: str, facts: Sequence[str], width: int) -> tuple[str, str]:
    """Fits a title and the facts on its right into this many columns; returns both.

    >>> share("Throw-in, two neighbours only", ["trumps ♠", "room for 5 more", "bout 1"], 60)
    ('Throw-in, two neighbours only', 'trumps ♠ · room for 5 more')
    >>> share("Throw-in, two neighbours only", ["trumps ♠", "room for 5 more", "bout 1"], 50)
    ('Throw-in', 'trumps ♠ · room for 5 more')
    """
    facts, room = list(facts), width - 4

    def is_cut() -> bool:
        return width_of(title) + width_of(" · ".join(facts)) > room

    if width < ROOMY:
        # A bracket after a name gives way to the facts whether or not they need the space now.
        title = title.partition(" (")[0]
    if len(facts) > 1 and is_cut():
        # The last fact, the number of the bout or deal, is not worth cutting the title for.
        facts.pop()
    while is_cut() and " · " in title:
        # Better the number of a puzzle alone than half the name of its game.
        title = title.rpartition(" · ")[0]
    if is_cut():
        # The part that tells the game from its relatives.
        title = title.partition(", ")[0]
    while is_cut() and len(facts) > KEPT:
        facts.pop()
    while facts and min(width_of(title), TITLE) + width_of(" · ".join(facts)) > room:
        facts.pop()
    told = " · ".join(facts)
    return cut(title, room - width_of(told)) if told else title, told


class Line(Canvas):
    """A few lines of text in the same style."""

    def __init__(self, words: Words, kind: str, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.kind = kind
        self.left = ""
        self.right: list[str] = []

    def show(self, left: str, right: Sequence[str] = ()) -> None:
        """Shows `left`, and on the right as many of the other texts as fit, the first ones first."""
        if left != self.left or list(right) != self.right:
            self.left, self.right = left, list(right)
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Wraps the text to the height available."""
        style: Style = getattr(self.palette, self.kind)
        room = sheet.width - 2
        for y in range(sheet.height):
            sheet.put(0, y, " " * sheet.width, style)
        left, told = "\n".join(map(clean, self.left.split("\n"))), ""
        if self.right:
            left, told = share(left, [clean(part) for part in self.right], sheet.width)
        sheet.put(sheet.width - 1 - width_of(told), 0, told, style)
        before, _, last = left.rpartition("\n")
        led_up = [line for part in before.split("\n") for line in wrap(part, room)]
        lines = [*led_up, *wrap(last, room)]
        if len(lines) > sheet.height:
            lines[sheet.height - 1] = cut(" ".join(lines[sheet.height - 1 :]), room)
        for y, line in enumerate(lines[: sheet.height]):
            # Paragraphs before the last one only lead up to it.
            sheet.put(1, y, line, self.palette.table if y < len(led_up) else style)
