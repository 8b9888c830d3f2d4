"""The key line at the bottom of the screen: the keys that work right now, as many as fit."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import ASCII, Sheet, cut, width_of
from cardtable.tui.keys import Key, shown_key
from cardtable.words import Words


class KeyHint(NamedTuple):
    """A key, its label, and the action of a click on it."""

    key: str
    label: str
    action: str
    rank: int = 5


def hint_of(key: Key, words: Words) -> KeyHint:
    """Returns a key as shown on the key line; a click runs its last binding, so that arrows go forward."""
    return KeyHint(shown_key(key, words), words.say(key.label), key.binds[-1][1], key.rank)


def that_fit(hints: list[KeyHint], width: int) -> list[KeyHint]:
    """Returns the hints that fit side by side, in order; higher ranks are dropped first, and none is cut."""
    taken = [width_of(hint.key) + width_of(hint.label) + 3 for hint in hints]
    room, gone = width + 2 - sum(taken), set[int]()
    for nth in sorted(range(len(hints)), key=lambda nth: (hints[nth].rank, nth), reverse=True):
        if room >= 0:
            break
        room += taken[nth]
        gone.add(nth)
    return [hint for nth, hint in enumerate(hints) if nth not in gone]


ENTER = "⏎"
MOST = 8
"""Maximum number of keys beside the next one: nobody reads through more."""
APART = 4
"""Columns between the label of the next key and the other keys."""


class KeyLine(Canvas):
    """The current keys: on the left, highlighted, the next key with its action; the others dimmed on the right."""

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.hints: list[KeyHint] = []
        self.next: KeyHint | None = None

    def show(self, hints: list[KeyHint], next: KeyHint | None = None) -> None:
        """Shows these keys with the next one first; if `next` is not given, it is Enter."""
        if next is None:
            led, hints = [hint for hint in hints if hint.key == ENTER], [hint for hint in hints if hint.key != ENTER]
            next = led[0] if led else None
        if (hints, next) != (self.hints, self.next):
            self.hints, self.next = hints, next
            self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws one row; every label can be clicked."""
        look = self.palette
        sheet.put(0, 0, " " * sheet.width, look.bar)
        hints, lead = self.hints, self.next
        if self.ascii_only:
            hints = [hint._replace(key=hint.key.translate(ASCII)) for hint in hints]
        if lead is None:
            x = 1
            for hint in that_fit(hints, sheet.width - 2):
                x = self._hint(sheet, x, hint, look.key, look.bar)
            return
        key = lead.key.translate(ASCII) if self.ascii_only else lead.key
        said = cut(lead.label, sheet.width - width_of(key) - 5)
        x = sheet.put(1, 0, f" {key} ", look.foot.lit_now)
        x = sheet.put(x + 1, 0, said, look.foot.bold)
        self.answers(Region(1, 0, x - 1, 1), lead.action)
        ranked = sorted(range(len(hints)), key=lambda nth: (hints[nth].rank, nth))[:MOST]
        shown = that_fit([hints[nth] for nth in sorted(ranked)], sheet.width - 1 - x - APART)
        x = sheet.width + 1 - sum(width_of(hint.key) + width_of(hint.label) + 3 for hint in shown)
        for hint in shown:
            x = self._hint(sheet, x, hint, look.foot.bold, look.foot.dim)

    def _hint(self, sheet: Sheet, begin: int, hint: KeyHint, key: Style, label: Style) -> int:
        """Draws a key and its label; returns the column for the next one."""
        x = sheet.put(begin, 0, hint.key, key)
        x = sheet.put(x + 1, 0, hint.label, label)
        self.answers(Region(begin, 0, x - begin, 1), hint.action)
        return x + 2
