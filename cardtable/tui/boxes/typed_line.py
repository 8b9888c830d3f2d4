"""A box for a typed or pasted line that may be refused."""

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
"""Maximum characters of the line."""


class TypedLine(Box[bool]):
    """An input field that stays open, with the reason, if its line is refused. Returns whether the line was taken."""

    DEFAULT_CSS = "TypedLine Input { width: 70; max-width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave")]

    def __init__(self, words: Words, heading: str, keys: str, take: Callable[[str], Text | None]) -> None:
        """`keys` explains Enter and Esc; `take` takes the line, or returns the reason it cannot."""
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
        """Closes without taking a line."""
        self.dismiss(False)
