"""The contents of the middle of the felt, as single cards and lines of text."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from typing import NamedTuple, Self

from textual.geometry import Region

from cardtable.cards import Card
from cardtable.engine.moves import Seat
from cardtable.engine.scene import Pile
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.painter import Size
from cardtable.tui.felt.layout import Side


class Spot(NamedTuple):
    """A place for a card; empty if the card is NO_CARD."""

    x: int
    y: int
    size: Size
    card: Card
    by: Seat | None = None
    """The player who played it, or is about to."""
    on: Card | None = None
    """The card it covers, or would cover."""
    wins: bool = False
    beaten: bool = False
    """Whether this pair is settled: its attack is covered."""
    stays: bool = False
    """Whether it belongs to a stack, which stays put when cards are taken."""
    under: int = 0
    """The number of face-down cards below this one, sticking out as a fan."""
    step: int = 0
    """The visible columns of each; to the left of this card if negative, otherwise to the right."""

    @property
    def place(self) -> Region:
        """The region it takes, including its fan."""
        fan = self.under * abs(self.step)
        return Region(self.x - (fan if self.step < 0 else 0), self.y, self.size.width + fan, self.size.height)


class CardLine(NamedTuple):
    """A line under cards; `by` is the player named there."""

    x: int
    y: int
    text: str
    by: Seat | None = None
    width: int = 0


class Block(NamedTuple):
    """Cards that belong together, with their text, relative to their top left corner."""

    width: int
    height: int
    spots: tuple[Spot, ...] = ()
    words: tuple[CardLine, ...] = ()
    badge: Region | None = None

    def at(self, x: int, y: int) -> Self:
        """Returns the block moved to this corner."""
        return self._replace(
            spots=tuple(spot._replace(x=spot.x + x, y=spot.y + y) for spot in self.spots),
            words=tuple(line._replace(x=line.x + x, y=line.y + y) for line in self.words),
            badge=None if self.badge is None else self.badge.translate((x, y)),
        )


class Middle(NamedTuple):
    """The contents of the middle of the felt."""

    spots: tuple[Spot, ...] = ()
    words: tuple[CardLine, ...] = ()
    badge: Region | None = None
    squeezed: bool = False
    """Whether some of it did not fit as intended."""

    @property
    def width(self) -> int:
        """Columns from the leftmost card or word to the rightmost."""
        begins = [spot.x for spot in self.spots] + [line.x for line in self.words]
        ends = [spot.x + spot.size.width for spot in self.spots]
        ends += [line.x + (line.width if line.by is not None else width_of(line.text)) for line in self.words]
        return max(ends, default=0) - min(begins, default=0)

    def as_roomy_as(self, other: Self, width: int) -> bool:
        """Returns whether the cards fit into these columns just as in `other`, no smaller and no closer together."""
        ours, theirs = (
            [(spot.size, spot.x - middle.spots[0].x, spot.y - middle.spots[0].y) for spot in middle.spots]
            for middle in (self, other)
        )
        return ours == theirs and self.width <= width


class LaidOut(NamedTuple):
    """The input of the layout: the piles, the seating, and the text about them."""

    piles: tuple[Pile, ...]
    labels: tuple[str, ...]
    """By pile."""
    order: tuple[Seat, ...]
    """The seats clockwise from the viewer."""
    sides: tuple[Side, ...]
    """The side each of them sits on."""
    names: tuple[str, ...]
    """By seat."""
    badge: tuple[str, ...] = ()
    roomy: bool = False
    """Whether players sit around the felt, and face-down piles are drawn there instead of being described."""
    rims: tuple[Region, Region] | None = None
    """The regions for stacks below the seats on either side; None if stacks go beside the cards in play."""

    def label(self, pile: Pile) -> str:
        """Returns the label of this pile."""
        return self.labels[self.piles.index(pile)]
