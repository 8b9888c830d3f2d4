"""Plates: framed surfaces a shade darker than the cloth, for things that belong together."""

from __future__ import annotations

from rich.style import Style

from cardtable.tui.draw.cells import HEAVY, LIGHT, Sheet, cut, width_of
from cardtable.tui.draw.painter import Painter


def plate(
    sheet: Sheet,
    place: tuple[int, int, int, int],
    art: Painter,
    *,
    title: str = "",
    note: str = "",
    tone: Style | None = None,
    heavy: bool = False,
) -> None:
    """Draws a plate with this upper left corner, width and height; its background extends half a cell beyond the frame.

    The title goes into the frame on the left, the note (a key, say) on the right.
    """
    x, y, width, height = place
    look = art.palette
    for row in range(y, y + height):
        sheet.put(x, row, " " * width, look.plate.text)
    if art.pixels:
        for row, ends in ((y - 1, "▗▄▖"), (y + height, "▝▀▘")):
            sheet.put(x - 1, row, ends[0] + ends[1] * width + ends[2], look.mat)
        for row in range(y, y + height):
            sheet.put(x - 1, row, "▐", look.mat)
            sheet.put(x + width, row, "▌", look.mat)
    edge = tone or (look.plate.now if heavy else look.plate.edge)
    sheet.frame(x, y, width, height, HEAVY if heavy else LIGHT, edge)
    room = width - 6 - (width_of(note) + 3 if note else 0)
    if title:
        sheet.put(x + 2, y, f" {cut(title, room)} ", tone or (look.plate.now if heavy else look.plate.bold))
    if note:
        sheet.put(x + width - 4 - width_of(note), y, f" {note} ", look.plate.dim)
