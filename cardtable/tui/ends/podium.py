"""The podium at the end of a match: wooden steps with a king on the highest, a seven on the lowest, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from cardtable.cards import Card, parse_card
from cardtable.engine.moves import Seat
from cardtable.engine.text import number
from cardtable.tui.draw.cells import Sheet, width_of
from cardtable.tui.draw.painter import BIG, Painter, Size
from cardtable.tui.ends.deal_by_deal import deal_by_deal
from cardtable.tui.ends.ended import End, names_of
from cardtable.tui.terminal.palette import Palette
from cardtable.words import Words

FEWEST, MOST = 3, 6
"""Minimum and maximum players on a podium."""
LEAST = 2
"""Rows of the lowest step."""
GAP, APART = 1, 8
"""Columns between two steps, and between the steps and the score sheet."""
BROAD, AROUND = 20, 4
"""Maximum columns of a step, and the minimum besides its card."""
HEADING = 3
"""Rows of a score sheet besides those of its deals."""
RANKS, SUITS = "KQJ7", "hsdc"
"""The ranks of the cards on the steps, by place (the last also for all lower places), and their suits."""


class Step(NamedTuple):
    """A player's step."""

    place: int
    name: str
    told: tuple[str, ...]
    """The total, and the points from the last deal if there are any."""
    own: bool


class Podium(NamedTuple):
    """The steps, with the best in the second position, and the score sheet beside them."""

    steps: tuple[Step, ...]
    cards: tuple[Card, ...]
    size: Size
    broad: int
    """Columns of a step."""
    rise: int
    """Rows by which each step is higher than the next."""
    beside: list[list[tuple[str, Style]]]

    @property
    def width(self) -> int:
        """Columns of all steps together."""
        return len(self.steps) * (self.broad + GAP) - GAP

    @property
    def rows(self) -> int:
        """Rows of the highest step with its card, or of the score sheet if that is taller."""
        return max(self.size.height + self.tall(1), len(self.beside))

    def tall(self, place: int) -> int:
        """Returns the rows of the step for a place."""
        return LEAST + self.rise * (len(self.steps) - place)


def on_steps(
    end: End,
    words: Words,
    totals: Sequence[int],
    order: Sequence[Seat],
    size: Size,
    look: Palette,
    width: int,
    *,
    roomy: bool,
) -> Podium | None:
    """Returns a podium with all players at the end of a match, best first in `order`; None if it does not fit.

    The score sheet goes beside the steps if there are rows for it, or is left out in favour of the steps.
    """
    over = end.outcome.winners is not None and end.deals > 1
    if not over or not look.fine or not FEWEST <= len(order) <= MOST or len(end.sides) != len(order):
        return None
    best, points = sorted(end.places), end.outcome.ending.points
    steps = []
    for seat in order:
        brought = points[seat] if points else None
        gain = (f"{words.say('Deal')} {number(brought)}",) if brought else ()
        told = number(totals[seat]), *gain
        place = 1 + best.index(end.places[seat])
        name = f"{'★' if place == 1 else place} {names_of(end, (seat,), words)}"
        steps.append(Step(place, name, told, seat == end.me))
    rise = 1 if size.height <= BIG.height else 2
    # The second, the best, then the others.
    steps[:2] = reversed(steps[:2])
    least = size.width + AROUND
    for broad in (min(BROAD, ((width // 2 if roomy else width) + GAP) // len(steps) - GAP), least):
        found = Podium(tuple(steps), _cards(steps), size, broad, rise, [])
        fits = all(width_of(text) <= broad - 2 for step in steps for text in (step.name, *step.told))
        if broad < least or found.width > width or not fits:
            continue
        if not roomy or not end.sheet:
            return found
        room = width - found.width - APART
        beside = deal_by_deal(end, words, look=look, width=room, room=max(found.rows, len(end.sheet) + HEADING))
        if beside:
            return found._replace(beside=beside)
    return None


def _cards(steps: Sequence[Step]) -> tuple[Card, ...]:
    """Returns a king, queen, jack or seven by place; players who share a place get different suits."""
    found: list[Card] = []
    for step in steps:
        kind = min(step.place, len(RANKS)) - 1
        suits = SUITS[kind:] + SUITS[:kind]
        found.append(next(card for suit in suits if (card := parse_card(RANKS[kind] + suit)) not in found))
    return tuple(found)


def paint_podium(sheet: Sheet, y: int, shown: Podium, painter: Painter) -> None:
    """Draws the podium in the middle, from row `y` down: each card on its step with its texts, and the score sheet."""
    wide = max((sum(width_of(text) for text, _ in line) for line in shown.beside), default=-APART)
    x = (sheet.width - shown.width - APART - wide) // 2
    for nth, line in enumerate(shown.beside):
        at = x + shown.width + APART
        for text, kind in line:
            at = sheet.put(at, y + nth, text, kind)
    foot = y + shown.rows
    for step, card in zip(shown.steps, shown.cards, strict=True):
        wood = painter.palette.own_wood if step.own else painter.palette.wood
        tall, size = shown.tall(step.place), shown.size
        top, last = foot - tall, step.place == len(shown.steps)
        painter.card(sheet, x + (shown.broad - size.width) // 2, top - size.height, card, size, faint=last)
        for row in range(top, foot):
            sheet.put(x, row, " " * shown.broad, wood.text)
        styles = (wood.bold, wood.bold, wood.dim)
        for row, (text, style) in enumerate(zip((step.name, *step.told)[:tall], styles, strict=False), top):
            sheet.put(x + (shown.broad - width_of(text)) // 2, row, text, style)
        x += shown.broad + GAP
