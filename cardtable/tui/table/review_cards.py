"""A decision as cards: the move made, the better one or what others would have done, and the table then."""

from __future__ import annotations

from functools import lru_cache

from cardtable.cards import Card, bits
from cardtable.coach.review import Judged, Unjudged
from cardtable.engine.moves import Move, Seat
from cardtable.engine.scene import Scene
from cardtable.engine.text import Text, clean, say
from cardtable.match.replay import Replay
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import LIGHT, Sheet
from cardtable.tui.draw.moves import MOST, Shown, paint_moves, tall
from cardtable.tui.draw.painter import BIG, LARGE
from cardtable.tui.felt import miniature
from cardtable.words import Words

COLUMNS = 60
"""Columns it takes."""
FROM = 130, 34
"""Minimum columns and rows of the screen for it beside the list."""
FEW = 34
"""Columns of the moves alone, if the table does not fit."""
FEW_FROM = 100, 30
"""Minimum columns and rows of the screen for the moves alone."""
OTHERS = 2
"""Maximum number of others' moves."""
HIGH = 29
"""Minimum rows for large cards."""


@lru_cache(64)
def aimed_at(replay: Replay, moment: int, move: Move) -> Card | None:
    """Returns the card a move at this moment was aimed at; None if there was none."""
    choices = replay.rules.scene(replay.before(moment)).choices
    return next((choice.target for choice in choices if choice.move == move), None)


def shown_moves(words: Words, replay: Replay, one: Judged | Unjudged, named: tuple[Text, ...]) -> tuple[Shown, ...]:
    """Returns the move made, and the better one or the styles' other moves, ready to draw.

    `named` has the names of the moves.
    """
    if isinstance(one, Judged):
        titled = [(words.say("YOURS"), one.verdict.move), (words.say("BETTER"), one.verdict.better)]
    else:
        titled = _voted(words, one)
    drawn = []
    for (called, move), text in zip(titled, named, strict=False):
        if move is not None:
            cards = tuple(bits(move.cards))[:MOST]
            target = aimed_at(replay, one.moment, move)
            drawn.append(Shown(called, target, cards, clean(words.text(text, replay.names))))
    return tuple(drawn)


def _voted(words: Words, one: Unjudged) -> list[tuple[str, Move | None]]:
    """Returns the move made and the two most popular others, each with its number of votes."""
    votes, called = one.votes, [(words.say("YOURS"), one.move, one.votes.alike(one.move))]
    for move, count in votes.others(one.move)[:OTHERS]:
        called.append((words.say("MOST") if 2 * count > len(votes.by_style) else words.say("SOME"), move, count))
    return [
        (words.text(say("{title} · {count} of {all}", title=title, count=count, all=len(votes.by_style))), move)
        for title, move, count in called
    ]


class DecisionCards(Canvas):
    """The move made and the alternatives side by side; below them the table as the player saw it."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.moves: tuple[Shown, ...] = ()
        self.blamed = False
        """Whether the first move is worse than the others, not just different."""
        self.scene: Scene | None = None
        self.names: list[str] = []

    def show(self, replay: Replay, seat: Seat, one: Judged | Unjudged | None, named: tuple[Text, ...]) -> None:
        """Shows this decision; `named` has the names of its moves, the one made first."""
        self.names = [clean(name) for name in replay.names]
        if one is None:
            self.moves, self.scene = (), None
        else:
            self.moves, self.blamed = shown_moves(self.words, replay, one, named), isinstance(one, Judged)
            self.scene = replay.scene(one.moment - 1, seat)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Draws the moves at the top, and the table on a plate below."""
        look = self.palette.cloth
        size = LARGE if sheet.height >= HIGH else BIG
        top = tall(size)
        paint_moves(sheet, (0, 0, sheet.width, top), self.moves, size, self.painter, blamed=self.blamed)
        if self.scene is None or sheet.height - top < 14:
            return
        width, height = sheet.width - 2, sheet.height - top
        sheet.frame(1, top, width, height, LIGHT, look.edge)
        title = self.words.say("The table then")
        sheet.put(3, top, f" {title} ", look.bold)
        miniature.paint(
            sheet, 3, top + 1, width - 4, height - 2, self.scene, self.words, self.painter, names=self.names
        )
