"""What stands inside the frame of a card: index, pips and figures, at every size.

A face is rows of cells, a cell being a sign and its style. Where there are colours enough, court cards, aces and jokers
are small pictures, two pixels to a cell; else, and on small cards, they are drawn in lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.color import Color
from rich.style import Style

from cardtable.cards import JOKER_RANK, PACK, RED_JOKER, Card, rank_of, suit_of
from cardtable.tui.draw.figures import ACE, ACES, FIGURES, JACK, KING, QUEEN
from cardtable.tui.terminal.palette import Inks

Cell = tuple[str, Style]
Rows = list[list[Cell]]

SUIT = "*"
"""Stands for the sign of the suit in what is drawn with signs."""

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
"""By the room inside the frame: the rows between the two indexes, for a two up to a ten."""

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
"""By the room inside the frame, the rows between the two indexes where there are no pixels."""


def _kind(card: Card) -> int:
    """A card's place among the inks: the four suits, then the black joker and the red one."""
    suit = suit_of(card)
    return 4 + (card % PACK == RED_JOKER) if suit is None else suit


def inked(card: Card, inks: Inks) -> Style:
    """The style in which the index of a card is written."""
    return inks.signs[_kind(card)]


def inside(card: Card, index: str, sign: str, joker: str, width: int, height: int, inks: Inks) -> Rows:
    """The cells inside the frame of an open card.

    `sign` is that of its suit, or the star of a joker; `joker` is what a joker is called.
    """
    suit, rank, kind = suit_of(card), rank_of(card), _kind(card)
    style = inks.signs[kind]
    pixels = _pixels(suit, rank, width, height) if inks.dyes else ()
    rows = _blended(pixels, inks.dyes[kind], style) if pixels else [[(" ", style)] * width for _ in range(height)]
    if height > 1:
        if not pixels:
            lines = _signs(rank, width, height)
            for row, line in zip(rows[(height - len(lines)) // 2 :], lines, strict=False):
                _write(row, 0, line.replace(SUIT, sign), style)
        _write(rows[-1], width - len(index), index, style)
    if rank == JOKER_RANK:
        _spell(rows, joker, style)
    _write(rows[0], 0, index, style)
    return rows


def _spell(rows: Rows, word: str, style: Style) -> None:
    """Writes what the card is down its left edge, else along its foot, where there is room."""
    if len(word) < len(rows):
        for row, letter in zip(rows[1:], word, strict=False):
            row[0] = (letter, style)
    elif len(word) <= len(rows[0]) and len(rows) > 1:
        rows[-1] = [(letter, style) for letter in f"{word:^{len(rows[0])}}"]


def _pixels(suit: int | None, rank: int, width: int, height: int) -> Sequence[str]:
    """The rows of pixels of a card, nothing where it has no such picture."""
    if (width, height) not in FIGURES:
        return ()
    if rank == ACE and suit is not None:
        blank = "." * width
        sign = ACES[width, height][suit]
        return (blank, blank, *sign, blank, blank)
    return FIGURES[width, height].get(rank, ())


def _blended(pixels: Sequence[str], dyes: Mapping[str, Color], ground: Style) -> Rows:
    """Two rows of pixels in every row of cells, with as few styles as will do: a change of style is long to send."""
    rows = []
    for above, below in zip(pixels[::2], pixels[1::2], strict=True):
        row, style = [], ground
        for upper, lower in zip(above, below, strict=True):
            top, foot = (dyes.get(letter, ground.bgcolor) for letter in (upper, lower))
            if not {top, foot} <= {style.color, style.bgcolor}:
                style = Style(color=top, bgcolor=foot)
            if top == foot:
                sign = " " if style.bgcolor == top else "█"
            else:
                sign = "▀" if style.color == top else "▄"
            row.append((sign, style))
        rows.append(row)
    return rows


def _signs(rank: int, width: int, height: int) -> Sequence[str]:
    """The rows of a card that is drawn with signs."""
    figures = LINES[width, height]
    if rank in figures:
        return figures[rank]
    return PIPS[width, height][rank] if (width, height) in PIPS else (f"{SUIT:^{width}}",)


def closed(width: int, height: int, inks: Inks) -> Rows:
    """The cells inside the frame of a card that lies face down."""
    return [[(inks.pattern, inks.back)] * width for _ in range(height)]


def _write(row: list[Cell], x: int, text: str, style: Style) -> None:
    for at, sign in enumerate(text, x):
        row[at] = (sign, style)
