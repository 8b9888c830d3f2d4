"""Thin bars: a share of a line is drawn heavy, the rest light."""

from __future__ import annotations

FULL, REST = "━", "─"


def bar(share: float, width: int) -> tuple[str, str]:
    """A share between 0 and 1 as so many cells: what is filled, and the rest. Anything above nothing is seen.

    >>> bar(0.5, 4), bar(0.01, 3), bar(0, 2)
    (('━━', '──'), ('━', '──'), ('', '──'))
    """
    filled = round(max(0.0, min(share, 1.0)) * width)
    filled = max(filled, int(share > 0))
    return FULL * filled, REST * (width - filled)


def both_ways(value: float, most: float, width: int) -> tuple[str, str, str]:
    """A number on a line with nothing in its middle: blanks, the bar, blanks. Below nothing it goes to the left.

    >>> both_ways(-2, 4, 9), both_ways(4, 4, 9)
    (('  ', '━━│', '    '), ('    ', '│━━━━', ''))
    """
    half = (width - 1) // 2
    cells = min(half, max(int(value != 0), round(abs(value) / most * half))) if most else 0
    if value < 0:
        return " " * (half - cells), FULL * cells + "│", " " * (width - half - 1)
    return " " * half, "│" + FULL * cells, " " * (width - half - 1 - cells)
