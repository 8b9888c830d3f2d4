"""The memory trainer's question: which trumps are gone?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region

from cardtable.cards import Card, Cards
from cardtable.tui.boxes.dialogs import LINE_KEYS, Box
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.painter import SMALL
from cardtable.tui.keys import quiet, twins
from cardtable.words import Words

PER_ROW = 9
"""Maximum cards in a row; more than this take two rows."""
ROWS = 2
"""Rows below a card: its key, and whether it is gone."""


class TrumpCards(Canvas):
    """Trumps side by side, each with its key below; marked ones are faint and labelled as gone."""

    def __init__(self, words: Words, cards: Sequence[Card]) -> None:
        super().__init__(words)
        self.cards = cards
        self.marked: Cards = 0
        rows = -(-len(cards) // PER_ROW)
        self.per_row = -(-len(cards) // max(1, rows))
        self.styles.width = max(1, self.per_row * (SMALL.width + 1))
        self.styles.height = rows * (SMALL.height + ROWS)

    def mark(self, card: Card) -> None:
        """Marks a card as gone, or removes the mark."""
        self.marked ^= 1 << card
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the trumps in the order given, lowest first."""
        look, gone = self.palette.plate, cut(self.words.say("gone"), SMALL.width)
        for y in range(sheet.height):
            sheet.put(0, y, " " * sheet.width, look.text)
        for nth, (key, card) in enumerate(zip(LINE_KEYS, self.cards, strict=False)):
            row, column = divmod(nth, self.per_row)
            x, y = column * (SMALL.width + 1), row * (SMALL.height + ROWS)
            marked = bool(self.marked >> card & 1)
            self.painter.card(sheet, x, y, card, SMALL, faint=marked)
            told = f"[{key}]"
            below = y + SMALL.height
            sheet.put(x + (SMALL.width - width_of(told)) // 2, below, told, look.dim if marked else look.text)
            if marked:
                sheet.put(x + (SMALL.width - width_of(gone)) // 2, below + 1, gone, look.now)
            self.answers(Region(x, y, SMALL.width, SMALL.height + ROWS), f"mark({card})")


class MemoryQuestion(Box[Cards]):
    """A row of trumps, each with a key that marks it as gone. Returns the marked ones, or None without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape", "leave"), quiet("enter", "take")]

    def __init__(self, words: Words, cards: Sequence[Card]) -> None:
        super().__init__(words, words.say("Which trumps are gone?"))
        self.trumps = TrumpCards(words, cards)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.trumps
            yield self.line(self.words.say("a key marks a card as gone  ⏎ that is all  Esc not now"))

    def action_mark(self, card: Card) -> None:
        """Marks a card as gone, or removes the mark."""
        self.trumps.mark(card)

    def on_key(self, event: events.Key) -> None:
        """Marks the card with this key, or removes its mark."""
        for key, card in zip(LINE_KEYS, self.trumps.cards, strict=False):
            if event.key in twins(key).split(","):
                event.stop()
                self.trumps.mark(card)

    def action_take(self) -> None:
        """Submits the answer; ignores an Enter meant for the screen before."""
        if not self.fresh.too_soon:
            self.dismiss(self.trumps.marked)

    def action_leave(self) -> None:
        """Closes without an answer."""
        self.dismiss(None)
