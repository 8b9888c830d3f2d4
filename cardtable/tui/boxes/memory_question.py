"""The trainer's question: which trumps are gone?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from cardtable.cards import Card, Cards
from cardtable.tui.boxes.dialogs import LINE_KEYS, Box
from cardtable.tui.keys import quiet, twins
from cardtable.words import Words


class MemoryQuestion(Box[Cards]):
    """A row of trumps, each with a key that marks it as gone. Gives the marked ones; nothing when it is left."""

    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave"), quiet("enter", "take")]

    def __init__(self, words: Words, cards: Sequence[Card]) -> None:
        super().__init__(words, words.say("Which trumps are gone?"))
        self.cards = cards
        self.marked: Cards = 0
        self.row = self.line("")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.row
            yield self.line(self.words.say("a key marks a card as gone  ⏎ that is all  Esc not now"))

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        told = []
        for key, card in zip(LINE_KEYS, self.cards, strict=False):
            left, right = "[]" if self.marked >> card & 1 else "  "
            told.append(f"{key} {left}{self.words.card(card)}{right}")
        self.row.update(self.plain("\n".join("  ".join(told[nth : nth + 5]) for nth in range(0, len(told), 5))))

    def on_key(self, event: events.Key) -> None:
        """Marks the card that has this key, or takes the mark away."""
        for key, card in zip(LINE_KEYS, self.cards, strict=False):
            if event.key in twins(key).split(","):
                event.stop()
                self.marked ^= 1 << card
                self._show()

    def action_take(self) -> None:
        """That is all; not by the Enter that ended something else."""
        if not self.fresh.too_soon:
            self.dismiss(self.marked)

    def action_leave(self) -> None:
        """No answer."""
        self.dismiss(None)
