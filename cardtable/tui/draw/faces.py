"""Card faces: frame, index, pips and figures, at every size.

A face is rows of cells; a cell is a sign and its style. With enough colours, court cards, aces and jokers are small
pictures, two pixels to a cell, beside a single index; otherwise they are drawn with signs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from cardtable.cards import JOKER_RANK, PACK, RANKS, RED_JOKER, SUITS, Card, rank_of, suit_of
from cardtable.tui.draw.cells import HEAVY, LIGHT
from cardtable.tui.draw.figures import FIGURES
from cardtable.tui.terminal.palette import Inks

JACK, QUEEN, KING, ACE = range(9, 13)
LEAST = 3
"""Rows of the smallest card."""
Cell = tuple[str, Style]
Rows = list[list[Cell]]

SUIT = "*"
"""Placeholder for the suit in cards drawn with signs."""

PIPS: dict[tuple[int, int], Sequence[Sequence[str]]] = {
    (7, 5): (
        ("   *   ", "       ", "   *   "),
        ("   *   ", "   *   ", "   *   "),
        ("  * *  ", "       ", "  * *  "),
        ("  * *  ", "   *   ", "  * *  "),
        ("  * *  ", "  * *  ", "  * *  "),
        ("  * *  ", " * * * ", "  * *  "),
        (" * * * ", "  * *  ", " * * * "),
        (" * * * ", " * * * ", " * * * "),
        (" * * * ", "* * * *", " * * * "),
    ),
    (9, 7): (
        ("    *    ", "         ", "         ", "         ", "    *    "),
        ("    *    ", "         ", "    *    ", "         ", "    *    "),
        ("  *   *  ", "         ", "         ", "         ", "  *   *  "),
        ("  *   *  ", "         ", "    *    ", "         ", "  *   *  "),
        ("  *   *  ", "         ", "  *   *  ", "         ", "  *   *  "),
        ("  *   *  ", "    *    ", "  *   *  ", "         ", "  *   *  "),
        ("  *   *  ", "    *    ", "  *   *  ", "    *    ", "  *   *  "),
        ("  *   *  ", "  *   *  ", "    *    ", "  *   *  ", "  *   *  "),
        ("  *   *  ", "  * * *  ", "         ", "  * * *  ", "  *   *  "),
    ),
}
"""By the size inside the frame: the rows between the two indexes, from two to ten."""

LINES: dict[tuple[int, int], dict[int, Sequence[str]]] = {
    (5, 3): {
        JACK: (" -*/ ",),
        QUEEN: (" °*° ",),
        KING: (" \\*/ ",),
        ACE: (" -*- ",),
        JOKER_RANK: (" °*° ",),
    },
    (7, 5): {
        JACK: (" ┌─*─/ ", " |o o| ", "  \\_/  "),
        QUEEN: ("  °*°  ", " (o o) ", " )\\_/( "),
        KING: ("  \\*/  ", " |o o| ", "  \\W/  "),
        ACE: ("   │   ", " ──*── ", "   │   "),
        JOKER_RANK: (" °\\*/° ", "  o o  ", "  \\v/  "),
    },
    (9, 7): {
        JACK: ("  ┌─*─/  ", " ─┴───┴─ ", "  |o o|  ", "  | ^ |  ", "   \\_/   "),
        QUEEN: ("  ° ° °  ", "  \\_*_/  ", " ( o o ) ", " ) \\_/ ( ", " ) /_\\ ( "),
        KING: ("  │ │ │  ", "  \\_*_/  ", "  |o o|  ", "  | ^ |  ", "   \\W/   "),
        ACE: ("    │    ", "   / \\   ", "  ─ * ─  ", "   \\ /   ", "    │    "),
        JOKER_RANK: ("  °┐ ┌°  ", "   \\*/   ", "  |o o|  ", "  | ^ |  ", "   \\v/   "),
    },
}
"""By the size inside the frame: the rows between the two indexes of figures drawn with signs."""


def _kind(card: Card) -> int:
    """Returns a card's position in `Inks`: the four suits, then the black joker and the red one."""
    suit = suit_of(card)
    return 4 + (card % PACK == RED_JOKER) if suit is None else suit


def inked(card: Card, inks: Inks) -> Style:
    """Returns the style of a card's index."""
    return inks.signs[_kind(card)]


class Edge(NamedTuple):
    """The border of a card: its style, and whether it is the heavy one of a highlighted card."""

    style: Style
    heavy: bool


