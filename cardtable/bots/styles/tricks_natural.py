"""What makes people laugh at whoever plays last to a trick whose points are good (Kozel, Bura)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

FULL: Final = 10
"""Card points of a ten: what comes home with a trick of one's own side."""
EMPTY: Final = 4
"""Card points of a king: what may go with any trick."""


class LaidToTrick(NamedTuple):
    """What a move lays to a trick."""

    points: int
    """Card points."""
    takes: bool
    height: int
    """How high its highest card stands."""
    trump: bool
    """A trump is among them."""


def is_odd_last(made: LaidToTrick, others: Iterable[LaidToTrick], *, lying: int, ours: bool) -> bool:
    """Whether the last to play could as well have kept a ten, a trump, or a higher trump, or brought a ten home.

    `others` are the other legal moves with as many cards, `lying` the card points of the trick, which is `ours` where
    the partner has it.
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
