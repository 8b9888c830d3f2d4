"""Large letters, five dots high: a few words in half blocks, or in spaced capitals if those do not fit."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.tui.draw.cells import width_of, wrap

ROWS = 5
"""Height of a letter in dots."""
_DRAWN = {
    "A": "### #.# ### #.# #.#", "B": "##. #.# ##. #.# ##.", "C": "### #.. #.. #.. ###", "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###", "F": "### #.. ##. #.. #..", "G": "### #.. #.# #.# ###", "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #", "J": "..# ..# ..# #.# ###", "K": "#.# #.# ##. #.# #.#", "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#..# ##.# #.## #..# #..#", "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..", "Q": "###. #.#. #.#. ###. ..##", "R": "### #.# ##. #.# #.#", "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.", "U": "#.# #.# #.# #.# ###", "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# #.#.# .#.#.",
    "X": "#.# #.# .#. #.# #.#", "Y": "#.# #.# .#. .#. .#.", "Z": "### ..# .#. #.. ###",
    "Б": "### #.. ### #.# ###", "Г": "### #.. #.. #.. #..", "Д": ".###. .#.#. .#.#. ##### #...#",
    "Ж": "#.#.# #.#.# .###. #.#.# #.#.#", "З": "### ..# .## ..# ###",
    "И": "#..# #..# #.## ##.# #..#",
    "Й": "#### #..# #.## ##.# #..#", "Л": ".## #.# #.# #.# #.#", "П": "### #.# #.# #.# #.#", "У": "#.# #.# ### ..# ###",
    "Ф": "##### #.#.# ##### ..#.. ..#..", "Ц": "#.#. #.#. #.#. #### ...#", "Ч": "#.# #.# ### ..# ..#",
    "Ш": "#.#.# #.#.# #.#.# #.#.# #####", "Щ": "#.#.#. #.#.#. #.#.#. ###### .....#", "Ъ": "##.. .#.. .### .#.# .###",
    "Ы": "#...# #...# ###.# #.#.# ###.#", "Ь": "#.. #.. ### #.# ###", "Э": "### ..# .## ..# ###",
    "Ю": "#.### #.#.# ###.# #.#.# #.###", "Я": "### #.# ### .## #.#",
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###", "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###", "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###", "9": "### #.# ### ..# ###",
    "-": "... ... ### ... ...", "–": "... ... ### ... ...", "−": "... ... ### ... ...", "+": "... .#. ### .#. ...",
    "♠": "..#.. .###. ##### #.#.# ..#..", "♥": ".#.#. ##### ##### .###. ..#..",
    "♦": "..#.. .###. ##### .###. ..#..", "♣": ".###. #.#.# ##### #.#.# ..#..",
    ":": ". # . # .", ".": ". . . . #", ",": ".. .. .. .# #.", "!": "# # # . #", " ": ".. .. .. .. ..",
}  # fmt: skip
# Five dots leave no space for the two over Ё, which is often written without them anyway.
_DRAWN |= dict(zip("АВЕЁКМНОРСТХ", (_DRAWN[latin] for latin in "ABEEKMHOPCTX"), strict=True))
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def dots(text: str) -> list[str] | None:
    """Returns the rows of dots of a text, # for each dot set; None if one of the letters has no drawing.

    >>> dots("hi")
    ['#.#.#', '#.#.#', '###.#', '#.#.#', '#.#.#']
    """
    letters = [_DRAWN[letter].split() for letter in text.upper() if letter in _DRAWN]
    if len(letters) < len(text) or not letters:
        return None
    return [".".join(letter[row] for letter in letters) for row in range(ROWS)]


def half_blocks(rows: Sequence[str]) -> list[str]:
    """Turns rows of dots into text, two dots to a cell.

    >>> half_blocks(["#.#", "###"])
    ['█▄█']
    """
    even = [*rows, "." * len(rows[0])] if len(rows) % 2 else rows
    return [
        "".join(HALVES[upper == "#", lower == "#"] for upper, lower in zip(even[row], even[row + 1], strict=True))
        for row in range(0, len(even), 2)
    ]


def large(text: str, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """Draws a few words as large as these columns and rows allow.

    Uses full blocks or half blocks; otherwise a line of capitals, spaced if that fits, or several lines.

    >>> large("Hi", 40, 1)
    ['H I']
    >>> large("Hi", 40, 3)
    ['█ █ █', '█▀█ █', '▀ ▀ ▀']
    """
    rows = None if ascii_only else dots(text)
    if rows is not None:
        if len(rows[0]) * 2 <= width and height >= ROWS:
            return ["".join("██" if dot == "#" else "  " for dot in row).rstrip() for row in rows]
        if len(rows[0]) <= width and height >= (ROWS + 1) // 2:
            return [row.rstrip() for row in half_blocks(rows)]
    capitals = text.upper()
    spaced = " ".join(capitals)
    return [spaced] if width_of(spaced) <= width else wrap(capitals, width)
