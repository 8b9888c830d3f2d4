"""Where a line is typed or pasted that may be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from cardtable.engine.text import Text
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.keys import quiet
from cardtable.words import Words

LONGEST = 200
"""Signs that may be typed or pasted."""


class TypedLine(Box[bool]):
    """A field for a line; stays open, and says why, where it is refused. Gives whether it was taken."""

    DEFAULT_CSS = "TypedLine Input { width: 70; max-width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave")]

    def __init__(self, words: Words, heading: str, keys: str, take: Callable[[str], Text | None]) -> None:
        """`keys` says what Enter and Esc do; `take` takes the line, or says why it cannot."""
        super().__init__(words, heading)
        self.told = keys
        self.take = take
        self.field = Input(compact=True, max_length=LONGEST)
        self.wrong = self.line("")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.field
            yield self.wrong
            yield self.line(self.told)

    def on_mount(self) -> None:
        self.field.focus()

    def on_input_submitted(self) -> None:
        why = self.take(self.field.value)
        if why is None:
            self.dismiss(True)
        else:
            self.wrong.update(self.plain(self.words.text(why, ())))

    def action_leave(self) -> None:
        """Takes nothing."""
        self.dismiss(False)
