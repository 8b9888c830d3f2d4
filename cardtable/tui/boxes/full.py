"""Full-screen boxes: a picture inside the rim of the table, and keys for further actions."""

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
    """A further action in such a box."""

    keys: str
    """Its keys, separated by commas."""
    label: str
    """The key as shown, and its action; empty if not shown because another key does the same."""
    act: Callable[[], None]
    rank: int = 5
    """Labels with a higher rank are dropped first when space is short."""


class FullBox(Box[AnswerT]):
    """A heading, the picture inside the rim of the table, and a key line; `ways` are the further actions."""

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
        """Runs the action of this key, on either keyboard layout; does nothing while another box is open on top."""
        way = next((way for way in self.ways if event.key in way.keys.split(",")), None)
        if way is not None and self.is_active:
            event.stop()
            way.act()

    def action_way(self, nth: int) -> None:
        """Runs an action whose label was clicked."""
        if self.is_active:
            self.ways[nth].act()

    def open_keys(self, labels: Sequence[str]) -> None:
        """Opens a page of keys and their actions."""
        rows = [split(label) for label in labels]
        wide = max(width_of(key) for key, _ in rows)
        lines = [f"{key}{' ' * (wide - width_of(key))}  {does}" for key, does in rows]
        self.app.push_screen(Read(self.words, self.words.say("Keys"), "\n".join(lines)))


def split(label: str) -> tuple[str, str]:
    """Splits a label into its key and its action.

    >>> split("⏎ next deal"), split("l – look there")
    (('⏎', 'next deal'), ('l', 'look there'))
    """
    key, does = label.split(" ", 1)
    return key, does.removeprefix("– ")
