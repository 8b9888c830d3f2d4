"""The key line at the foot of the screen: the keys that do something now, as many as fit."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import ASCII, Sheet, width_of
from cardtable.tui.keys import Key, shown_key
from cardtable.words import Words


class Hint(NamedTuple):
    """A key, what it is called, and what a click on it does."""

    key: str
    label: str
    action: str
    rank: int = 5


def hint_of(key: Key, words: Words) -> Hint:
    """A key as the foot of a screen shows it; a click does the last thing that it is bound to: arrows go forward."""
    return Hint(shown_key(key, words), words.say(key.label), key.binds[-1][1], key.rank)


def that_fit(hints: list[Hint], width: int) -> list[Hint]:
    """The hints that fit side by side, in their order; the highest ranks give way first, none is cut."""
    taken = [width_of(hint.key) + width_of(hint.label) + 3 for hint in hints]
    room, gone = width + 2 - sum(taken), set[int]()
    for nth in sorted(range(len(hints)), key=lambda nth: (hints[nth].rank, nth), reverse=True):
        if room >= 0:
            break
        room += taken[nth]
        gone.add(nth)
    return [hint for nth, hint in enumerate(hints) if nth not in gone]


class KeyLine(Canvas):
    """The keys of this moment."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.hints: list[Hint] = []

    def show(self, hints: list[Hint]) -> None:
        """Shows these keys."""
        if hints != self.hints:
            self.hints = hints
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """One row; every label answers to the mouse."""
        look = self.palette
        sheet.put(0, 0, " " * sheet.width, look.bar)
        hints = self.hints
        if self.ascii_only:
            hints = [hint._replace(key=hint.key.translate(ASCII)) for hint in hints]
        x = 1
        for hint in that_fit(hints, sheet.width - 2):
            begin = x
            x = sheet.put(x, 0, hint.key, look.key)
            x = sheet.put(x + 1, 0, hint.label, look.bar)
            self.answers(Region(begin, 0, x - begin, 1), hint.action)
            x += 2
