"""Draws rows of terminal cells as a picture: how a screen of the program would look in a terminal.

Lines, blocks and rounded corners are drawn as shapes that fill their cells, so that frames close with any font. Needs
Pillow (in the extra `dev`) and a monospaced font with suit signs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont
from rich.cells import get_character_cell_size
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

FONTS = ("DejaVuSansMono", "NotoSansMono-Regular", "LiberationMono-Regular", "Menlo", "consola")
SIZE = 16
"""The font size in pixels; a cell is about half as wide as it is tall."""
FORE, GROUND = (222, 222, 222), (0, 0, 0)

ARMS = {
    sign: tuple(int(arm) * weight for arm in arms)
    for signs, weight in (("─│┌┐└┘├┤┬┴┼", 1), ("━┃┏┓┗┛┣┫┳┻╋", 2))
    for sign, arms in zip(
        signs,
        ("0101", "1010", "0110", "0011", "1100", "1001", "1110", "1011", "0111", "1101", "1111"),
        strict=True,
    )
} | {"╴": (0, 0, 0, 1), "╵": (1, 0, 0, 0), "╶": (0, 1, 0, 0), "╷": (0, 0, 1, 0)}
"""The weights of the lines from a character's middle: up, right, down, left."""
ROUND = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}
"""The directions of a rounded corner's arms: right or left, down or up."""
BLOCKS = {
    "█": [(0, 0, 8, 8)],
    "▐": [(4, 0, 8, 8)],
    "▔": [(0, 0, 8, 1)],
    "▕": [(7, 0, 8, 8)],
    "▀": [(0, 0, 8, 4)],
    "▖": [(0, 4, 4, 8)],
    "▗": [(4, 4, 8, 8)],
    "▘": [(0, 0, 4, 4)],
    "▝": [(4, 0, 8, 4)],
    "▚": [(0, 0, 4, 4), (4, 4, 8, 8)],
    "▞": [(4, 0, 8, 4), (0, 4, 4, 8)],
    "▛": [(0, 0, 8, 4), (0, 4, 4, 8)],
    "▜": [(0, 0, 8, 4), (4, 4, 8, 8)],
    "▙": [(0, 0, 4, 8), (4, 4, 8, 8)],
    "▟": [(4, 0, 8, 8), (0, 4, 4, 8)],
    **{sign: [(0, 8 - high, 8, 8)] for high, sign in enumerate("▁▂▃▄▅▆▇", 1)},
    **{sign: [(0, 0, wide, 8)] for wide, sign in zip(range(7, 0, -1), "▉▊▋▌▍▎▏", strict=True)},
}
"""The rectangles of a block character, in eighths of a cell."""
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a Braille character, in the order of its bits."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}


class NoFont(Exception):
    """There is no monospaced font with the signs that the program shows."""


@cache
def font(bold: bool) -> ImageFont.FreeTypeFont:
    """A monospaced font on this machine that has suit signs. Raises NoFont."""
    given = os.environ.get("CARDTABLE_FONT")
    for name in [given] if given else FONTS:
        for tried in (f"{name}-Bold.ttf", f"{name}.ttf", name) if bold else (f"{name}.ttf", name):
            try:
                found = ImageFont.truetype(tried, SIZE)
            except OSError:
                continue
            # A font draws the same box for every character it lacks.
            if bytes(found.getmask("♠")) != bytes(found.getmask("\U0010fffd")):
                return found
    wanted = given or ", ".join(FONTS)
    raise NoFont(
        f"no font with the signs of the suits ({wanted}): install one, fonts-dejavu-core for example, "
        "or name its file in CARDTABLE_FONT"
    )


@cache
def cell() -> tuple[int, int]:
    """Width and height of a cell in pixels, both even, so that half blocks are exact halves."""
    above, below = font(False).getmetrics()
    return round(font(False).getlength("0") / 2) * 2, (above + below + 1) // 2 * 2