def face(card: Card, index: str, sign: str, joker: str, width: int, height: int, inks: Inks, edge: Edge) -> Rows:
    """Returns the cells of a face-up card of this size.

    `sign` is the suit sign, or the star of a joker; `joker` is the word for a joker. With colours for pictures, the
    smallest card has no frame but a line down its left edge, and pictures of the next size break the light frame.
    """
    suit, rank, kind = suit_of(card), rank_of(card), _kind(card)
    style = inks.signs[kind]
    pixels = _pixels(suit, rank, width, height) if inks.dyes else ()
    bare = bool(inks.dyes) and height == LEAST
    if bare:
        rows = _blended([[(" ", style)] * width for _ in range(height)], 0, pixels, inks.dyes[kind])
        if not pixels:
            _write(rows[-1], width - 2, sign, style)
        _write(rows[0], 1, index, style)
        return _between(rows, edge)
    inner = [[(" ", style)] * (width - 2) for _ in range(height - 2)]
    whole = len(pixels) == 2 * height
    if pixels and not whole:
        inner = _blended(inner, 0, pixels, inks.dyes[kind])
    elif not pixels and height > LEAST:
        lines = _signs(rank, width - 2, height - 2)
        for row, line in zip(inner[(height - 2 - len(lines)) // 2 :], lines, strict=False):
            _write(row, 0, line.replace(SUIT, sign), style)
        _write(inner[-1], width - 2 - len(index), index, style)
    if rank == JOKER_RANK and not whole:
        _spell(inner, joker, style)
    rows = framed(inner, edge)
    if whole:
        room = 1 if edge.heavy else 0
        rows = _blended(rows, room, pixels, inks.dyes[kind])
    _write(rows[1], 1, index, style)
    return rows


def closed(width: int, height: int, inks: Inks, edge: Edge) -> Rows:
    """Returns the cells of a face-down card of this size."""
    if inks.dyes and height == LEAST:
        return _between([[(inks.pattern, inks.back)] * width for _ in range(height)], edge, inks.hem)
    return framed([[(inks.pattern, inks.back)] * (width - 2) for _ in range(height - 2)], edge)


def framed(inner: Rows, edge: Edge) -> Rows:
    """Puts rows into the frame of a card."""
    width, signs = len(inner[0]), HEAVY if edge.heavy else LIGHT
    upright = (signs.upright, edge.style)
    return [
        [(sign, edge.style) for sign in signs.left_top + signs.flat * width + signs.right_top],
        *([upright, *row, upright] for row in inner),
        [(sign, edge.style) for sign in signs.left_foot + signs.flat * width + signs.right_foot],
    ]


def _between(rows: Rows, edge: Edge, hem: Style | None = None) -> Rows:
    """Edges the smallest card: bars on both sides if it is highlighted, otherwise a line, or the hem of a back."""
    for row in rows:
        if edge.heavy or hem is not None:
            style = edge.style if edge.heavy or hem is None else hem
            row[0], row[-1] = ("▌", style), ("▐", style)
        else:
            row[0] = ("▏", edge.style)
    return rows


def _spell(rows: Rows, word: str, style: Style) -> None:
    """Writes the word for a joker down the left edge, or along the foot, if it fits."""
    if len(word) < len(rows):
        for row, letter in zip(rows[1:], word, strict=False):
            row[0] = (letter, style)
    elif len(word) <= len(rows[0]) and len(rows) > 1:
        rows[-1] = [(letter, style) for letter in f"{word:^{len(rows[0])}}"]


def _pixels(suit: int | None, rank: int, width: int, height: int) -> Sequence[str]:
    """Returns the pixel rows of a card; empty if it has no picture."""
    name = "X" if suit is None else "A" + SUITS[suit] if rank == ACE else RANKS[rank]
    return FIGURES[width, height].get(name, ())


def _blended(rows: Rows, room: int, pixels: Sequence[str], dyes: Mapping[str, Color]) -> Rows:
    """Draws two rows of pixels into each row of cells, except in the outer `room` cells.

    Pixels marked `.` leave the cell as it is. Uses as few styles as possible, since a change of style takes many bytes
    to send.
    """
    height, width = len(rows), len(rows[0])
    for y, (above, below) in enumerate(zip(pixels[::2], pixels[1::2], strict=True)):
        style = None
        for x, (upper, lower) in enumerate(zip(above, below, strict=True)):
            if upper == lower == "." or not (room <= x < width - room and room <= y < height - room):
                continue
            ground = rows[y][x][1].bgcolor
            top, foot = (dyes.get(letter, ground) for letter in (upper, lower))
            if style is None or not {top, foot} <= {style.color, style.bgcolor}:
                style = Style(color=top, bgcolor=foot)
            if top == foot:
                sign = " " if style.bgcolor == top else "█"
            else:
                sign = "▀" if style.color == top else "▄"
            rows[y][x] = (sign, style)
    return rows


def _signs(rank: int, width: int, height: int) -> Sequence[str]:
    """Returns the rows of a card drawn with signs, for the space inside its frame."""
    figures = LINES[width, height]
    if rank in figures:
        return figures[rank]
    return PIPS[width, height][rank] if (width, height) in PIPS else (f"{SUIT:^{width}}",)


def _write(row: list[Cell], x: int, text: str, style: Style) -> None:
    for at, sign in enumerate(text, x):
        row[at] = (sign, style)
