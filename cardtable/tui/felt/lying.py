"""What lies in the middle of the felt, card by card and word by word."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region

from cardtable.cards import Card
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Pile
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.painter import Size
from cardtable.tui.felt.layout import Side


class Spot(NamedTuple):
    """A place for a card: empty where the card is NO_CARD."""

    x: int
    y: int
    size: Size
    card: Card
    by: Seat | None = None
    """Who has laid it, or is to lay it."""
    on: Card | None = None
    """The card that it covers, or would cover."""
    wins: bool = False
    beaten: bool = False
    """Whether this pair is settled: its card is covered."""
    stays: bool = False
    """Whether it belongs to a stack, which lies where it is when cards are taken."""
    under: int = 0
    """Closed cards under this one, which peep out in a fan."""
    step: int = 0
    """Columns of each that are seen; below zero at the left of this one, above it at its right."""

    @property
    def place(self) -> Region:
        """All that it covers, with its fan."""
        fan = self.under * abs(self.step)
        return Region(self.x - (fan if self.step < 0 else 0), self.y, self.size.width + fan, self.size.height)


class CardLine(NamedTuple):
    """A line under cards; `by` is the player whom it names."""

    x: int
    y: int
    text: str
    by: Seat | None = None
    width: int = 0


class Block(NamedTuple):
    """Cards that belong together, with their words, seen from their top left corner."""

    width: int
    height: int
    spots: tuple[Spot, ...] = ()
    words: tuple[CardLine, ...] = ()
    badge: Region | None = None

    def at(self, x: int, y: int) -> Block:
        """The same with its corner here."""
        return self._replace(
            spots=tuple(spot._replace(x=spot.x + x, y=spot.y + y) for spot in self.spots),
            words=tuple(line._replace(x=line.x + x, y=line.y + y) for line in self.words),
            badge=None if self.badge is None else self.badge.translate((x, y)),
        )


class Middle(NamedTuple):
    """What lies in the middle of the felt."""

    spots: tuple[Spot, ...] = ()
    words: tuple[CardLine, ...] = ()
    badge: Region | None = None
    squeezed: bool = False
    """Whether not all of this finds room as it should lie."""

    @property
    def width(self) -> int:
        """Columns from the leftmost card or word to the rightmost."""
        begins = [spot.x for spot in self.spots] + [line.x for line in self.words]
        ends = [spot.x + spot.size.width for spot in self.spots]
        ends += [line.x + (line.width if line.by is not None else width_of(line.text)) for line in self.words]
        return max(ends, default=0) - min(begins, default=0)

    def as_roomy_as(self, other: Middle, width: int) -> bool:
        """Whether the cards lie in these columns as in the other, no smaller and no closer."""
        ours, theirs = (
            [(spot.size, spot.x - middle.spots[0].x, spot.y - middle.spots[0].y) for spot in middle.spots]
            for middle in (self, other)
        )
        return ours == theirs and self.width <= width


class LaidOut(NamedTuple):
    """What is laid out: the piles, who sits where, and what is said of them."""

    piles: tuple[Pile, ...]
    labels: tuple[str, ...]
    """By pile."""
    order: tuple[Seat, ...]
    """The seats clockwise from the viewer."""
    sides: tuple[Side, ...]
    """Where each of them sits."""
    names: tuple[str, ...]
    """By seat."""
    badge: tuple[str, ...] = ()
    roomy: bool = False
    """Whether players sit round the felt, and closed piles lie on it instead of being told in words."""
    rims: tuple[Region, Region] | None = None
    """Where stacks lie under the seats at the sides; None where they lie beside what is played."""

    def label(self, pile: Pile) -> str:
        """What is said of this pile."""
        return self.labels[self.piles.index(pile)]
