"""Boxes as large as the screen: a scene in the rim of the table, and keys for what else can be done there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual import events

from cardtable.tui.boxes.dialogs import AnswerT, Box, Read
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.words import Words


class Way(NamedTuple):
    """Something else to do in such a box."""

    keys: str
    """Every key that does it, with commas between."""
    label: str
    """The key as it is shown, and what it does; empty where it is not shown, as another key does the same."""
    act: Callable[[], None]
    rank: int = 5
    """The higher, the sooner its label gives way where there is little room."""


class FullBox(Box[AnswerT]):
    """A head, the scene in the rim of the table, and a foot; `ways` are what else can be done."""

    DEFAULT_CSS = """
    FullBox { background: $table; }
    FullBox > Vertical { width: 100%; max-width: 100%; height: 1fr; max-height: 100%; background: $table;
        border: outer $rim; padding: 0 1; }
    """
    alone = True

    def __init__(self, words: Words, heading: str, ways: Sequence[Way] = ()) -> None:
        super().__init__(words, heading)
        self.ways = ways
        self.head = Line(words, "bar")
        self.keys = KeyLine(words)

    def on_key(self, event: events.Key) -> None:
        """Opens what this key opens, on either layout; over an open box nothing more."""
        way = next((way for way in self.ways if event.key in way.keys.split(",")), None)
        if way is not None and self.is_active:
            event.stop()
            way.act()

    def action_way(self, nth: int) -> None:
        """Something else to do, by a click on its label."""
        if self.is_active:
            self.ways[nth].act()

    def open_keys(self, labels: Sequence[str]) -> None:
        """A page of keys, each label with what its key does behind it."""
        rows = [split(label) for label in labels]
        wide = max(width_of(key) for key, _ in rows)
        lines = [f"{key}{' ' * (wide - width_of(key))}  {does}" for key, does in rows]
        self.app.push_screen(Read(self.words, self.words.say("Keys"), "\n".join(lines)))


def split(label: str) -> tuple[str, str]:
    """The key of a label, and what it does.

    >>> split("⏎ next deal"), split("l – look there")
    (('⏎', 'next deal'), ('l', 'look there'))
    """
    key, does = label.split(" ", 1)
    return key, does.removeprefix("– ")
