"""The picture of a finished day: its date, the puzzle and the deal on plates, the lines to share, and the week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style

from cardtable.cards import Card, bits
from cardtable.engine.text import Text, clean, mark, say
from cardtable.games import find_preset
from cardtable.puzzles import BadPuzzle, Puzzle
from cardtable.puzzles.daily import score_text
from cardtable.puzzles.day_told import DayTold, Level
from cardtable.tui.draw.bars import bar
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import Sheet, cut, short_names, width_of, wrap
from cardtable.tui.draw.graph import TURN
from cardtable.tui.draw.letters import large
from cardtable.tui.draw.painter import BIG, SMALL
from cardtable.tui.draw.plates import plate
from cardtable.words import Words

MONTHS: Final = (
    *(mark("{day} January"), mark("{day} February"), mark("{day} March"), mark("{day} April")),
    *(mark("{day} May"), mark("{day} June"), mark("{day} July"), mark("{day} August")),
    *(mark("{day} September"), mark("{day} October"), mark("{day} November"), mark("{day} December")),
)
"""A date in each month."""
WEEKDAYS: Final = (*(mark("Mon"), mark("Tue"), mark("Wed"), mark("Thu"), mark("Fri"), mark("Sat"), mark("Sun")),)
"""Starting with Monday."""
SQUARES: Final[dict[Level, str]] = {"good": "■", "dear": "▪", "dearest": "□"}
"""The sign for what a decision cost; readable without colour too."""
CALLED: Final[dict[Level, str]] = {"good": mark("fine"), "dear": mark("costly"), "dearest": mark("costliest")}
"""The legend of the squares, shown where it fits."""
LEAST = 72, 18
"""Minimum columns and rows for plates; on a smaller screen everything is plain text."""
WIDE = 140
"""Maximum width in columns."""
HIGH = 27
"""Minimum rows for larger puzzle cards and larger letters in the date."""
LOW, HALF = 7, 12
"""Height of the two plates in rows: when space is tight, and when it is not."""
WEEK = 2
"""Rows of the week, the first part to be dropped when space runs out."""
FRAMES = 5
"""Rows of the blank lines above and between, and of the frame around the lines to share."""
BETWEEN = 4
"""Columns between the two plates, and on either side of them."""
INSIDE = 2
"""Columns between a plate's frame and its contents."""
DAY = 9
"""Columns for each day of the week."""
NAME = 16
"""Maximum columns for a name before its bar."""
AIRY = 4
"""Minimum spare rows for leaving one above the plates and one below them."""


