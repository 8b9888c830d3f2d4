"""The viewer's hand: any number of cards in seven rows, legal cards raised, the cursor's frame heavy."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region

from cardtable.cards import HIDDEN, Card, Cards
from cardtable.tui.canvas import BIG, SMALL, Sheet, Size
from cardtable.tui.motion import Moving
from cardtable.tui.protocol import WordsLike

WIDE = 84
"""Columns from which the hand lies in the middle."""

TURNS = 5
"""Frames in which a whole hand is turned over."""


class Spread(NamedTuple):
    """How a hand of some size lies in some width."""

    size: Size
    step: int
    per_row: int


def spread(cards: int, width: int, small: bool = False) -> Spread:
    """Big cards in one row while three columns of each can be seen; else, or if asked, small ones in two rows.

    >>> spread(6, 78).step, spread(20, 78).step, spread(36, 78).per_row
    (8, 3, 18)
    """
    step = min(BIG.width + 1, (width - BIG.width) // max(cards - 1, 1))
    if step >= 3 and not small:
        return Spread(BIG, step, max(cards, 1))
    per_row = (cards + 1) // 2
    step = min(SMALL.width + 1, (width - SMALL.width) // max(per_row - 1, 1))
    return Spread(SMALL, max(step, 1), per_row)


class Hand(Moving):
    """The cards in the viewer's hand."""

    DEFAULT_CSS = "Hand { height: 7; }"

    def __init__(self, words: WordsLike, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.cards: tuple[Card, ...] = ()
        self.legal: tuple[Card, ...] = ()
        self.marked: Cards = 0
        self.cursor = 0
        self.covered = False
        self._turns = 1
        self._fresh: list[Card] = []
        """Cards that came last, in order: they lie face down until they are turned over one after another."""

    def show(self, cards: tuple[Card, ...], legal: tuple[Card, ...], marked: Cards, cursor: int, covered: bool) -> None:
        """Shows these cards, or as many backs."""
        fresh = [card for card in cards if card not in self.cards]
        self.cards = (HIDDEN,) * len(cards) if covered else cards
        self.legal = () if covered else legal
        self.marked = 0 if covered else marked
        self.cursor = cursor
        self.covered = covered
        if covered:
            self.stop()
        elif fresh:
            # The first hand of all is there at once: nobody waits when he sits down.
            begun, self._fresh = bool(self._fresh), fresh
            self._turns = min(len(fresh) + 1, TURNS)
            if begun:
                self.start(self._turns)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Paints from left to right, so that the left edge of every card is seen."""
        count = len(self.cards)
        if not count:
            return
        size, step, per_row = spread(count, sheet.width - 3, self.small)
        used = (min(count, per_row) - 1) * step + size.width
        # In the middle of a wide table; at the left of a narrow one, where the cards need not move when one goes.
        left = 2 if sheet.width < WIDE else (sheet.width - used) // 2
        big = size is BIG
        painter, look = self.painter, self.palette
        numbers = {card: nth for nth, card in enumerate(self.legal, 1)}
        labels = []
        turned = len(self._fresh) * (self._turns - self.frames_left) // self._turns
        closed = self._fresh[turned:] if self.frames_left else ()
        for nth, card in enumerate(self.cards):
            row, column = divmod(nth, per_row)
            x = left + column * step
            number = numbers.get(card)
            marked = card != HIDDEN and bool(self.marked >> card & 1)
            raised = (2 if marked else 1 if number else 0) if big else (1 if marked or number else 0)
            y = (2 if big else 1 + row * SMALL.height) - raised
            under_cursor = nth == self.cursor and not self.covered
            face = HIDDEN if card in closed else card
            painter.card(sheet, x, y, face, size, heavy=under_cursor, legal=bool(number))
            seen = step if column < per_row - 1 and nth < count - 1 else size.width
            self.answers(Region(x, y, seen, size.height), f"card({nth})")
            if number or marked:
                digit = str(number % 10) if number and number <= 10 else ""
                sign = "✓" if marked else ""
                label = sign + digit
                if label and seen >= 5 and big:
                    label = f"[{label}]"
                if big:
                    labels.append((x + 1 + (1 if seen >= 7 and len(label) <= 3 else 0), y + size.height, label))
                else:
                    sheet.put(x + 1, y, label[: max(seen - 1, 1)], look.rank)
        for x, y, label in labels:
            sheet.put(x, y, label, look.bold)
