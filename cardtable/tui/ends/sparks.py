"""The rain of suits that celebrates a victory."""

from __future__ import annotations

from cardtable.tui.draw.cells import Sheet
from cardtable.tui.terminal.palette import Palette

CELEBRATION = 30
"""Frames of a celebration: a little more than a second."""
SIGNS = "♠♥★♦♣"
EACH = 3
"""Columns per falling sign."""
STEP = 37
"""Columns from one sign to the next, so that neighbours do not fall together."""


def sparks(sheet: Sheet, rows: int, letters: range, frames_left: int, look: Palette) -> None:
    """Draws suits falling beside a headline of `rows` rows and through the row under it, never between its letters."""
    for nth in range(sheet.width // EACH):
        x = nth * STEP % sheet.width
        y = (nth * 5 + CELEBRATION - frames_left) // 2 % (rows + 1)
        if y == rows or x not in letters:
            sheet.put(x, y, SIGNS[nth % len(SIGNS)], look.dim if nth % 2 else look.acting)
