"""The other players with their hands face up, for a look back at a deal."""

from __future__ import annotations

from cardtable.engine.scene import Chair
from cardtable.engine.text import clean
from cardtable.tui.canvas import HEAVY, LIGHT, Sheet, cut
from cardtable.tui.chairs import PER_ROW, WIDEST, Chairs, cut_off

MARGIN = 4
"""Columns of a frame that hold no cards."""


class OpenChairs(Chairs):
    """Chairs that show the cards known of each hand, all of them, on as many lines as they need."""

    def needed(self, chairs: tuple[Chair, ...], width: int, most: int) -> int:
        """Rows that the strip needs to show these hands; at most so many."""
        rows, each = self._grid(len(chairs), width)
        tallest = max((len(self.lines_of(chair.known, each - MARGIN)) for chair in chairs), default=1)
        return max(3 * rows, min(rows * (tallest + 2), most))

    @staticmethod
    def _grid(chairs: int, width: int) -> tuple[int, int]:
        """Rows of chairs, and the width of one."""
        rows = -(-chairs // PER_ROW)
        per_row = -(-chairs // max(rows, 1))
        gap = 1 if per_row <= 3 else 0
        return max(rows, 1), min(WIDEST, (width - gap * (per_row - 1)) // max(per_row, 1))

    def _chair(self, sheet: Sheet, x: int, y: int, width: int, height: int, chair: Chair) -> None:
        if not self.with_known:
            super()._chair(sheet, x, y, width, height, chair)
            return
        look = self.palette
        edge = look.acting if chair.acting else look.edge
        sheet.frame(x, y, width, height, HEAVY if chair.acting else LIGHT, edge)
        name = cut(clean(self.names[chair.seat]), width - 6)
        sheet.put(x + 2, y, f" {name} ", look.acting if chair.acting else look.bold)
        for nth, line in enumerate(cut_off(self.lines_of(chair.known, width - MARGIN), height - 2, width - MARGIN)):
            sheet.put(x + 2, y + 1 + nth, " ".join(line), look.table)
        said = [self._said(part) for part in (*chair.roles, *chair.marks)]
        if chair.points is not None:
            said.insert(0, self._said(chair.points))
        foot = cut(" · ".join(part for part in said if part), width - MARGIN)
        if foot:
            sheet.put(x + 1, y + height - 1, f" {foot} ", edge)
