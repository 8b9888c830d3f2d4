"""Penalty points of Bura: the cost of a finished deal to every player (B-28)."""

from __future__ import annotations

from typing import Final

from cardtable.games.bura.calls import BuraCalls
from cardtable.games.bura.state import BuraState

SAVED: Final = 31
"""Card points with which a player who is not the highest gets the smallest penalty."""
BEHIND, FEW, NOTHING = 2, 4, 6
"""Penalty points with at least `SAVED` card points, with fewer, and without a trick."""


def penalties(rules: BuraCalls, state: BuraState) -> tuple[int, ...]:
    """The penalty points of a finished deal, by seat.

    Nothing for the highest count or for a call of bura; 2 for 31 card points or more, 4 for fewer, 6 without a trick. A
    fault costs its player 6 and the others nothing.
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
