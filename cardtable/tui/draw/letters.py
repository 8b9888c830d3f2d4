"""Large letters, five dots high: a few words drawn in half blocks, or spaced where there is no room for that."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.tui.draw.cells import width_of, wrap

ROWS = 5
"""Dots of a letter from top to foot."""
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
# Five dots leave none for those of Ё, which is written without them as often as not.
_DRAWN |= dict(zip("АВЕЁКМНОРСТХ", (_DRAWN[latin] for latin in "ABEEKMHOPCTX"), strict=True))
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def dots(text: str) -> list[str] | None:
    """The rows of dots of a text, # for a dot that is set; None where a letter has never been drawn.

    >>> dots("hi")
    ['#.#.#', '#.#.#', '###.#', '#.#.#', '#.#.#']
    """
    letters = [_DRAWN[letter].split() for letter in text.upper() if letter in _DRAWN]
    if len(letters) < len(text) or not letters:
        return None
    return [".".join(letter[row] for letter in letters) for row in range(ROWS)]


def half_blocks(rows: Sequence[str]) -> list[str]:
    """Rows of dots as text, two dots in every cell.

    >>> half_blocks(["#.#", "###"])
    ['█▄█']
    """
    even = [*rows, "." * len(rows[0])] if len(rows) % 2 else rows
    return [
        "".join(HALVES[upper == "#", lower == "#"] for upper, lower in zip(even[row], even[row + 1], strict=True))
        for row in range(0, len(even), 2)
    ]


def large(text: str, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """A few words as large as so many columns and rows allow.

    Whole blocks, or half blocks; else a line of capitals, with blanks between them where they fit, or several lines.

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
