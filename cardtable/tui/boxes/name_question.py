"""The question for the player's name, asked once, when the menu first opens."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from cardtable.engine.text import is_name, why_no_name
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.boxes.form import Field
from cardtable.tui.keys import quiet
from cardtable.words import Words


class NameQuestion(Box[str]):
    """Returns the name typed, or the suggested one if the player backs out."""

    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave")]

    def __init__(self, words: Words, person: str) -> None:
        super().__init__(words, words.say("What are you called at the table?"))
        self.person = person
        self.field = Field(id="name")
        self.field.value = person
        self.wrong = self.line("")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.field
            yield self.wrong
            yield self.line(self.words.say("The settings keep it, and change it at any time."))
            yield self.line(self.words.say("⏎ take it  Esc keep it"))

    def on_mount(self) -> None:
        """Focuses the field: typing replaces the suggested name."""
        self.field.focus()

    def on_input_submitted(self) -> None:
        name = self.field.value.strip()
        if is_name(name):
            self.dismiss(name)
            return
        self.wrong.update(self.plain(self.words.text(why_no_name(name), ())))

    def action_leave(self) -> None:
        """Takes the suggested name."""
        self.dismiss(self.person)
