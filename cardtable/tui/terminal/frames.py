"""The output to the terminal: only those cells of a frame that differ from what is already there.

Textual sends every changed row from the left edge of its widget, and repeats all colours with each change of style. On
a large screen full of many-coloured cards that is several times the bytes needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter, ne
from typing import NamedTuple

from rich.cells import get_character_cell_size


class Pen(NamedTuple):
    """A style as terminal codes, in separate parts."""

    manner: str = ""
    """Bold, faint, underlined and so on."""
    ground: str = ""
    ink: str = ""


Cell = tuple[str, Pen]
SIGN = itemgetter(0)
PLAIN = Pen()
LINED = frozenset({"4", "7", "9", "21", "53"})
"""Manners that show on an empty cell, besides its background."""
SHORT = 4
"""Bytes of the shortest cursor move over more than one column: up to this many signs are written again instead."""
PIECE = re.compile(r"\x1b\[(?:(\d+);(\d+)H|([\d;]*)m)|\n|([^\x00-\x1f\x7f-\x9f]+)")
"""A cursor position, a style, the end of a row, or text: frames from Textual hold nothing else."""
BRACKETS = ("\x1b[?2026h", "\x1b[?2026l")
"""The codes around a frame that make the terminal show it all at once."""


Patch = tuple[int, int, Sequence[Cell]]
"""Adjacent cells, starting at this row and column."""


class Frames:
    """Keeps track of what is on the terminal, and sends only what is not there yet."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}
        """What was last sent, by row and then column, both counted from 1; None where unknown."""
        self._wide: set[int] = set()
        """Rows with characters two columns wide."""
        self._made = ""
        """The frame made from cells that Textual will write next."""

    def forget(self) -> None:
        """Makes everything be sent again, since something else may have been written to the terminal."""
        self._rows.clear()
        self._wide.clear()

    def made_of(self, patches: Iterable[Patch]) -> str | None:
        """Returns the output that shows these cells, to be written next; None if it cannot be made from cells.

        A frame known as cells need not be turned into text only to be parsed again.
        """
        sender = Sender(self._rows, self._wide)
        for y, x, cells in patches:
            sender.go(y, x)
            if not sender.put(cells):
                self.forget()
                return None
        sender.y = 0
        self._made = sender.sent()
        return self._made

    def shortened(self, data: str) -> str:
        """Returns shorter data with the same effect on the terminal. Anything but a frame stays as it is."""
        if data in BRACKETS:
            return data
        made, self._made = self._made, ""
        if made and data.startswith(made):
            return made + self._read(data[len(made) :])
        return self._read(data)

    def _read(self, data: str) -> str:
        """Shortens a frame given as text."""
        sender = Sender(self._rows, self._wide)
        end = 0
        for piece in PIECE.finditer(data):
            down, right, codes, text = piece.groups()
            if piece.start() != end or (text and not sender.write(text)):
                break
            end = piece.end()
            if down:
                sender.go(int(down), int(right))
            elif codes is not None:
                sender.style = pen(codes)
            elif not text:
                sender.y = 0
        if end == len(data):
            return sender.sent()
        self.forget()
        return data


Run = tuple[int, int, str, bool]
"""Row, column and text of adjacent cells in one style, and whether the cursor is certain to be right after them."""