def draw(rows: Sequence[Strip]) -> Image.Image:
    """Draws the rows as a picture. Raises NoFont."""
    wide, high = cell()
    picture = Image.new("RGB", (max(row.cell_length for row in rows) * wide, len(rows) * high), GROUND)
    pen = ImageDraw.Draw(picture)
    for y, row in enumerate(rows):
        x = 0
        for text, style, _ in row:
            fore, ground = colours(style or Style())
            for sign in text:
                cells = get_character_cell_size(sign)
                pen.rectangle((x, y * high, x + cells * wide - 1, (y + 1) * high - 1), ground)
                if not sign.isspace():
                    _sign(pen, sign, x, y * high, cells * wide, high, fore, ground, bool(style and style.bold))
                x += cells * wide
    return picture


def colours(style: Style) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Foreground and background of a style, as a terminal shows them."""

    def rgb(colour: Color | None, default: tuple[int, int, int]) -> tuple[int, int, int]:
        if colour is None or colour.is_default:
            return default
        red, green, blue = colour.get_truecolor()
        return red, green, blue

    fore, ground = rgb(style.color, FORE), rgb(style.bgcolor, GROUND)
    if style.reverse:
        fore, ground = ground, fore
    return (mixed(fore, ground, 0.6) if style.dim else fore), ground


def mixed(one: tuple[int, int, int], other: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """A mixture with this share of the first colour."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _sign(
    pen: ImageDraw.ImageDraw,
    sign: str,
    x: int,
    y: int,
    wide: int,
    high: int,
    fore: tuple[int, int, int],
    ground: tuple[int, int, int],
    bold: bool,
) -> None:
    """Draws one character into its cell."""
    middle, centre, thin = x + wide // 2 - 1, y + high // 2 - 1, 2
    if sign in BLOCKS:
        for left, top, right, foot in BLOCKS[sign]:
            box = (x + left * wide // 8, y + top * high // 8, x + right * wide // 8 - 1, y + foot * high // 8 - 1)
            pen.rectangle(box, fore)
    elif "\u2800" <= sign <= "\u28ff":
        for nth, (column, row) in enumerate(DOTS):
            if ord(sign) >> nth & 1:
                left, top = x + (2 * column + 1) * wide // 4 - 1, y + (2 * row + 1) * high // 8 - 1
                pen.rectangle((left, top, left + thin, top + thin), fore)
    elif sign in SHADES:
        pen.rectangle((x, y, x + wide - 1, y + high - 1), mixed(fore, ground, SHADES[sign]))
    elif sign in ARMS:
        up, right, down, left = ARMS[sign]
        # A heavy line is a pixel wider on each side, and lines that meet overlap.
        flat, steep = max(left, right) - 1, max(up, down) - 1
        if up or down:
            top, foot = (y if up else centre - flat), (y + high - 1 if down else centre + 1 + flat)
            pen.rectangle((middle - steep, top, middle + 1 + steep, foot), fore)
        if left or right:
            begin, end = (x if left else middle - steep), (x + wide - 1 if right else middle + 1 + steep)
            pen.rectangle((begin, centre - flat, end, centre + 1 + flat), fore)
    elif sign in ROUND:
        to_right, to_foot = ROUND[sign]
        size = wide // 2
        far_x = x + wide - 1 if to_right > 0 else x
        far_y = y + high - 1 if to_foot > 0 else y
        round_x = middle + (size if to_right > 0 else -size + 1)
        round_y = centre + (size if to_foot > 0 else -size + 1)
        box_x, box_y = min(middle, 2 * round_x - middle - 1), min(centre, 2 * round_y - centre - 1)
        start = {(1, 1): 180, (-1, 1): 270, (1, -1): 90, (-1, -1): 0}[to_right, to_foot]
        pen.arc((box_x, box_y, box_x + 2 * size, box_y + 2 * size), start, start + 90, fore, thin)
        if (far_y - round_y) * to_foot > 0:
            pen.rectangle((middle, min(round_y, far_y), middle + thin - 1, max(round_y, far_y)), fore)
        if (far_x - round_x) * to_right > 0:
            pen.rectangle((min(round_x, far_x), centre, max(round_x, far_x), centre + thin - 1), fore)
    else:
        face = font(bold)
        above, below = face.getmetrics()
        centred = x + (wide - face.getlength(sign)) / 2
        pen.text((centred, y + (high - above - below) // 2), sign, fore, font=face)
