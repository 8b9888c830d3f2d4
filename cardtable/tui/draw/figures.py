"""The pictures on cards, pixel by pixel, two pixels to a cell, one above the other. They are drawn in `figures.txt`.

That file has a block for every card size, with a column for every picture under its name: `K`, `Q`, `J`, `X` for
jokers, and the aces as `As` and so on. A letter is a colour: `.` the face of the card or its frame, `a` the suit's own,
`g` gold, `s` skin and `n` its shade, `e` an eye, `m` a mouth, `h` brown hair, `l` fair hair, `o` a grey beard, `w`
white, `r` a robe in the suit's colour and `d` its folds, `b` the other half of a joker's. The upper left corner is left
free for the index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

Pictures = Mapping[str, Sequence[str]]
"""Rows of pixels by the name of the picture."""


def _drawn(text: str) -> Iterator[tuple[tuple[int, int], Pictures]]:
    for block in text.split("\n\n"):
        size, names, *rows = block.strip().splitlines()
        width, _, height = size.partition("x")
        columns = zip(*map(str.split, rows), strict=True)
        yield (int(width), int(height)), dict(zip(names.split(), columns, strict=True))


FIGURES: Mapping[tuple[int, int], Pictures] = dict(_drawn(Path(__file__).with_suffix(".txt").read_text("utf-8")))
"""By card size. On the two smaller sizes a picture fills the whole card, on the others the space inside the frame."""
