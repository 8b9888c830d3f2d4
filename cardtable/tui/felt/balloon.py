"""A bot's remark, in a balloon beside its seat: only on free cloth, never over cards, names or boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from cardtable.tui.draw.cells import LIGHT, Sheet, width_of, wrap
from cardtable.tui.felt.layout import Taken
from cardtable.tui.terminal.palette import Palette

WIDE = 25
"""Maximum columns of its lines."""


class Balloon(NamedTuple):
    """A balloon with its position."""

    place: Region
    lines: tuple[str, ...]
    pointer: tuple[int, int, str]
    """The position and the sign of the pointer to the seat."""


def balloon_at(room: tuple[int, int], taken: Sequence[Taken], seat: Region, text: str) -> Balloon | None:
    """Returns the balloon for a seat: beside, above or below it; None if there is no space."""
    lines = tuple(wrap(text, WIDE))
    width, height = max(map(width_of, lines)) + 4, len(lines) + 2
    middle = seat.y + max(0, (seat.height - height) // 2)
    for x, y, pointer in (
        (seat.right + 1, middle, (seat.right, middle + 1, "◄")),
        (seat.x - width - 1, middle, (seat.x - 1, middle + 1, "►")),
        (seat.x + 1, seat.y - height - 1, (seat.x + 3, seat.y - 1, "▼")),
        (seat.x + 1, seat.bottom + 1, (seat.x + 3, seat.bottom, "▲")),
        (seat.right - width - 1, seat.bottom + 1, (seat.right - 4, seat.bottom, "▲")),
    ):
        place = Region(x, y, width, height)
        inside = x > 0 and y >= 0 and place.right < room[0] and place.bottom <= room[1]
        # The pointer is on the cloth too, between balloon and seat.
        left, top = min(x, pointer[0]), min(y, pointer[1])
        right, foot = max(place.right, pointer[0] + 1), max(place.bottom, pointer[1] + 1)
        own = seat.corners
        others = (one for one in taken if one != own)
        if inside and not any(a < right and left < c and b < foot and top < d for a, b, c, d in others):
            return Balloon(place, lines, pointer)
    return None


def paint_balloon(sheet: Sheet, look: Palette, balloon: Balloon) -> None:
    """Draws the frame with its text and its pointer to the seat."""
    place, (x, y, sign) = balloon.place, balloon.pointer
    sheet.frame(*place, LIGHT, look.edge)
    for nth, line in enumerate(balloon.lines, place.y + 1):
        sheet.put(place.x + 2, nth, line, look.table)
    sheet.put(x, y, sign, look.edge)
