"""The explanation beside a line of a form: its meaning and its possible values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet, cut, wrap
from cardtable.words import Words

BESIDE = 120
"""Minimum columns for showing the possible values beside the lines rather than below them."""
EDGES = 7
"""Columns of the frame and its margin."""


def width_beside(width: int) -> int:
    """Returns the columns of the explanation beside the lines."""
    return width * 3 // 8


class ExplanationPart(NamedTuple):
    """A paragraph, or one of the possible values; one that cannot be chosen is greyed, with the reason."""

    kind: Literal["text", "value", "chosen", "idle"]
    text: str
    why: str = ""


class Explanation(Canvas):
    """A frame with a heading and paragraphs."""

    DEFAULT_CSS = "Explanation { height: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.heading = ""
        self.parts: list[ExplanationPart] = []

    def show(self, heading: str, parts: Sequence[ExplanationPart]) -> None:
        """Shows these paragraphs under this heading."""
        self.heading, self.parts = heading, list(parts)
        self.repaint()

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Returns the lines for a frame of this width, each with the kind of its part; values have no gaps between."""
        found: list[tuple[str, str]] = []
        before = ""
        for kind, text, why in self.parts:
            if before and "text" in (kind, before):
                found.append(("", "text"))
            sign = "► " if kind == "chosen" else "" if kind == "text" else "  "
            told = wrap(f"{text} ({why})" if why else text, width - EDGES - len(sign))
            found += [((sign if not nth else " " * len(sign)) + line, kind) for nth, line in enumerate(told)]
            before = kind
        return found

    def paint(self, sheet: Sheet) -> None:
        """Draws as many lines as fit."""
        look = self.palette
        sheet.frame(0, 0, sheet.width - 1, sheet.height, LIGHT, look.edge)
        if self.heading:
            sheet.put(2, 0, f" {cut(self.heading, sheet.width - 8)} ", look.bold)
        styles = {"text": look.table, "value": look.table, "chosen": look.acting, "idle": look.dim}
        for y, (line, kind) in enumerate(self.lines(sheet.width)[: sheet.height - 3], 2):
            sheet.put(3, y, line, styles[kind])
