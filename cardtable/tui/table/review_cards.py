"""A decision as cards: what was done, what would have been better, and the table as it was then."""

from __future__ import annotations

from functools import lru_cache

from cardtable.cards import Card, bits
from cardtable.coach.review import Judged, Unjudged
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, clean
from cardtable.match.replay import Replay
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet
from cardtable.tui.draw.moves import MOST, Shown, paint_moves, tall
from cardtable.tui.draw.painter import BIG, LARGE
from cardtable.tui.felt import miniature
from cardtable.words import Words

COLUMNS = 60
"""Columns that it takes."""
FROM = 130, 34
"""Columns and rows of a screen from which it stands beside the list."""
HIGH = 29
"""Rows from which its cards are large."""


@lru_cache(64)
def aimed_at(replay: Replay, moment: int, move: Move) -> Card | None:
    """The card at which a move was aimed that was decided at this moment; None where it was aimed at none."""
    choices = replay.rules.scene(replay.before(moment)).choices
    return next((choice.target for choice in choices if choice.move == move), None)


def shown_moves(words: Words, replay: Replay, one: Judged | Unjudged, named: tuple[Text, ...]) -> tuple[Shown, ...]:
    """What was done, and what would have been better or most would have done; `named` is what they are called."""
    if isinstance(one, Judged):
        made, other, title = one.verdict.move, one.verdict.better, words.say("BETTER")
    else:
        made, other, title = one.move, one.votes.favourite, words.say("MOST")
    drawn = []
    for called, move, text in zip((words.say("YOURS"), title), (made, other), named, strict=False):
        if move is not None:
            cards = tuple(bits(move.cards))[:MOST]
            target = aimed_at(replay, one.moment, move)
            drawn.append(Shown(called, target, cards, clean(words.text(text, replay.names))))
    return tuple(drawn)


class DecisionCards(Canvas):
    """What was done and what would have been better side by side; below them the table as its player saw it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.moves: tuple[Shown, ...] = ()
        self.scene: Scene | None = None
        self.names: list[str] = []

    def show(self, replay: Replay, seat: Seat, one: Judged | Unjudged | None, named: tuple[Text, ...]) -> None:
        """Shows this decision; `named` is what was done and, if anything was, what would have been better."""
        self.names = [clean(name) for name in replay.names]
        if one is None:
            self.moves, self.scene = (), None
        else:
            self.moves = shown_moves(self.words, replay, one, named)
            self.scene = replay.scene(one.moment - 1, seat)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """The moves at the top, the table on a plate under them."""
        look = self.palette.cloth
        size = LARGE if sheet.height >= HIGH else BIG
        top = tall(size)
        paint_moves(sheet, (0, 0, sheet.width, top), self.moves, size, self.painter)
        if self.scene is None or sheet.height - top < 14:
            return
        width, height = sheet.width - 2, sheet.height - top
        sheet.frame(1, top, width, height, LIGHT, look.edge)
        title = self.words.say("The table then")
        sheet.put(3, top, f" {title} ", look.bold)
        miniature.paint(
            sheet, 3, top + 1, width - 4, height - 2, self.scene, self.words, self.painter, names=self.names
        )
