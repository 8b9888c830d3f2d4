"""A decision as cards: what was done, what would have been better, and the table as it was then."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardtable.cards import Card, bits
from cardtable.coach.review import Asked, Judged
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, clean
from cardtable.match.replay import Replay
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet, cut, width_of, wrap
from cardtable.tui.draw.painter import BIG, LARGE, Size
from cardtable.tui.felt import miniature
from cardtable.words import Words

COLUMNS = 60
"""Columns that it takes."""
FROM = 130, 34
"""Columns and rows of a screen from which it stands beside the list."""
HIGH = 29
"""Rows from which its cards are large."""
MOST = 4
"""Cards of a move that are drawn."""


class Shown(NamedTuple):
    """A move as it is drawn: the card that it covers, the cards that it lays, and what it is called."""

    title: str
    target: Card | None
    cards: tuple[Card, ...]
    said: str


@lru_cache(64)
def aimed_at(replay: Replay, moment: int, move: Move) -> Card | None:
    """The card at which a move was aimed that was decided at this moment; None where it was aimed at none."""
    choices = replay.rules.scene(replay.before(moment)).choices
    return next((choice.target for choice in choices if choice.move == move), None)


class DecisionCards(Canvas):
    """What was done and what would have been better side by side; below them the table as its player saw it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.moves: tuple[Shown, ...] = ()
        self.scene: Scene | None = None
        self.names: list[str] = []

    def show(self, replay: Replay, seat: Seat, one: Judged | Asked | None, named: tuple[Text, ...]) -> None:
        """Shows this decision; `named` is what was done and, if anything was, what would have been better."""
        words = self.words
        self.names = [clean(name) for name in replay.names]
        if one is None:
            self.moves, self.scene = (), None
        else:
            judged = isinstance(one, Judged)
            made = one.verdict.move if isinstance(one, Judged) else one.move
            other = one.verdict.better if isinstance(one, Judged) else one.votes.favourite
            titles = words.say("YOURS"), words.say("BETTER") if judged else words.say("MOST")
            drawn = []
            for title, move, text in zip(titles, (made, other), named, strict=False):
                if move is not None:
                    cards = tuple(bits(move.cards))[:MOST]
                    target = aimed_at(replay, one.moment, move)
                    drawn.append(Shown(title, target, cards, clean(words.text(text, replay.names))))
            self.moves = tuple(drawn)
            self.scene = replay.scene(one.moment - 1, seat)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """The moves at the top, the table on a plate under them."""
        look = self.palette.cloth
        size = LARGE if sheet.height >= HIGH else BIG
        half = sheet.width // max(1, len(self.moves))
        for nth, one in enumerate(self.moves):
            style = look.danger if not nth and len(self.moves) > 1 else look.good
            x = nth * half
            sheet.put(x + (half - width_of(one.title)) // 2, 0, one.title, style)
            self._move(sheet, x, 1, half, one, size)
        top = size.height + 5
        if self.scene is None or sheet.height - top < 14:
            return
        width, height = sheet.width - 2, sheet.height - top
        sheet.frame(1, top, width, height, LIGHT, look.edge)
        title = self.words.say("The table then")
        sheet.put(3, top, f" {title} ", look.bold)
        miniature.paint(
            sheet, 3, top + 1, width - 4, height - 2, self.scene, self.words, self.painter, names=self.names
        )

    def _move(self, sheet: Sheet, x: int, y: int, width: int, one: Shown, size: Size) -> None:
        """The cards of a move, a cover on the card that it beats; a dashed place for what lays none."""
        step = size.cover_right if one.target is not None else size.width + 1
        count = len(one.cards) + (one.target is not None)
        wide = step * (count - 1) + size.width if count else size.width
        if wide > width - 2 and count > 1:
            step = max(3, (width - 2 - size.width) // (count - 1))
            wide = step * (count - 1) + size.width
        left = x + (width - wide) // 2
        if one.target is not None:
            self.painter.card(sheet, left, y, one.target, size, faint=True)
        for nth, card in enumerate(one.cards, one.target is not None):
            self.painter.card(sheet, left + nth * step, y + 2 * (one.target is not None), card, size)
        if not count:
            self.painter.empty(sheet, left, y, size, "", self.palette.edge)
        for row, line in enumerate(wrap(one.said, width - 2)[:2], y + size.height + 2):
            shown = cut(line, width - 2)
            sheet.put(x + (width - width_of(shown)) // 2, row, shown, self.palette.table)
