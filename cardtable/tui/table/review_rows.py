"""The rows of a review: each decision's rating, the move made, the better one, and the cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TypeAlias

from cardtable.coach import told as coach
from cardtable.coach.review import Judged, Unjudged
from cardtable.engine.text import Text, clean, say
from cardtable.match.replay import Replay
from cardtable.puzzles.day_told import level_of
from cardtable.tui.boxes.day_picture import SQUARES
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import ASCII, Sheet, cut, short_names, width_of
from cardtable.words import Words

Listed: TypeAlias = Sequence[Judged | Unjudged]
WIDEST = 34
"""Maximum columns of a move in the list."""
TOLD = "▲"
"""The mark of a decision where most styles would have made another move."""
LEAST = 4
"""Minimum columns before the last card of a move that is cut."""
SAME, OTHER = "■", "□"
"""A style that would have made the same move, and one that would not."""


class ColumnTitles(Canvas):
    """The titles above the columns of a list."""

    text = ""

    def show(self, text: str) -> None:
        """Shows these titles, already spaced like the columns."""
        self.text = text
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        sheet.put(0, 0, self.text, self.palette.dim)


class ReviewRows:
    """The rows of one record's reviews."""

    def __init__(self, replay: Replay, words: Words) -> None:
        self.replay, self.words = replay, words
        # Every new verdict redraws the list, and the choices offered are found only in a whole scene.
        self.was_done = cache(partial(coach.done, replay))
        self.was_better = cache(partial(coach.better, replay))
        self._with_open_cards = cache(partial(coach.with_open_cards, replay))
        self.with_open_cards = True
        self.beside_cards = False
        """Whether cards are shown beside the list: it then drops open cards, and next the better move, before cutting
        moves.
        """
        self.shows_open_cards = True
        """Whether the list last made has a column for open cards."""
        self.told: Sequence[Unjudged] = ()
        """The decisions where most styles would have made another move."""

    def _line(self, text: Text | None) -> str:
        return "" if text is None else clean(self.words.text(text, self.replay.names))

    def _columns(self, listed: Listed, width: int) -> tuple[int, int, int, int, int]:
        """Returns the columns of the rating, the move made, the better move, the cost, and open cards."""
        word = max(
            [
                width_of(self._titles(listed)[0]),
                *(width_of(self._word(one)) for one in listed),
            ]
        )
        cost = max([width_of(self._titles(listed)[2]), *(width_of(self._cost(one)) for one in listed)])
        say = self.words.say
        room = width - 6 - word - 4 - cost - 3 * 2
        texts: list[tuple[str, Callable[[Judged | Unjudged], str]]] = [
            (say("DONE"), self._done),
            (self._titles(listed)[1], self._better),
        ]
        if self.with_open_cards and any(isinstance(one, Judged) for one in listed):
            texts.append((say("CARDS OPEN"), self._hindsight))
        # Each column takes what its texts need; what one leaves over goes to the others.
        needs = [max(8, *(width_of(text) for text in (title, *map(of, listed)))) for title, of in texts]
        while self.beside_cards and len(needs) > 1 and sum(needs) > room - 2 * (len(needs) - 2):
            needs.pop()
        room -= 2 * (len(needs) - 2)
        wide = [0, 0, 0]
        for left, nth in zip(range(len(needs), 0, -1), sorted(range(len(needs)), key=needs.__getitem__), strict=True):
            wide[nth] = max(8, min(WIDEST, needs[nth], room // left))
            room -= wide[nth]
        done, better, opened = wide
        # No title above an empty column.
        return word, done, better if any(map(self._better, listed)) else 0, cost, opened

    def _titles(self, listed: Listed) -> tuple[str, str, str]:
        """Returns the titles above ratings, better moves and costs."""
        say = self.words.say
        if any(isinstance(one, Judged) for one in listed):
            return say("COSTLIEST"), say("BETTER"), say("COST")
        return "", say("MOST"), say("ALIKE")

    def _word(self, one: Judged | Unjudged) -> str:
        """Returns a square for the cost with the rating; a mark if most styles would have made another move."""
        if isinstance(one, Judged):
            return f"{SQUARES[level_of(one.verdict)]} {self._line(coach.word(one.verdict))}"
        return TOLD if one in self.told else ""

    def _cost(self, one: Judged | Unjudged) -> str:
        """Returns the cost; or a square per style, filled if it would have made the same move."""
        if isinstance(one, Judged):
            return self._line(coach.loss(one.verdict))
        alike = one.votes.alike(one.move)
        return SAME * alike + OTHER * (len(one.votes.by_style) - alike)

    def _done(self, one: Judged | Unjudged) -> str:
        return self._line(self.was_done(one.moment, one.verdict.move if isinstance(one, Judged) else one.move))

    def _better(self, one: Judged | Unjudged) -> str:
        """Returns the better move; or another one that more than half would have made."""
        if isinstance(one, Judged):
            return self._line(self.was_better(one))
        favourite, heads = one.votes.favourite, len(one.votes.by_style)
        if favourite == one.move or 2 * one.votes.alike(favourite) <= heads:
            return ""
        return self._line(self.was_done(one.moment, favourite))

    def moves(self, one: Judged | Unjudged) -> tuple[Text, ...]:
        """Returns the move made, and the better one, or the styles' other moves with the most popular first."""
        if isinstance(one, Judged):
            better = self.was_better(one)
            return (self.was_done(one.moment, one.verdict.move), *([] if better is None else [better]))
        others = (move for move, _ in one.votes.others(one.move))
        return tuple([self.was_done(one.moment, move) for move in (one.move, *others)])

    def _hindsight(self, one: Judged | Unjudged) -> str:
        """Returns the best move with every card seen, as a cell of the list."""
        if not isinstance(one, Judged):
            return ""
        same = one.open_cards is not None and one.open_cards == one.verdict.move
        return self._line(say_right() if same else self._with_open_cards(one))

    def rows(self, listed: Listed, width: int) -> tuple[str, list[str]]:
        """Returns the titles above the columns, and a row for each of these decisions."""
        word, done, better, cost, opened = self._columns(listed, width)
        self.shows_open_cards = opened > 0
        say = self.words.say

        def row(cells: Iterable[tuple[str, int]]) -> str:
            line = "  ".join(cut(text, wide) + " " * (wide - width_of(cut(text, wide))) for text, wide in cells if wide)
            return line.translate(ASCII) if self.words.glyphs == "ascii" else line

        first, second, third = self._titles(listed)
        titles = (first, word), ("", 3), (say("DONE"), done), (second, better), (third, cost)
        heading = " " + row((*titles, (say("CARDS OPEN"), opened))).rstrip() if listed else ""
        lines = []
        for one in listed:
            moves = [self._done(one), self._better(one), self._hindsight(one)]
            was, could, best = told_apart(moves, [done, better, opened])
            cells = (
                (self._word(one), word),
                (f"{one.number:>3}", 3),
                (was, done),
                (could, better),
                (self._cost(one), cost),
                (best, opened),
            )
            lines.append(row(cells))
        return heading, lines


def told_apart(texts: Sequence[str], wide: Sequence[int]) -> list[str]:
    """Cuts texts to the width of their columns; those that differ only at the end keep it.

    >>> told_apart(["lay Q♠ and order ♠", "lay Q♠ and order ♥", "lay 6♦"], [11, 12, 8])
    ['lay Q♠ an…♠', 'lay Q♠ an…♥', 'lay 6♦']
    """
    narrow = [room for text, room in zip(texts, wide, strict=True) if 0 < room < width_of(text)]
    shown = list(dict.fromkeys(text for text, room in zip(texts, wide, strict=True) if room))
    if narrow and len({cut(text, min(narrow)) for text in shown}) < len(shown):
        short = dict(zip(shown, short_names(shown, min(narrow)), strict=True))
        texts = [short.get(text, text) for text in texts]
    return [_with_end(text, room) for text, room in zip(texts, wide, strict=True)]


def _with_end(text: str, room: int) -> str:
    """Cuts a move to this many columns; its last card is always kept.

    >>> _with_end("throw in 10♥", 9), _with_end("take", 9), _with_end("takes all of it", 4)
    ('throw…10♥', 'take', 'tak…')
    """
    end = text.rpartition(" ")[2]
    begin = room - 1 - width_of(end)
    if width_of(text) <= room or begin < LEAST:
        return cut(text, room)
    return cut(text, begin + 1).removesuffix("…").rstrip() + "…" + end


def say_right() -> Text:
    """Returns the remark on a move that was also best with open cards."""
    return say("was right")
