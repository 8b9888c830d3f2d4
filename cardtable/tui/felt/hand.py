"""The viewer's hand: any number of cards, centred in its rows; legal ones raised, the cursor with a heavy frame."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from cardtable.cards import HIDDEN, Card, Cards, bits, cards_of
from cardtable.engine.moves import Seat
from cardtable.engine.scene import NO_CARD
from cardtable.tui.draw.cells import Sheet
from cardtable.tui.draw.motion import Moving
from cardtable.tui.draw.painter import BIG, SMALL, Size
from cardtable.tui.felt.ceremony import FRAMES, TURNS, Flights
from cardtable.tui.felt.history import Shown, box_size, paint_box
from cardtable.tui.felt.layout import spread
from cardtable.words import Words

AIR = 2
"""Columns between the hand and the text beside it, one of them for a shadow."""


class Hand(Moving):
    """The cards in the viewer's hand."""

    DEFAULT_CSS = "Hand { height: 7; }"

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(words, id=id)
        self.cards: tuple[Card, ...] = ()
        self.legal: tuple[Card, ...] = ()
        self.marked: Cards = 0
        self.cursor = 0
        self.meant: Cards = 0
        """The cards pointed at."""
        self.covered = False
        self._slots: tuple[Card, ...] = ()
        """The cards as drawn, NO_CARD for a gap."""
        self._raised: Cards = 0
        self._faint = False
        """Whether cards that are not raised are dimmed."""
        self.sections: tuple[Shown, ...] = ()
        """The sections to show beside the hand if they fit, most important first."""
        self.largest: Size = BIG
        """The largest card size that fits the screen."""
        self._turns = 1
        self._fresh: list[Card] = []
        """The latest cards, in order: they stay face down until turned over one by one."""
        self._dealing: tuple[Flights, Seat] | None = None
        """The dealing these cards are part of, and the viewer's seat."""

    def deal(self, dealing: Flights, seat: Seat) -> None:
        """Makes the next cards appear along with everybody else's in a dealing."""
        self._dealing = dealing, seat

    def stop(self) -> None:
        """Stops all motion."""
        super().stop()
        self._dealing = None

    def show(
        self,
        cards: tuple[Card, ...],
        legal: tuple[Card, ...],
        marked: Cards,
        cursor: int,
        covered: bool,
        meant: Cards = 0,
        sections: tuple[Shown, ...] = (),
        *,
        waits: bool = False,
    ) -> None:
        """Shows these cards, or backs if covered, and the sections that fit beside them.

        While the player `waits` for others, the cards stay put, with a gap for one just played: if they were lowered,
        closed up and raised again for the next decision, they would be sent to the terminal twice.
        """
        before = self._look()
        left = tuple([card for card in self._slots if card in cards])
        if waits and self._raised and not covered and not self.covered and left == cards:
            self._slots = tuple([card if card in cards else NO_CARD for card in self._slots])
        else:
            self._slots = (HIDDEN,) * len(cards) if covered else cards
            self._raised, self._faint = 0 if covered else cards_of((*legal, *bits(marked))), bool(legal) and not covered
        fresh = [card for card in cards if card not in self.cards]
        self.cards = (HIDDEN,) * len(cards) if covered else cards
        self.legal = () if covered else legal
        self.marked = 0 if covered else marked
        self.cursor = cursor
        self.meant = 0 if covered else meant
        self.covered = covered
        self.sections = sections
        if covered:
            self.stop()
        elif fresh:
            # The very first hand is simply there: nobody should wait when they sit down.
            begun, self._fresh = bool(self._fresh), fresh
            self._turns = min(len(fresh) + 1, TURNS)
            if self._dealing is not None:
                self.start(FRAMES)
            elif begun:
                self.start(self._turns)
        if not self.frames_left:
            self._dealing = None
        if fresh or before != self._look():
            self.repaint()

    def _look(self) -> tuple[object, ...]:
        """Returns what decides the look of the hand at rest."""
        lying = self._slots, self._raised, self._faint, self.legal, self.marked, self.cursor, self.meant, self.covered
        return lying, self.sections, self.largest, self.small, self.frames_left

    def paint(self, sheet: Sheet) -> None:
        """Paints from left to right, so that the left edge of every card stays visible."""
        count = len(self._slots)
        size, step, per_row = spread(count, sheet.width - 3, SMALL if self.small else self.largest)
        used = (min(count, per_row) - 1) * step + size.width if count else 0
        left, boxes = beside(self.sections, used, sheet.width, sheet.height)
        for section, place in boxes:
            paint_box(sheet, self.palette, section, place)
        if not count:
            return
        big = size is not SMALL
        painter, look = self.painter, self.palette
        numbers = {card: nth for nth, card in enumerate(self.legal, 1)}
        labels = []
        nth = -1
        turned = len(self._fresh) * max(0, self._turns - self.frames_left) // self._turns
        closed = self._fresh[turned:] if self.frames_left else ()
        there = count
        if self._dealing is not None and self.frames_left:
            dealing, seat = self._dealing
            there = dealing.landed(seat, count, FRAMES - self.frames_left)
        for slot, card in enumerate(self._slots):
            if card == NO_CARD:
                continue
            nth += 1
            if slot >= there:
                break
            row, column = divmod(slot, per_row)
            x = left + column * step
            number = numbers.get(card)
            marked = card != HIDDEN and bool(self.marked >> card & 1)
            face = HIDDEN if card in closed else card
            raised = face != HIDDEN and bool(self._raised >> card & 1)
            y = 1 + row * size.height - raised
            under_cursor = nth == self.cursor and not self.covered and face != HIDDEN
            faint = self._faint and not (raised or under_cursor)
            painter.card(sheet, x, y, face, size, heavy=under_cursor, legal=bool(number), marked=marked, faint=faint)
            covered = column < per_row - 1 and slot < count - 1 and self._slots[slot + 1] != NO_CARD
            seen = step if covered else size.width
            if face != HIDDEN and self.meant >> face & 1:
                painter.point(sheet, x, y, seen)
            self.answers(Region(x, y, seen, size.height), f"card({nth})")
            if number or marked:
                digit = str(number % 10) if number and number <= 10 else ""
                sign = "✓" if marked else ""
                label = sign + digit
                if label and step >= size.width and big:
                    label = f"[{label}]"
                if big and step >= size.width:
                    labels.append((x + (size.width - len(label)) // 2, y + size.height, label))
                else:
                    # Below a fan it would be on the neighbour's edge.
                    sheet.put(x + 1, y, label[: max(seen - 1, 1)], look.rank)
        for x, y, label in labels:
            sheet.put(x, y, label, look.bold)


def beside(
    sections: Sequence[Shown], used: int, width: int, height: int
) -> tuple[int, tuple[tuple[Shown, Region], ...]]:
    """Returns the first column of a hand this wide, and the sections that fit to its right and left.

    The hand is centred, and moves aside no more than necessary.
    """
    found: list[tuple[Shown, int, int]] = []
    room = width - used - 2
    for section in sections:
        wide, tall = box_size(section, width)
        if tall <= height and wide + AIR <= room and len(found) < 2:
            found.append((section, wide, tall))
            room -= wide + AIR
    ends = [wide + AIR for _, wide, _ in found] + [0, 0]
    left = max(1 + ends[1], min((width - used) // 2, width - 1 - ends[0] - used))
    xs = (width - 1 - ends[0] + AIR, 1)
    return left, tuple(
        (section, Region(x, (height - tall) // 2, wide, tall))
        for (section, wide, tall), x in zip(found, xs, strict=False)
    )
