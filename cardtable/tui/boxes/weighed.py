"""What an expert bot weighed before its move: every move with its cards, its value, and how often it was tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from cardtable.bots.search.explained import Considered, Explained
from cardtable.cards import bits
from cardtable.engine.text import Who, clean, number, say
from cardtable.tui.boxes.dialogs import Box, Read, broken
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.painter import SMALL
from cardtable.tui.keys import quiet
from cardtable.words import Words

MARGIN = 6
"""Columns of the box's frame and padding."""
WIDEST = 90
"""Maximum columns of the moves."""
STEP = 4
"""Columns from card to card in a move of several cards: how much of each is visible."""
BARS = (6, 24)
"""Minimum and maximum columns of a bar."""
CHOSEN = "►"


class WeighedMoves(Canvas):
    """A line for each move, most tried first, with the one made marked; cards are drawn if all of them fit."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words)
        self.names = names
        self.moves: tuple[Considered, ...] = ()
        self._tall = 1

    def fit(self, moves: tuple[Considered, ...], width: int, height: int) -> None:
        """Takes the space these moves need."""
        self.moves = moves
        self._tall = SMALL.height if len(moves) * SMALL.height + 1 <= height else 1
        self.styles.width = width
        self.styles.height = max(2, min(len(moves) * self._tall + 1, height))
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the cards, the label, the bar, the value out of 100, and the number of tries."""
        look, words = self.palette, self.words
        shown = self.moves[: (sheet.height - 1) // self._tall]
        tried = [number(one.tried) for one in shown]
        titles = words.say("of 100"), words.say("tried")
        last = max(map(width_of, (titles[1], *tried)))
        value = max(width_of(titles[0]), 3)
        laid = max((self._laid(one) for one in shown), default=0) if self._tall > 1 else 0
        labels = [clean(words.text(one.label, self.names)) for one in shown]
        begin = 2 + (laid + 1 if laid else 0)
        room = sheet.width - begin - value - last - 4
        label = min(max(map(width_of, labels), default=0), max(8, room - BARS[0]))
        wide = max(0, min(BARS[1], room - label))
        at = begin + label + 1
        sheet.put(at + wide + 1 + value - width_of(titles[0]), 0, titles[0], look.dim)
        sheet.put(at + wide + 3 + value + last - width_of(titles[1]), 0, titles[1], look.dim)
        for nth, one in enumerate(shown):
            top = 1 + nth * self._tall
            middle = top + self._tall // 2
            style = look.acting if one.made else look.table
            sheet.put(0, middle, CHOSEN if one.made else "", style)
            for place, card in enumerate(bits(one.cards) if laid else ()):
                self.painter.card(sheet, 2 + place * STEP, top, card, SMALL, heavy=one.made)
            sheet.put(begin, middle, cut(labels[nth], label), style)
            filled, rest = bar(one.value, wide)
            sheet.put(sheet.put(at, middle, filled, style), middle, rest, look.edge)
            got = str(round(100 * one.value))
            sheet.put(at + wide + 1 + value - width_of(got), middle, got, style)
            sheet.put(at + wide + 3 + value + last - width_of(tried[nth]), middle, tried[nth], look.table)

    def _laid(self, one: Considered) -> int:
        """Returns the columns of a move's cards."""
        count = one.cards.bit_count()
        return (count - 1) * STEP + SMALL.width if count else 0


class WhatWasWeighed(Box[None]):
    """The moves of the experts one at a time, the latest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape,enter,m,q", "leave"),
        quiet("left,h", "turn(1)"),
        quiet("right,l", "turn(-1)"),
    ]

    def __init__(self, words: Words, weighed: Sequence[Explained], names: Sequence[str]) -> None:
        super().__init__(words, words.say("What was weighed"))
        self.weighed = [one for one in weighed if one.weighed]
        self.names = names
        self.at = 0
        self.done = Static(markup=False)
        self.moves = WeighedMoves(words, names)
        self.told = Static(markup=False)

    def compose(self) -> ComposeResult:
        say = self.words.say
        keys = say("←→ other moves  Esc back") if len(self.weighed) > 1 else say("Esc back")
        with Vertical():
            yield self.line(self.heading)
            yield self.done
            yield self.moves
            yield self.told
            yield self.line(keys)

    def on_mount(self) -> None:
        super().on_mount()
        self._fit(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        one, room = self.weighed[self.at], min(WIDEST, width * 9 // 10 - MARGIN)
        said = say("{who}: {move} ({why})", who=Who(one.seat), move=one.label, why=one.why)
        count = say(
            "Of 100: what a move got on the average, in {count} tries of deals that fit what this seat had seen. It "
            "knew no more. Moves that it did not make tell of its hand.",
            count=sum(move.tried for move in one.weighed),
        )
        texts = [self.plain(self.words.text(text, self.names)) for text in (said, count)]
        lines = [broken(text, room) for text in texts]
        self.done.update("\n".join(lines[0]))
        self.told.update("\n".join(lines[1]))
        self.moves.fit(one.weighed, room, max(2, height * 9 // 10 - 4 - sum(map(len, lines))))

    def action_turn(self, by: int) -> None:
        """Shows an earlier or a later move."""
        self.at = max(0, min(self.at + by, len(self.weighed) - 1))
        self._fit(self.app.size.width, self.app.size.height)

    def action_leave(self) -> None:
        """Closes the box."""
        self.dismiss(None)


class ReasonsBox(Read):
    """The reasons for the bots' moves; a key shows what the bots that looked ahead weighed."""

    BINDINGS: ClassVar[list[BindingType]] = [quiet("m", "weighed")]

    def __init__(self, words: Words, reasons: Sequence[Explained], names: Sequence[str]) -> None:
        self.reasons, self.names = reasons, names
        lines = [
            words.text(say("{who}: {move} ({why})", who=Who(one.seat), move=one.label, why=one.why), names)
            for one in reasons
        ]
        lines += ["", words.say("The record says that you were helped in this deal.")]
        if any(one.weighed for one in reasons):
            lines.append(words.say("m shows what was weighed: that tells cards of a hand that is still played."))
        super().__init__(words, words.say("Why they did that"), "\n".join(lines))

    def action_weighed(self) -> None:
        """Shows what was weighed, if anything was."""
        if any(one.weighed for one in self.reasons):
            self.app.push_screen(WhatWasWeighed(self.words, self.reasons, self.names))