class DayPicture(Canvas):
    """Everything between the heading and the key line."""

    DEFAULT_CSS = "DayPicture { width: 1fr; height: 1fr; }"

    def __init__(self, words: Words, told: DayTold, game: str) -> None:
        super().__init__(words)
        self.told = told
        self.game = game
        self.levels: tuple[Level, ...] | None = None
        """What each decision of the deal cost; None while unknown."""
        self.dearest: tuple[int, str] | None = None
        """The number of the costliest decision, from 0, and the move made; None if none was costly."""

    def judged(self, levels: tuple[Level, ...], dearest: tuple[int, str] | None) -> None:
        """Shows what the decisions of the deal cost."""
        self.levels, self.dearest = levels, dearest
        self.repaint()

    def _said(self, text: Text) -> str:
        return clean(self.words.text(text))

    @property
    def date(self) -> str:
        """The date in words."""
        when = self.told.day.date
        return self._said(Text(MONTHS[when.month - 1], {"day": when.day}))

    @property
    def _puzzle(self) -> str:
        words = {True: say("✓ solved at the first try"), False: say("✗ missed"), None: say("not tried")}
        return self._said(words[self.told.solved])

    def paint(self, sheet: Sheet) -> None:
        """Draws plates if they fit, otherwise plain lines."""
        if sheet.width < LEAST[0] or sheet.height < LEAST[1]:
            self._written(sheet)
            return
        high, told = sheet.height >= HIGH, self.told
        shared = [line for text in told.lines for line in wrap(text, min(sheet.width, WIDE) - 2 * BETWEEN - 4)]
        notes = [line for note in told.notes for line in wrap(self._said(note), sheet.width - 4)]
        letters = large(self.date, sheet.width - 4, 5 if high else 3, ascii_only=self.ascii_only)
        room = sheet.height - len(letters) - len(notes) - len(shared) - FRAMES
        week = WEEK if room - WEEK >= LOW else 0
        plates = min(HALF if high else LOW, room - week)
        gaps = room - week - plates
        # Spare rows go to the plates in the middle first.
        air = gaps >= AIRY
        y = max(0, (gaps - 2 * air) // 2)
        for row in letters:
            self._middle(sheet, y, row, self.palette.bold)
            y += 1
        y += gaps > 1 and bool(notes)
        for row in notes:
            self._middle(sheet, y, row, self.palette.dim)
            y += 1
        y += 1 + air
        wide = min(sheet.width, WIDE) - 2 * BETWEEN
        left, each = (sheet.width - wide) // 2, (wide - BETWEEN) // 2
        if told.puzzle is None:
            self._deal_plate(sheet, (left + wide // 4, y, wide - 2 * (wide // 4), plates))
        else:
            self._puzzle_plate(sheet, (left, y, each, plates), told.puzzle)
            self._deal_plate(sheet, (left + wide - each, y, each, plates))
        y += plates + 1 + air
        if shared:
            plate(sheet, (left, y, wide, len(shared) + 2), self.painter, title=self.words.say("For friends"))
            for nth, row in enumerate(shared, 1):
                sheet.put(left + INSIDE, y + nth, row, self.palette.plate.text)
            y += len(shared) + 3
        if week:
            self._week(sheet, y)

    def _middle(self, sheet: Sheet, y: int, text: str, style: Style) -> None:
        sheet.put((sheet.width - width_of(text)) // 2, y, text, style)

    # The puzzle

    def _puzzle_plate(self, sheet: Sheet, place: tuple[int, int, int, int], puzzle: Puzzle) -> None:
        """Draws the puzzle's hand, the right card in a heavy frame, and the result."""
        x, y, width, height = place
        look, told = self.palette.plate, self.told
        tone = {True: look.now, False: look.danger, None: None}[told.solved]
        title = say("Puzzle · {game}", game=Text(find_preset(puzzle.preset)[1].title))
        plate(sheet, place, self.painter, title=self._said(title), tone=tone)
        rows = [self._puzzle, self._said(say("rating {rating}", rating=told.rating))]
        hand, best = position_of(puzzle) if told.solved is not None else ((), ())
        size = BIG if height - 4 >= BIG.height + 1 and not self.small else SMALL
        inside = width - 2 * INSIDE
        step = min(size.width + 1, (inside - size.width) // max(1, len(hand) - 1))
        used = size.height if hand and step >= 2 else 0
        rows = rows[: max(1, height - 2 - used)]
        gap = 1 if height - 2 > used + len(rows) else 0
        top = y + 1 + max(0, (height - 2 - used - gap - len(rows)) // 2)
        if used:
            begin = x + (width - (step * (len(hand) - 1) + size.width)) // 2
            for nth, card in enumerate(hand):
                self.painter.card(sheet, begin + nth * step, top, card, size, heavy=card in best)
            top += used + gap
        for nth, row in enumerate(rows):
            shown = cut(row, inside)
            style = (tone or look.text) if not nth else look.dim
            sheet.put(x + (width - width_of(shown)) // 2, top + nth, shown, style)

    # The deal

    def _deal_plate(self, sheet: Sheet, place: tuple[int, int, int, int]) -> None:
        """Draws a square for each decision, the costliest one named, and the score next to those of other players."""
        x, y, width, height = place
        look, told, inside = self.palette.plate, self.told, width - 2 * INSIDE
        tone = look.now if told.own >= 1 else look.danger if told.own <= 0 else None
        title = self._said(say("Deal · {game}", game=self.game))
        plate(sheet, place, self.painter, title=title, tone=tone)
        ranked = [(self.words.say("you"), told.own, tone or look.bold)]
        if told.par is not None:
            ranked.append((self.words.say("best bot"), told.par, look.text))
        ranked += [(clean(name), score, look.text) for name, score in told.friends]
        above = -(-max(1, len(self.levels or ())) // inside) + 1
        above += above + 1 + min(len(ranked), 2) <= height - 2  # a blank row
        count = max(1, min(len(ranked), height - 2 - above))
        top = y + 1 + max(0, (height - 2 - above - count) // 2)
        self._squares(sheet, x + INSIDE, top, inside)
        self._bars(sheet, x + INSIDE, top + above, inside, ranked[:count])

    def _squares(self, sheet: Sheet, x: int, y: int, width: int) -> None:
        """Draws the squares in one row with gaps if they fit, otherwise in as few rows as possible."""
        look, levels = self.palette, self.levels
        if levels is None:
            sheet.put(x, y, cut(self.words.say("Looking back at the deal…"), width), look.plate.dim)
            return
        if not levels:
            sheet.put(x, y, cut(self.words.say("nothing to be judged"), width), look.plate.dim)
            return
        step = 2 if 2 * len(levels) <= width + 1 else 1
        inks = {"good": look.plate.good, "dear": look.plate.now, "dearest": look.plate.danger}
        legend = "  ".join(f"{SQUARES[level]} {self.words.say(told)}" for level, told in CALLED.items())
        if step * len(levels) + 3 + width_of(legend) <= width:
            sheet.put(x + width - width_of(legend), y, legend, look.plate.dim)
        for nth, level in enumerate(levels):
            sheet.put(x + nth * step % width, y + nth * step // width, SQUARES[level], inks[level])
        y += (len(levels) - 1) * step // width
        if self.dearest is None:
            sheet.put(x, y + 1, cut(self.words.say("none of them costly"), width), look.plate.dim)
            return
        at, done = self.dearest
        told = cut(f"{TURN} {done}", width)
        sheet.put(x + max(0, min(at * step % width, width - width_of(told))), y + 1, told, look.plate.danger)

    def _bars(self, sheet: Sheet, x: int, y: int, width: int, ranked: Sequence[tuple[str, float, Style]]) -> None:
        """Draws a thin bar for each player, with the score on the right."""
        names = short_names([name for name, _, _ in ranked], min(NAME, width * 2 // 5))
        scores = [self._said(score_text(score)) for _, score, _ in ranked]
        before, behind = max(map(width_of, names)) + 2, max(map(width_of, scores)) + 2
        for nth, ((_, score, style), name, told) in enumerate(zip(ranked, names, scores, strict=True)):
            filled, rest = bar(score, max(0, width - before - behind))
            end = sheet.put(x + before, y + nth, filled, style)
            sheet.put(end, y + nth, rest, self.palette.plate.dim)
            sheet.put(x, y + nth, name, style)
            sheet.put(x + width - width_of(told), y + nth, told, style)

    # The week

    def _week(self, sheet: Sheet, y: int) -> None:
        """Draws two squares for each day: the puzzle and the deal."""
        look, days = self.palette.cloth, self.told.week
        left = (sheet.width - DAY * len(days)) // 2
        both = self.words.say("puzzle and deal")
        if left > width_of(both) + 1:
            sheet.put(left - width_of(both), y + 1, both, look.dim)
        for nth, day in enumerate(days):
            name = self.words.say(WEEKDAYS[day.date.weekday()])
            last = nth == len(days) - 1
            sheet.put(left + nth * DAY + (DAY - width_of(name)) // 2, y, name, look.now if last else look.dim)
            begin = left + nth * DAY + (DAY - 3) // 2
            deal = None if day.score is None else day.score > 0
            for at, well in enumerate((day.solved, deal)):
                style = look.dim if well is None else look.good if well else look.danger
                sheet.put(begin + 2 * at, y + 1, "·" if well is None else "■" if well else "□", style)

    def lines(self) -> list[str]:
        """Returns everything as lines of text, for a screen too small for plates."""
        told, compared = self.told, self.told.compared
        title = self.words.say("Puzzle")
        puzzle = [] if told.puzzle is None else [f"{title}: {self._puzzle}"]
        friends = [f"{clean(name)}: {self._said(score_text(score))}" for name, score in told.friends]
        compared_told = [] if compared is None else [self._said(compared)]
        return [self.date, *puzzle, *compared_told, *map(self._said, told.notes), *friends, *told.lines]

    def _written(self, sheet: Sheet) -> None:
        rows = [row for line in self.lines() for row in wrap(line, sheet.width - 2)]
        for y, row in enumerate(rows[: sheet.height]):
            sheet.put(1, y, row, self.palette.bold if not y else self.palette.table)


def position_of(puzzle: Puzzle) -> tuple[Sequence[Card], Sequence[Card]]:
    """Returns the hand to play and the cards of the one right move; both empty for a puzzle that cannot be played."""
    try:
        rules, state = puzzle.put_down()
    except BadPuzzle:
        return (), ()
    return tuple(bits(state.places[puzzle.seat])), tuple(bits(rules.parse_move(puzzle.best).cards))
