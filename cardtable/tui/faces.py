"""What stands inside the frame of a card: index, pips and figures, at every size.

A face is rows of cells, a cell being a sign and its style. Where there are colours enough, court cards, aces and jokers
are small pictures, two pixels to a cell; else, and on small cards, they are drawn in lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from cardtable.cards import JOKER_RANK, Card, rank_of, suit_of
from cardtable.tui.palette import Inks

Cell = tuple[str, Style]
Rows = list[list[Cell]]

JACK, QUEEN, KING, ACE = range(9, 13)
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
        JACK: ("  ┌──/ ", " │ * │ ", " └───┘ "),
        QUEEN: ("  °°°  ", " │ * │ ", " /───\\ "),
        KING: ("  \\│/  ", " │ * │ ", " /───\\ "),
        ACE: ("   │   ", " ──*── ", "   │   "),
        JOKER_RANK: (" °\\ /° ", "  \\*/  ", " °/ \\° "),
    },
    (9, 7): {
        JACK: ("   ┌──// ", "  ─┴──┴─ ", "  │ *  │ ", "  \\ ── / ", " /──┴───\\"),
        QUEEN: ("   ° ° ° ", "   \\°°°/ ", "   │ * │ ", "   │   │ ", "  /──┴──\\"),
        KING: ("  │  │  │", "  \\/\\│/\\/", "   │ * │ ", "   \\───/ ", "  /──┴──\\"),
        ACE: ("    │    ", "   / \\   ", "  ─ * ─  ", "   \\ /   ", "    │    "),
        JOKER_RANK: (" °─┐ ┌─° ", "   \\│/   ", "  │ * │  ", "  \\ ─ /  ", " °/ ° \\° "),
    },
}
"""By the room inside the frame, the rows between the two indexes where there are no pixels."""


def inside(card: Card, label: str, sign: str, width: int, height: int, inks: Inks) -> Rows:
    """The cells inside the frame of an open card; `label` is its index, `sign` its suit or the star of a joker."""
    suit, rank = suit_of(card), rank_of(card)
    style = inks.joker if suit is None else inks.suits[suit]
    rows = [[(" ", style)] * width for _ in range(height)]
    if height > 1:
        lines = _signs(rank, width, height)
        for row, line in zip(rows[(height - len(lines)) // 2 :], lines, strict=False):
            _write(row, 0, line.replace(SUIT, sign), style)
        _write(rows[-1], width - len(label), label, style)
    _write(rows[0], 0, label, style)
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
