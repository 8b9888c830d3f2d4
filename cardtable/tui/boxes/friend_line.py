"""Where a friend's line of the day is pasted."""

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


class FriendLine(Box[bool]):
    """A field for the line; stays open, and says why, where it is refused."""

    DEFAULT_CSS = "FriendLine Input { width: 70; max-width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave")]

    def __init__(self, words: Words, add: Callable[[str], Text | None]) -> None:
        """`add` keeps the line, or says why it cannot be kept."""
        super().__init__(words, words.say("A friend's line, such as: cardtable 2026-11-29 Anna 3ak4-n88k-6cje-h9"))
        self.add = add
        self.field = Input(compact=True, max_length=LONGEST)
        self.wrong = self.line("")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.field
            yield self.wrong
            yield self.line(self.words.say("⏎ add it  Esc back"))

    def on_mount(self) -> None:
        self.field.focus()

    def on_input_submitted(self) -> None:
        """Keeps the line, if it is one."""
        why = self.add(self.field.value)
        if why is None:
            self.dismiss(True)
        else:
            self.wrong.update(self.plain(self.words.text(why, ())))

    def action_leave(self) -> None:
        """Keeps nothing."""
        self.dismiss(False)
