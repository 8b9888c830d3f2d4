"""The last trick, bout or turn again: its cards, who played each, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from cardtable.engine.rounds import Laid, LastRound
from cardtable.engine.text import clean
from cardtable.tui.boxes.dialogs import Box, broken
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, short_names, width_of
from cardtable.tui.draw.painter import BIG, SMALL, Size
from cardtable.words import Words

MARGIN = 6
"""Columns of the box's frame and padding."""
TALL = 8
"""Rows of the box without cards: frame, heading, text and keys."""


class RoundCards(Canvas):
    """The cards of a round with the players' names, each cover on the card it beat."""

    def __init__(self, words: Words, past: LastRound, names: Sequence[str]) -> None:
        super().__init__(words)
        self.past = past
        self.names = [clean(name) for name in names]
        self.paired = any(laid.cover is not None for laid in past.laid)
        self._card: Size = BIG
        self._per_row = self._step = 1
        self.tall = 0
        """Rows taken."""

    def fit(self, width: int, height: int, sizes: Sequence[Size] = (BIG, SMALL)) -> bool:
        """Takes the space the cards need, in the first size that fits. Returns whether all of them are visible."""
        count, rows = len(self.past.laid), 0
        for size in sizes if not self.small else sizes[-1:]:
            self._card = size
            least = size.width + (size.cover_right if self.paired else 0) + 1
            self._per_row = max(1, min(count, (width + 1) // least))
            longest = max(width_of(self.names[laid.seat]) for laid in self.past.laid)
            self._step = max(least, min(longest + 1, width // self._per_row))
            rows = -(-count // self._per_row)
            if rows * self._tall <= height:
                break
        self.tall = min(rows * self._tall, height)
        self.styles.width = self._per_row * self._step
        self.styles.height = self.tall
        return 0 < rows * self._tall <= height

    @property
    def _tall(self) -> int:
        # A line of names above; below pairs a second one, for the players who covered.
        return self._card.height + 1 + (self._card.cover_down + 1 if self.paired else 0)

    def paint(self, sheet: Sheet) -> None:
        """Draws the cards row by row, in the order they were played."""
        for nth, laid in enumerate(self.past.laid):
            row, column = divmod(nth, self._per_row)
            self._paint_one(sheet, column * self._step, row * self._tall, laid, self._said_before(nth))

    def _said_before(self, nth: int) -> bool:
        """Returns whether the card before, in the same row, already shows this player's name."""
        return nth % self._per_row > 0 and self.past.laid[nth - 1].seat == self.past.laid[nth].seat

    def _paint_one(self, sheet: Sheet, x: int, y: int, laid: Laid, named: bool) -> None:
        look, painter, size = self.palette, self.painter, self._card
        names = short_names(self.names, self._step - 1)
        took = laid.seat == self.past.taker and not self.paired
        if not named:
            sheet.put(x, y, names[laid.seat], look.acting if took else look.table)
        painter.card(sheet, x, y + 1, laid.card, size, heavy=took)
        if laid.cover is not None:
            right, down = x + size.cover_right, y + 1 + size.cover_down
            painter.card(sheet, right, down, laid.cover, size)
            sheet.put(right, down + size.height, cut(self.names[laid.coverer], size.width), look.dim)


class LookBack(Box[None]):
    """A finished round; the key that opened it also closes it."""

    def __init__(
        self,
        words: Words,
        heading: str,
        past: LastRound,
        names: Sequence[str],
        told: Sequence[str],
        keys: Sequence[str],
    ) -> None:
        super().__init__(words, heading)
        self.cards = RoundCards(words, past, names)
        self.told = told
        self.keys = {*keys, "escape", "enter", "space"}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.cards
            yield self.line("\n".join(self._lines()))
            yield self.line(self.words.say("Esc back"))

    def _lines(self) -> list[str]:
        """Returns the last lines of the text, as many as leave room for the cards."""
        lines = [part for line in self.told for part in broken(line, self._width)]
        return lines[-max(1, self.app.size.height - TALL - 2 * BIG.height) :]

    @property
    def _width(self) -> int:
        return self.app.size.width * 9 // 10 - MARGIN

    def on_mount(self) -> None:
        self.cards.fit(self._width, self.app.size.height - TALL - len(self._lines()))

    def on_resize(self, event: events.Resize) -> None:
        self.on_mount()

    def on_key(self, event: events.Key) -> None:
        if event.key in self.keys:
            event.stop()
            self.dismiss(None)
