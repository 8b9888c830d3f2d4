"""A match or an evening deal by deal, below the last result: rows of the score sheet, or one mark per deal."""

from __future__ import annotations

from rich.style import Style

from cardtable.engine.text import Text, clean, say
from cardtable.tui.boxes.sheet import cells, labels
from cardtable.tui.draw.cells import width_of
from cardtable.tui.ends.ended import End, names_of
from cardtable.tui.ends.evening_picture import counted
from cardtable.tui.terminal.palette import Palette
from cardtable.words import Words

DEAL = 48
"""Maximum columns for the name of a deal on the score sheet."""
GAP = 4
"""Columns between two players' numbers."""
LEAST = 2
"""Minimum deals for anything to be shown: a single deal would only repeat the result above."""


def deal_by_deal(end: End, words: Words, *, look: Palette, width: int, room: int) -> list[list[tuple[str, Style]]]:
    """Returns the last rows of the score sheet that fit; for an evening without a sheet, a row for each player."""
    return _sheet(end, words, look, width, room) if end.sheet else _evening(end, words, look, width, room)


def _sheet(end: End, words: Words, look: Palette, width: int, room: int) -> list[list[tuple[str, Style]]]:
    count = min(len(end.sheet), room - 3)
    if count < LEAST:
        return []
    first = len(end.sheet) - count
    called = labels(end.sheet, words, end.names)[first:]
    wide = max(map(width_of, called))
    written = [[row[side[0]] for side in end.sides] for row in cells(end.sheet)[first:]]
    names = [names_of(end, side, words) for side in end.sides]
    each = max(width_of(text) for row in (names, *written) for text in row)
    if wide > DEAL or wide + (each + GAP) * len(names) > width:
        return []  # The key for the score sheet still opens it.
    heading = words.say("Score sheet")
    if any(row.totals != row.points for row in end.sheet):
        heading += ": " + words.say("points of the deal, then the total")
    gap = " " * GAP
    lines: list[list[tuple[str, Style]]] = [
        [(heading, look.dim)],
        [(" " * wide + "".join(f"{gap}{name:>{each}}" for name in names), look.table)],
    ]
    for label, texts in zip(called, written, strict=True):
        row = label + " " * (wide - width_of(label)) + "".join(f"{gap}{text:>{each}}" for text in texts)
        lines.append([(row, look.table)])
    return [*lines, []]


def _evening(end: End, words: Words, look: Palette, width: int, room: int) -> list[list[tuple[str, Style]]]:
    """Returns a row of marks for each player: the deals (or matches) that count for them, highest count first."""
    evening = end.evening
    if evening is None or len(evening.ended) < LEAST:
        return []

    def said(text: Text) -> str:
        return clean(words.text(text, end.names))

    rows = counted(evening, said, end.names, end.me)
    wide = max((width_of(row.name) for row in rows), default=0)
    marks = (width - wide - GAP) // 2
    if not rows or len(rows) + 2 > room or marks < LEAST:
        return []
    heading = say("The evening, deal by deal") if evening.one_deal else say("The evening, match by match")
    tone = look.danger if evening.shame is not None else look.acting
    lines: list[list[tuple[str, Style]]] = [[(said(heading), look.dim)]]
    for row in rows:
        line = [(row.name + " " * (wide + GAP - width_of(row.name)), look.table)]
        line += [(f"{sign} ", look.dim if sign == "·" else tone) for sign in row.marks[-marks:]]
        lines.append(line)
    return [*lines, []]
