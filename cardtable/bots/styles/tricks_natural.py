"""Plays that people laugh at from the last player to a trick, in games where tricks score points (Kozel, Bura)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

FULL: Final = 10
"""Card points of a ten: scored when one's own side wins the trick."""
EMPTY: Final = 4
"""Card points of a king: few enough to go into any trick."""


class LaidToTrick(NamedTuple):
    """The cards that a move plays to a trick."""

    points: int
    """Card points."""
    takes: bool
    height: int
    """The height of its highest card."""
    trump: bool
    """Whether there is a trump among them."""


def is_odd_last(made: LaidToTrick, others: Iterable[LaidToTrick], *, lying: int, ours: bool) -> bool:
    """Whether the last player could just as well have kept a ten, a trump or a higher trump, or scored a ten.

    `others` are the other legal moves with as many cards, `lying` the card points in the trick, and `ours` says whether
    the partner is winning it.
    """
    if made.takes:
        return made.trump and any(
            (one.trump and one.takes and one.height < made.height and one.points >= made.points)
            or (lying + made.points < EMPTY and not one.trump and not one.takes and one.points == 0)
            for one in others
        )
    losing = [one for one in others if not one.takes]
    if ours:
        return made.points <= EMPTY and any(one.points >= FULL and not one.trump for one in losing)
    return made.points >= FULL and any(one.points <= EMPTY for one in losing)
