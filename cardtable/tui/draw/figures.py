"""The pictures on cards, pixel by pixel; two pixels, one above the other, are a cell. They are drawn in `figures.txt`.

There every size of a card has a block, and every picture a column under its name: `K`, `Q`, `J`, `X` for jokers, and
the aces, `As` and so on. A letter is a colour: `.` the face of the card or its frame, `a` the suit's own, `g` gold,
`s` skin and `n` its shade, `e` an eye, `m` a mouth, `h` brown hair, `l` fair hair, `o` a grey beard, `w` white, `r` a
robe in the suit's colour and `d` its folds, `b` the other half of a joker's. The index is written over the upper left
corner, which they leave free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

Pictures = Mapping[str, Sequence[str]]
"""The rows of pixels by the name of a picture."""


def _drawn(text: str) -> Iterator[tuple[tuple[int, int], Pictures]]:
    for block in text.split("\n\n"):
        size, names, *rows = block.strip().splitlines()
        width, _, height = size.partition("x")
        columns = zip(*map(str.split, rows), strict=True)
        yield (int(width), int(height)), dict(zip(names.split(), columns, strict=True))


FIGURES: Mapping[tuple[int, int], Pictures] = dict(_drawn(Path(__file__).with_suffix(".txt").read_text("utf-8")))
"""By the size of the card. On the two smaller ones a picture is the whole card, on the others what its frame leaves."""
