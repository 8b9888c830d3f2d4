"""A move drawn as cards: the card it covers, the cards it plays, and its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from cardtable.cards import Card
from cardtable.tui.draw.cells import Sheet, cut, width_of, wrap
from cardtable.tui.draw.painter import Painter, Size

MOST = 4
"""Maximum number of cards drawn for a move."""
LOWER = 2
"""Rows by which a cover is shifted down from the card it beats."""
SAID = 2
"""Rows for the name of a move."""


class Shown(NamedTuple):
    """A move as drawn: the card it covers, the cards it plays, and its name."""

    title: str
    target: Card | None
    cards: tuple[Card, ...]
    said: str


def tall(size: Size, *, covers: bool = True) -> int:
    """Returns the rows a move takes at this card size: title, cards (shifted down if it covers), and name."""
    return 1 + size.height + (LOWER if covers else 0) + SAID


def paint_moves(
    sheet: Sheet,
    place: tuple[int, int, int, int],
    moves: Sequence[Shown],
    size: Size,
    painter: Painter,
    *,
    blamed: bool = True,
) -> None:
    """Draws moves side by side in this area; the first of several is the worse one.

    Unless `blamed`, the first is simply the move that was made.
    """
    x, y, width, height = place
    look, half = painter.palette.cloth, width // max(1, len(moves))
    for nth, one in enumerate(moves):
        style = look.good
        if not nth and not blamed:
            style = look.bold
        elif not nth and len(moves) > 1:
            style = look.danger
        _paint(sheet, (x + nth * half, y, half, height), one, style, size, painter)


def _paint(
    sheet: Sheet, place: tuple[int, int, int, int], one: Shown, style: Style, size: Size, painter: Painter
) -> None:
    """Draws the cards of a move, a cover over the card it beats; an empty outline if it plays none."""
    x, y, width, height = place
    # The number of players who would make the move is also given below: drop it if two titles would touch.
    title = one.title if width_of(one.title) < width else one.title.partition(" · ")[0]
    sheet.put(x + (width - width_of(title)) // 2, y, title, style)
    step = size.cover_right if one.target is not None else size.width + 1
    count = len(one.cards) + (one.target is not None)
    wide = step * (count - 1) + size.width if count else size.width
    if wide > width - 2 and count > 1:
        step = max(3, (width - 2 - size.width) // (count - 1))
        wide = step * (count - 1) + size.width
    left = x + (width - wide) // 2
    if one.target is not None:
        painter.card(sheet, left, y + 1, one.target, size, faint=True)
    for nth, card in enumerate(one.cards, one.target is not None):
        painter.card(sheet, left + nth * step, y + 1 + (LOWER if one.target is not None else 0), card, size)
    if not count:
        painter.empty(sheet, left, y + 1, size, "", painter.palette.edge)
    for row, line in enumerate(wrap(one.said, width - 2)[:SAID], y + height - SAID):
        shown = cut(line, width - 2)
        sheet.put(x + (width - width_of(shown)) // 2, row, shown, painter.palette.table)
