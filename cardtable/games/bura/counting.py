"""Bura counted out: what a deal that is over costs everybody in penalty points (B-28)."""

from __future__ import annotations

from typing import Final

from cardtable.games.bura.calls import BuraCalls
from cardtable.games.bura.state import BuraState

SAVED: Final = 31
"""With so many card points a player writes the least who has not the most."""
BEHIND, FEW, NOTHING = 2, 4, 6
"""Penalty points for so many card points, for fewer, and for no trick at all."""


def penalties(rules: BuraCalls, state: BuraState) -> tuple[int, ...]:
    """By seat the penalty points of a deal that is over.

    Nothing for the highest count, or for who said bura; 2 for 31 card points or more, 4 for fewer, 6 without a trick.
    A fault costs its player 6 and nobody else anything.
    """
    if state.culprit >= 0:
        return tuple(NOTHING if seat == state.culprit else 0 for seat in range(rules.seats))
    written = []
    for seat, tricks in enumerate(state.tricks):
        if state.won >> seat & 1:
            written.append(0)
        elif rules.count(state, seat) >= SAVED:
            written.append(BEHIND)
        else:
            written.append(FEW if tricks else NOTHING)
    return tuple(written)
