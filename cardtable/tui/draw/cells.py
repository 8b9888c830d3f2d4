"""Sheets of character cells, and the width of text on them.

Everything is painted in Unicode; `Sheet.row` turns it into ASCII at the end if the terminal needs that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from sys import intern
from typing import NamedTuple

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cardtable.tui.terminal.palette import Picture


class Frame(NamedTuple):
    left_top: str
    right_top: str
    left_foot: str
    right_foot: str
    flat: str
    upright: str


LIGHT = Frame(*"╭╮╰╯─│")
DOTTED = Frame(*"╭╮╰╯┄┆")
HEAVY = Frame(*"┏┓┗┛━┃")
LEAST_RIM = 3
"""Minimum bare cells between two things for a rim there: the gaps in a dotted outline are narrower."""

_PLAIN = {
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼▪",
    # The cursor's frame must differ in shape, not only in weight.
    ">": "┏┗►›→",
    "<": "┓┛◄←",
    "-": "─–—−▄·",
    "=": "━",
    "|": "│┃▌▐",
    "#": "▒▚█■▮",
    "@": "▣",
    ".": "▯○┄",
    ":": "┆",
    "o": "°●□",
    "v": "▼↓",
    "^": "▲↑",
    "s": "♠",
    "h": "♥",
    "d": "♦",
    "c": "♣",
    "*": "✓★",
    "~": "…±",
    "x": "×",
    "Enter": "⏎",
}
ASCII = str.maketrans({sign: plain for plain, signs in _PLAIN.items() for sign in signs})
"""The ASCII replacement of each sign."""
ONE_BACK = "▐▌"
"""A card back in a row of text: two halves that belong together."""


def width_of(text: str) -> int:
    """Returns the number of cells a text takes."""
    # Every character before the combining accents takes exactly one cell.
    return len(text) if text.isascii() or max(text) < "\u0300" else _width_of(text)


@lru_cache(1024)
def _width_of(text: str) -> int:
    return sum(map(get_character_cell_size, text))


@lru_cache(1024)
def _is_narrow(text: str) -> bool:
    """Returns whether every character takes exactly one cell."""
    return all(sign < "\u0300" or get_character_cell_size(sign) == 1 for sign in text)


def cut(text: str, width: int) -> str:
    """Returns the text cut to this many cells, ending in … if it was cut."""
    if width_of(text) <= width:
        return text
    kept, room = "", width - 1
    for sign in text:
        room -= get_character_cell_size(sign)
        if room < 0:
            break
        kept += sign
    return kept.rstrip() + "…" if width > 0 else ""


def short_names(names: Sequence[str], width: int) -> list[str]:
    """Cuts names to this many cells; those that would look alike keep their number or their last letters.

    >>> short_names(["Steady", "Steady 2", "Steady 10", "Ann"], 7)
    ['Steady', 'Stead…2', 'Stea…10', 'Ann']
    >>> short_names(["Steady 2", "Steady 3"], 8)
    ['Steady 2', 'Steady 3']
    """
    found = [cut(name, width) for name in names]
    for least in range(1, width):
        alike = {name for name in found if found.count(name) > 1}
        if not alike:
            break
        for nth, name in enumerate(names):
            tail = name[-max(least, len(name) - len(name.rstrip("0123456789"))) :]
            room = width - 1 - width_of(tail)
            if found[nth] in alike and found[nth] != name and room >= 0:
                found[nth] = cut(name, room + 1).removesuffix("…") + "…" + tail
    return found


KEPT = "\0"
"""A space that must not be broken."""
# An arrow or a tick stays with the name after it.
_LONE_SIGN = re.compile(r" (?=[^\w\s›✓](?: |$)|\d+$)|(?<=[›✓]) ")
"""The space before a sign on its own, such as a suit."""


def wrap(text: str, width: int) -> list[str]:
    """Breaks the text into lines of at most this many cells, at spaces if possible.

    Never breaks before a single sign, or before a number at the end.

    >>> wrap("pile 3, ordered ♠", 16)
    ['pile 3,', 'ordered ♠']
    >>> wrap("Anna and Zakhar took 8", 12)
    ['Anna and', 'Zakhar', 'took 8']
    >>> wrap("1 Ilya 8♣ J♣ 7♣ 9♣ › Vika", 24)
    ['1 Ilya 8♣ J♣ 7♣ 9♣', '› Vika']
    """
    return list(_wrapped(text, width))


@lru_cache(1024)  # The lines of a log are needed after every move, for every seat.
def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    line, taken = "", 0
    for kept in _LONE_SIGN.sub(KEPT, text).split():
        word = kept.replace(KEPT, " ")
        wide = width_of(word)
        while wide > width > 0:
            room = width - (taken + 1 if line else 0)
            if room < 2:
                lines.append(line)
                line, taken, room = "", 0, width
            lines.append(f"{line} {word[:room]}".strip())
            line, taken, word = "", 0, word[room:]
            wide = width_of(word)
        if line and taken + 1 + wide > width:
            lines.append(line)
            line, taken = word, wide
        else:
            line, taken = (f"{line} {word}", taken + 1 + wide) if line else (word, wide)
    return [*lines, line] if line else lines


def newest(texts: Sequence[str], width: int, rows: int) -> list[str]:
    """Returns the last texts that fit into this many lines: whole ones, or the end of the last if it is longer.

    >>> newest(["Anna deals.", "Vera has the lowest trump.", "Vera leads."], 16, 3)
    ['Vera has the', 'lowest trump.', 'Vera leads.']
    >>> newest(["Anna deals.", "Vera has the lowest trump.", "Vera leads."], 16, 2)
    ['Vera leads.']
    """
    found: list[str] = []
    for text in reversed(texts):
        lines = wrap(text, width)
        if found and len(lines) + len(found) > rows:
            break
        found[:0] = lines
    return found[-rows:] if rows > 0 else []


def in_ascii(text: str) -> str:
    """Returns a row of a picture in ASCII, equally wide; card backs stay in one piece.

    >>> in_ascii("▐▌▐▌ 2")
    '[][] 2'
    """
    return text.replace(ONE_BACK, "[]").translate(ASCII)


class Sheet:
    """Cells to paint on. Anything outside is dropped."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[ground] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Writes a text; returns the column after it."""
        if not 0 <= y < self.height:
            return x + width_of(text)
        signs, styles = self.signs[y], self.styles[y]
        if text.isascii() or _is_narrow(text):
            begin, end = max(x, 0), min(x + len(text), self.width)
            if begin < end:
                shown = text[begin - x : end - x]
                # Otherwise every cell would hold a string of its own for a frame sign, 76 bytes each.
                signs[begin:end] = shown if shown.isascii() else map(intern, shown)
                styles[begin:end] = [style] * (end - begin)
            return x + len(text)
        for sign in text:
            cells = 1 if sign < "\u0300" else get_character_cell_size(sign)
            if not cells:
                if 0 < x <= self.width:
                    signs[x - 1] += sign
                continue
            if x >= 0 and x + cells <= self.width:
                signs[x] = sign
                styles[x] = style
                if cells == 2:
                    signs[x + 1] = ""
                    styles[x + 1] = style
            x += cells
        return x

    def frame(self, x: int, y: int, width: int, height: int, signs: Frame, style: Style) -> None:
        """Draws a frame and leaves its inside untouched."""
        self.put(x, y, signs.left_top + signs.flat * (width - 2) + signs.right_top, style)
        for column in (x, x + width - 1):
            if 0 <= column < self.width:
                for row in range(max(y + 1, 0), min(y + height - 1, self.height)):
                    self.signs[row][column], self.styles[row][column] = signs.upright, style
        self.put(x, y + height - 1, signs.left_foot + signs.flat * (width - 2) + signs.right_foot, style)

    def stamp(self, x: int, y: int, picture: Picture) -> None:
        """Copies a picture made of one-column cells to this place, styles included."""
        begin, end = max(-x, 0), self.width - x
        for row, (signs, styles) in enumerate(picture, y):
            if 0 <= row < self.height and begin < end:
                shown = signs[begin:end]
                self.signs[row][x + begin : x + begin + len(shown)] = shown
                self.styles[row][x + begin : x + begin + len(shown)] = styles[begin:end]

    def shade(self, x: int, y: int, height: int, style: Style) -> None:
        """Draws a shadow half a column wide from here down, on cells that are still bare."""
        if 0 <= x < self.width:
            for row in range(max(y, 0), min(y + height, self.height)):
                if self._is_bare(x, row):
                    self.signs[row][x], self.styles[row][x] = "▌", style

    def hem(self, style: Style) -> None:
        """Draws a rim along the edges up to what is on them; not in gaps of one thing, and with space around words."""
        right, foot = self.width - 1, self.height - 1
        for y, first, flat, last in ((0, "▛", "▀", "▜"), (foot, "▙", "▄", "▟")):
            for x in _free(self.signs[y], self.styles[y], self.ground):
                self.signs[y][x] = first if x == 0 else last if x == right else flat
                self.styles[y][x] = style
        inner = range(1, foot)
        for x, upright in ((0, "▌"), (right, "▐")):
            signs, styles = [self.signs[y][x] for y in inner], [self.styles[y][x] for y in inner]
            for nth in _free(signs, styles, self.ground):
                self.signs[nth + 1][x], self.styles[nth + 1][x] = upright, style

    def _is_bare(self, x: int, y: int) -> bool:
        return self.signs[y][x] == " " and self.styles[y][x] is self.ground

    def row(self, y: int, *, ascii_only: bool) -> Strip:
        """Returns a row as a Textual strip."""
        segments = self.runs(y, 0, self.width)
        if not ascii_only:
            return Strip(segments, self.width)
        # A replacement may take more columns than the sign itself.
        return Strip([Segment(in_ascii(text), style) for text, style, _ in segments]).adjust_cell_length(self.width)

    def runs(self, y: int, first: int, end: int) -> list[Segment]:
        """Returns columns of a row, one segment per run of the same style."""
        signs, styles = self.signs[y], self.styles[y]
        found, begin = [], first
        for x in range(first + 1, end + 1):
            if x == end or styles[x] is not styles[begin]:
                found.append(Segment("".join(signs[begin:x]), styles[begin]))
                begin = x
        return found


def _free(signs: Sequence[str], styles: Sequence[Style], ground: Style) -> Iterator[int]:
    """Yields the bare cells of an edge that may get a rim."""
    end = 0
    bare = [sign == " " and style is ground for sign, style in zip(signs, styles, strict=True)]
    for is_bare, run in groupby(bare):
        begin, end = end, end + len(list(run))
        if is_bare and (end - begin >= LEAST_RIM or begin == 0 or end == len(bare)):
            near = begin > 0 and signs[begin - 1].isalnum(), end < len(bare) and signs[end].isalnum()
            yield from range(begin + near[0], end - near[1])