class Sender:
    """Puts one frame together, and keeps track of what will be where."""

    def __init__(self, rows: dict[int, list[Cell | None]], wide: set[int]) -> None:
        self.rows = rows
        self.wide = wide
        self.y = self.x = 0
        """Where the next character goes; in row 0 nothing can."""
        self.style = PLAIN
        self._new: dict[int, dict[int, Cell]] = {}
        """The cells to send, by row and column."""
        self._wide: dict[int, set[int]] = {}
        """The columns among them with characters two columns wide."""

    def go(self, y: int, x: int) -> None:
        """Moves to where the next text goes."""
        self.y, self.x = y, x

    def write(self, text: str) -> bool:
        """Keeps what differs from the terminal; returns False as `put` does, or if the position is unknown."""
        cells = told(text, self.style)
        return bool(self.y and cells) and self.put(cells)

    def put(self, cells: Sequence[Cell]) -> bool:
        """Keeps those cells that differ from what is there.

        Returns False if a frame cuts its own wide characters in two: the order would matter.
        """
        row = self.rows.setdefault(self.y, [])
        x, end = self.x, self.x + len(cells)
        if len(row) < end + 2:
            row.extend([None] * (end + 2 - len(row)))
        self.x = end
        if row[x:end] == cells:
            return True
        if self.y in self.wide or "" in map(SIGN, cells):
            self.wide.add(self.y)
            return self._put_wide(row, x, cells)
        changed = list(map(ne, row[x:end], cells))
        new = zip(compress(range(x, end), changed), compress(cells, changed), strict=True)
        self._new.setdefault(self.y, {}).update(new)
        row[x:end] = cells
        return True

    def _put_wide(self, row: list[Cell | None], x: int, cells: Sequence[Cell]) -> bool:
        """Does the same on a row that has, or had, wide characters."""
        end, new = x + len(cells), self._new.setdefault(self.y, {})
        wide = self._wide.setdefault(self.y, set())
        for cell in cells:
            if row[x] != cell and cell[0]:
                width = 1 if x + 1 == end or cells[x + 1 - end][0] else 2
                halves = [at for at in (x, x + width) if (part := row[at]) is not None and not part[0]]
                if halves or width == 2:
                    drawn = (*halves, x + 2) if width == 2 else halves
                    if any(at - 1 in new for at in drawn):
                        return False
                    for at in halves:  # Half of a wide character takes the other half with it.
                        row[at - 1] = row[at] = None
                row[x] = cell
                new[x] = cell
                wide.discard(x)
                if width == 2:
                    wide.add(x)
                    row[x + 1] = ("", cell[1])
            x += 1
        return True

    def sent(self) -> str:
        """Returns the output, one style after another so that each is sent once, ending with the cursor in place.

        Cursor moves between the cells take fewer bytes than changes of style.
        """
        by_style: dict[Pen, list[Run]] = {}
        for y in sorted(self._new):
            self._add_runs(y, self._new[y], by_style)
        out: list[str] = []
        pen, at_y, at_x = PLAIN, 0, 0
        for style in sorted(by_style):
            if style != pen:
                out.append(change(pen, style))
                pen = style
            for y, x, text, is_sure in by_style[style]:
                if y == at_y and at_x < x <= at_x + SHORT:
                    out.append(self._between(y, at_x, x, pen) or way(at_y, at_x, y, x))
                elif y != at_y or x != at_x:
                    out.append(way(at_y, at_x, y, x))
                out.append(text)
                at_y, at_x = (y, x + len(text)) if is_sure else (0, 0)
        if pen != PLAIN:
            out.append(change(pen, PLAIN))
        if self.y and (at_y, at_x) != (self.y, self.x):
            out.append(way(0, 0, self.y, self.x))
        return "".join(out)

    def _add_runs(self, y: int, new: dict[int, Cell], by_style: dict[Pen, list[Run]]) -> None:
        """Adds the new cells of a row, in as few runs as their styles allow."""
        wide = self._wide.get(y, ())
        begin = after = 0
        text, style, bare = "", PLAIN, PLAIN
        for x in sorted(new):
            sign, own = new[x]
            # An empty cell shows no ink, so it can join the run before it.
            if x != after or (own is not style and own != style and (sign != " " or own != bare)):
                if text:
                    by_style.setdefault(style, []).append((y, begin, text, True))
                begin, text, style, bare = x, "", own, empty(own)
            text += sign
            after = x + 1
            if len(sign) > 1 or x in wide:
                # Terminals disagree about the width of this one.
                by_style.setdefault(style, []).append((y, begin, text, False))
                text, after = "", 0
        if text:
            by_style.setdefault(style, []).append((y, begin, text, True))

    def _between(self, y: int, first: int, end: int, pen: Pen) -> str:
        """Returns the text in these columns if it can be rewritten with this pen; otherwise an empty string."""
        found = ""
        for cell in self.rows[y][first:end]:
            if cell is None or not cell[0].isascii() or cell[1] != (empty(pen) if cell[0] == " " else pen):
                return ""
            found += cell[0]
        return found


@lru_cache(4096)
def empty(style: Pen) -> Pen:
    """Returns the part of a style that shows where there is no character."""
    return style._replace(manner="", ink="") if LINED.isdisjoint(style.manner.split(";")) else style


@lru_cache(4096)
def cell(sign: str, style: Pen) -> Cell:
    """Returns a cell, the same object wherever this character has this style."""
    return sign, style


@lru_cache(1024)
def told(text: str, style: Pen) -> list[Cell]:
    """Returns the cells of a text; wide characters take a second, empty one, and accents join the one before them.

    Returns an empty list if the text starts with an accent: it is unclear what it belongs to.
    """
    bare = empty(style)
    found: list[Cell] = []
    at = 0
    for sign in text:
        width = 1 if sign < "\u0300" else get_character_cell_size(sign)
        if width:
            at = len(found)
            found += [cell(sign, bare if sign == " " else style), cell("", style)][:width]
        elif not found:
            return []
        else:
            found[at] = cell(found[at][0] + sign, style)
    return found


def way(from_y: int, from_x: int, y: int, x: int) -> str:
    """Returns the code that moves the cursor: by columns within a row, otherwise to a position."""
    if y == from_y and x > from_x:
        return f"\x1b[{x - from_x}C" if x - from_x > 1 else "\x1b[C"
    return f"\x1b[{y};{x}H"


@lru_cache(4096)
def pen(codes: str) -> Pen:
    """Returns the style these codes set, starting from a plain pen."""
    manner: list[str] = []
    ink = ground = ""
    parts = iter(codes.split(";"))
    for code in parts:
        if code in ("38", "48"):
            kind = next(parts, "")
            colour = ";".join((code, kind, *(next(parts, "") for _ in range(3 if kind == "2" else 1))))
            ink, ground = (colour, ground) if code == "38" else (ink, colour)
        elif code in ("", "0"):
            manner, ink, ground = [], "", ""
        elif code in ("39", "49"):
            ink, ground = ("", ground) if code == "39" else (ink, "")
        elif code[0] in "39" and len(code) == 2:
            ink = code
        elif (code[0] == "4" and len(code) == 2) or len(code) == 3:
            ground = code
        else:
            manner.append(code)
    return Pen(";".join(manner), ground, ink)


@lru_cache(4096)
def change(old: Pen, new: Pen) -> str:
    """Returns the codes that change one style into another."""
    if new == PLAIN:
        return "\x1b[0m"
    codes = []
    if old.manner and old.manner != new.manner:
        codes.append("0")
        old = PLAIN
    if old.manner != new.manner:
        codes.append(new.manner)
    if old.ink != new.ink:
        codes.append(new.ink or "39")
    if old.ground != new.ground:
        codes.append(new.ground or "49")
    return f"\x1b[{';'.join(codes)}m"
