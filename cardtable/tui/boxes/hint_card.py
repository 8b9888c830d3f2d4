"""A hint as a card on the felt: the move, the reason, how sure it is, then the figures. Other keys go to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.markup import escape
from textual.widgets import Static

from cardtable.bots.hints import Hint
from cardtable.cards import Card, bits
from cardtable.engine.text import Text, capital
from cardtable.tui.boxes.dialogs import Box, broken
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.painter import SMALL
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import quiet
from cardtable.words import Words

FRAME = 4, 2
"""Columns and rows the frame takes, including a blank on either side."""
WIDEST = 58
"""Maximum columns of its text."""
NARROWEST = 24
"""Minimum columns, for the words in its frame."""
BAR = 10
"""Columns of a bar."""
MOST_ROWS = 4
"""Maximum rows of figures."""
STEP = 3
"""Columns from one card to the next."""


class HintCards(Canvas):
    """The cards of the move, drawn."""

    def __init__(self, words: Words, cards: Sequence[Card]) -> None:
        super().__init__(words)
        self.cards = cards
        self.styles.width = (len(cards) - 1) * STEP + SMALL.width + 2 if cards else 0
        self.styles.height = SMALL.height

    def paint(self, sheet: Sheet) -> None:
        """Draws the cards side by side."""
        for place, card in enumerate(self.cards):
            self.painter.card(sheet, place * STEP, 0, card, SMALL, heavy=True)


class HintCard(Box[None]):
    """The adviser's move, with everything known about it."""

    DEFAULT_CSS = """
    HintCard { align: left top; background: transparent; }
    HintCard > Vertical {
        max-width: 100%; max-height: 100%; background: $table; border: round $accent;
        border-title-color: $foreground; border-subtitle-color: $foreground;
    }
    HintCard Horizontal { width: auto; height: auto; }
    HintCard .figures { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [quiet("escape,enter,i", "leave")]

    def __init__(self, picture: TablePicture, hint: Hint) -> None:
        super().__init__(picture.words, picture.words.say("Hint"))
        self.styles.background = "transparent"
        self.picture, self.hint = picture, hint
        self.cards = HintCards(picture.words, bits(hint.move.cards))
        self.told = Static(markup=False)
        self.figures = Static(markup=False, classes="figures")
        self.box = Vertical(Horizontal(self.cards, self.told), self.figures)

    def compose(self) -> ComposeResult:
        self.box.border_title = escape(self.plain(self.heading))
        self.box.border_subtitle = self.plain(self.words.say("Esc back"))
        yield self.box

    def on_mount(self) -> None:
        super().on_mount()
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def on_unmount(self) -> None:
        """Uncovers the felt."""
        self.picture.covered(None)

    def _line(self, text: Text) -> str:
        return self.plain(self.words.text(text, self.picture.names))

    def lines(self) -> list[str]:
        """Returns the move and its reasons, how sure it is, and how many styles would do the same."""
        hint = self.hint
        found = [self._line(hint.what), *(f"{capital(self._line(why))}." for why in hint.why)]
        return found + [self._line(text) for text in (hint.sure, hint.styles) if text is not None]

    def rows(self) -> list[str]:
        """Returns the figures; equally good moves share a row."""
        rows = self.hint.rows[:MOST_ROWS]
        if len(rows) < 2:
            return []
        return [
            f"{round(100 * value):3} {''.join(bar(value, BAR))}  " + "  ".join(map(self._line, moves))
            for value, moves in rows
        ]

    def _fit(self) -> None:
        taken = self.cards.styles.width.value if self.cards.styles.width is not None else 0
        for room in self.picture.rooms():
            text = min(WIDEST, room.width - FRAME[0]) - int(taken)
            told = [part for line in self.lines() for part in broken(line, text)]
            rows = [part for line in self.rows() for part in broken(line, text + int(taken))]
            height = max(len(told), SMALL.height if self.cards.cards else 0) + len(rows) + FRAME[1]
            if height <= room.height:
                break
        self.told.update("\n".join(told))
        self.figures.update("\n".join(rows))
        wanted = max([int(taken) + width_of(line) for line in told] + [width_of(line) for line in rows])
        width = min(max(wanted, NARROWEST) + FRAME[0], room.width)
        height = min(height, room.height)
        self.box.styles.width, self.box.styles.height = width, height
        top, left = max(0, room.bottom - height), max(0, room.x + (room.width - width) // 2)
        self.box.styles.margin = (top, 0, 0, left)
        self.picture.covered(Region(left, top, width, height))

    def on_key(self, event: events.Key) -> None:
        """Closes the card on any other key and passes the key on to the table."""
        if event.key not in self.active_bindings:
            event.stop().prevent_default()
            self.dismiss(None)
            self.app.simulate_key(event.key)

    def on_click(self) -> None:
        self.dismiss(None)

    def action_leave(self) -> None:
        """Closes the card."""
        self.dismiss(None)
