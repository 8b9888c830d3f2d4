"""Small pictures above a headline: the fool's cap, the goat, two eggs. A cell holds two dots, one above the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rich.style import Style
from textual.color import Color

from cardtable.tui.draw.cells import Sheet
from cardtable.tui.terminal.palette import SHAPE, clear

EMBLEMS: Mapping[str, Sequence[str]] = {
    "fool": (
        "..gg.......gg..",
        "..gg..ggg..gg..",
        "...r..ggg..b...",
        "..rrr..y..bbb..",
        ".rrrrr.y.bbbbb.",
        ".rrrrrrybbbbbb.",
        "..rrrrrybbbbb..",
        "..rrrrrybbbbb..",
        "..ggggggggggg..",
        "..gwgwgwgwgwg..",
    ),
    "goat": (
        "..oo..........oo..",
        ".oo............oo.",
        ".oo............oo.",
        ".ooo..wwwwww..ooo.",
        "..ooowwwwwwwwooo..",
        "...oowwwwwwwwoo...",
        "nn..wwwwwwwwww..nn",
        ".nnnwwkwwwwkwwnnn.",
        "..nnwwwwwwwwwwnn..",
        "....wwwwwwwwww....",
        ".....wwwwwwww.....",
        ".....wwnwwnww.....",
        "......wwmmww......",
        ".......wwww.......",
        ".......wwww.......",
        "........ww........",
    ),
    "eggs": (
        "....ww........ww....",
        "...wwww......wwww...",
        "..wwwwww....wwwwww..",
        "..wwwwww....wwwwww..",
        ".wwwwwwww..wwwwwwww.",
        ".wwwwwwww..wwwwwwww.",
        ".wwwwwwww..wwwwwwww.",
        "..wwwwww....wwwwww..",
        "...wwww......wwww...",
        "....................",
    ),
}
"""The emblems by name, one letter per dot."""
COLOURS = {
    "g": "#ffd24a",
    "r": "#d8434a",
    "b": "#5b8fe0",
    "y": "#ffe9a8",
    "w": "#f4f1e6",
    "o": "#8a6a45",
    "n": "#d8b89a",
    "m": "#b8443c",
}
"""The colours of the letters; a full stop shows the cloth, and so does `k`, the goat's eye."""


def emblem_size(emblem: str) -> tuple[int, int]:
    """Returns the columns and rows of an emblem."""
    drawn = EMBLEMS[emblem]
    return len(drawn[0]), len(drawn) // 2


@lru_cache(64)
def _cell(upper: str, lower: str, table: tuple[int, int, int]) -> tuple[str, Style]:
    """Returns two dots as a character and its style; every colour stands out from this cloth."""
    cloth = Color(*table)
    found = [clear(Color.parse(COLOURS[dot]), cloth, SHAPE) if dot in COLOURS else cloth for dot in (upper, lower)]
    if found[0] == found[1]:
        return " ", Style(bgcolor=found[0].rich_color)
    return "▀", Style(color=found[0].rich_color, bgcolor=found[1].rich_color)


def paint_emblem(sheet: Sheet, x: int, y: int, emblem: str, table: tuple[int, int, int]) -> None:
    """Draws an emblem with its top left corner at this cell, on a cloth of this colour."""
    drawn = EMBLEMS[emblem]
    for row in range(0, len(drawn), 2):
        for column, (upper, lower) in enumerate(zip(drawn[row], drawn[row + 1], strict=True)):
            sheet.put(x + column, y + row // 2, *_cell(upper, lower, table))
