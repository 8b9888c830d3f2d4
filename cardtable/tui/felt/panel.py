"""Choices in columns on the felt, each with its key in front and its worth after it; a few short ones in one row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from cardtable.cards import Card
from cardtable.engine.text import clean
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.painter import HUGE, Size
from cardtable.tui.felt.layout import smaller
from cardtable.words import Words

CHIPS = 8
"""Maximum choices in a single row."""
LONG = 7
"""Maximum choices in a single column."""
GAP = 2
"""Columns between columns of choices."""
CURSOR = 2
"""Columns before a choice, for the cursor."""


class Offered(NamedTuple):
    """A choice as text."""

    key: str
    label: str
    worth: str = ""

    @property
    def width(self) -> int:
        """Columns it takes after the cursor."""
        return width_of(self.key) + 1 + width_of(self.label) + (2 + width_of(self.worth) if self.worth else 0)


class Plan(NamedTuple):
    """An arrangement of choices: the columns' widths, their rows, and how many rows are visible. Filled by column."""

    widths: tuple[int, ...]
    rows: int
    height: int


def plan(offered: Sequence[Offered], width: int, height: int) -> Plan:
    """Arranges choices within this space.

    >>> plan([Offered("1", "take"), Offered("2", "pass")], 70, 8)
    Plan(widths=(8, 8), rows=1, height=1)
    >>> plan([Offered(str(nth), "no hearts", "-2") for nth in range(9)], 70, 8)
    Plan(widths=(17, 17), rows=5, height=5)
    """
    each = [one.width + CURSOR for one in offered]
    if len(each) <= CHIPS and not any(one.worth for one in offered) and sum(each) + GAP * (len(each) - 1) <= width:
        return Plan(tuple(each), 1, 1)
    widest = max(each, default=1)
    most = max(1, (width + GAP) // (widest + GAP))
    columns = min(most, max(2 if len(each) > LONG else 1, -(-len(each) // max(height, 1))))
    rows = -(-len(each) // columns)
    return Plan((min(widest, width),) * -(-len(each) // rows), rows, min(rows, max(height, 1)))


class Panel(Canvas):
    """The choices, one of them under the cursor."""

    def __init__(self, words: Words, offered: Sequence[Offered], first: int = 0, cards: Sequence[Card] = ()) -> None:
        """`cards` picture the choices, one each, if they fit."""
        super().__init__(words)
        self.cards = tuple(cards)
        self.card_size: Size | None = None
        """The size of those cards; None if the choices are text only."""
        self.offered = [one._replace(label=clean(one.label), worth=clean(one.worth)) for one in offered]
        self.highlighted = first
        self.plan = plan(self.offered, 60, len(offered))

    def fit(self, width: int, height: int) -> bool:
        """Takes the space the choices need; returns whether all of them are visible."""
        self.plan = plan(self.offered, width, height)
        whole = self.plan.rows == self.plan.height and max(one.width + CURSOR for one in self.offered) <= width
        self.card_size = None
        count = len(self.cards)
        for size in smaller(HUGE)[:-1] if count else ():
            each = max(size.width + 1, *(one.width + CURSOR for one in self.offered))
            if count * (each + GAP) - GAP <= width and size.height + 1 <= height:
                self.card_size, self.plan, whole = size, Plan((each,) * count, 1, size.height + 1), True
                break
        self.styles.width = self.columns
        self.styles.height = self.plan.height
        return whole

    @property
    def columns(self) -> int:
        """Columns the choices take."""
        return sum(self.plan.widths) + GAP * (len(self.plan.widths) - 1)

    def move(self, across: int, down: int) -> None:
        """Moves the cursor by columns and rows, wrapping around."""
        count, rows = len(self.offered), self.plan.rows
        if rows == 1:
            across, down = 0, across + down
        if across:
            beside = range(self.highlighted % rows, count, rows)
            self.highlighted = beside[(beside.index(self.highlighted) + across) % len(beside)]
        self.highlighted = (self.highlighted + down) % count
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the choices column by column; hidden rows are reached with the cursor."""
        look, (widths, rows, height) = self.palette, self.plan
        first = max(0, min(self.highlighted % rows - height // 2, rows - height))
        for nth, one in enumerate(self.offered):
            column, row = divmod(nth, rows)
            y = row - first
            if not 0 <= y < height:
                continue
            x = sum(widths[:column]) + GAP * column
            under = nth == self.highlighted
            if self.card_size is not None:
                size, y = self.card_size, self.card_size.height
                left = x + (widths[column] - size.width) // 2
                self.painter.card(sheet, left, 0, self.cards[nth], size, heavy=under)
                self.answers(Region(left, 0, size.width, size.height), f"take({nth})")
                x += max(0, (widths[column] - one.width - CURSOR) // 2)
            style = look.acting if under else look.table
            sheet.put(x, y, "►" if under else " ", style)
            at = sheet.put(x + CURSOR, y, one.key, look.bold)
            room = max(1, widths[column] - CURSOR - one.width + width_of(one.label))
            sheet.put(at + 1, y, cut(one.label, room), style)
            sheet.put(x + widths[column] - width_of(one.worth), y, one.worth, style)
            self.answers(Region(x, y, widths[column], 1), f"take({nth})")
