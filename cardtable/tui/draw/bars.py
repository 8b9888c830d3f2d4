"""Thin bars: the filled part is drawn heavy, the rest light."""

from __future__ import annotations

FULL, REST = "━", "─"


def bar(share: float, width: int) -> tuple[str, str]:
    """Draws a share from 0 to 1 in `width` cells: returns the filled part and the rest. Any share above 0 fills a cell.

    >>> bar(0.5, 4), bar(0.01, 3), bar(0, 2)
    (('━━', '──'), ('━', '──'), ('', '──'))
    """
    filled = round(max(0.0, min(share, 1.0)) * width)
    filled = max(filled, int(share > 0))
    return FULL * filled, REST * (width - filled)


def both_ways(value: float, most: float, width: int) -> tuple[str, str, str]:
    """Draws a number on a line with zero in the middle: returns blanks, the bar, blanks. Negative bars point left.

    >>> both_ways(-2, 4, 9), both_ways(4, 4, 9)
    (('  ', '━━│', '    '), ('    ', '│━━━━', ''))
    """
    half = (width - 1) // 2
    cells = min(half, max(int(value != 0), round(abs(value) / most * half))) if most else 0
    if value < 0:
        return " " * (half - cells), FULL * cells + "│", " " * (width - half - 1)
    return " " * half, "│" + FULL * cells, " " * (width - half - 1 - cells)
