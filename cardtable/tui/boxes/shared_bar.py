"""Points shared by two sides: one bar, filled from both ends."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from cardtable.engine.moves import Seat
from cardtable.engine.verdict import SharedPoints
from cardtable.tui.draw.cells import width_of, wrap
from cardtable.tui.terminal.palette import Palette

LEAST, LONGEST = 12, 60
"""Minimum and maximum columns of the bar."""


def shared_bar(
    tally: SharedPoints,
    sides: tuple[Sequence[Seat], Sequence[Seat]],
    names: tuple[str, str],
    said: str,
    look: Palette,
    width: int,
) -> list[list[tuple[str, Style]]]:
    """Returns the bar, first side on the left, and below it the mark labelled with `said`.

    If it does not fit, both numbers are given in words.
    """
    mine, theirs = (tally.counts[side[0]] for side in sides)
    before, behind = f"{names[0]} {mine}  ", f"  {theirs} {names[1]}"
    room = min(LONGEST, width - width_of(before) - width_of(behind))
    if room < LEAST:
        return [[(line, look.table)] for line in wrap(f"{before.strip()} : {behind.strip()}", width)]
    left = round(room * mine / tally.whole)
    right = min(room - left, round(room * theirs / tally.whole))
    drawn = [("█" * left, look.acting), ("─" * (room - left - right), look.dim), ("█" * right, look.table)]
    lines = [[(before, look.acting), *drawn, (behind, look.table)]]
    at = width_of(before) + min(room - 1, room * tally.mark // tally.whole)
    if tally.mark and at + 2 + width_of(said) <= width:
        lines.append([(" " * at, look.table), (f"▲ {said}".rstrip(), look.dim)])
    return lines
