"""What lies on the felt and who sits round it: all that the board draws."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.rounds import Laid
from cardtable.engine.scene import Chair, Pile
from cardtable.tui.draw.painter import SMALL, Size
from cardtable.tui.felt.balloon import Balloon
from cardtable.tui.felt.history import Shown


class Past(NamedTuple):
    """A round that is over, as it is shown again."""

    title: str
    laid: tuple[Laid, ...]
    taker: Seat | None
    sign: str
    """Whether its taker took the cards or held out."""


class Felt(NamedTuple):
    """What lies on the felt and who sits round it."""

    chairs: tuple[Chair, ...] = ()
    """The others, in order of play from the viewer's left."""
    viewer: Seat = 0
    piles: tuple[Pile, ...] = ()
    targets: tuple[Card, ...] = ()
    target: Card | None = None
    names: tuple[str, ...] = ()
    """By seat, as they stand in sentences."""
    labels: tuple[str, ...] = ()
    """The same as they stand at seats and under cards: "You" for somebody who plays with bots alone."""
    arrows: tuple[tuple[Seat, Seat], ...] = ()
    badge: tuple[str, ...] = ()
    with_known: bool = False
    all_known: bool = False
    """Whether seats grow to show every card of an open hand."""
    awaited: Seat | None = None
    """Who is to lay a card now."""
    lines: tuple[str, ...] = ()
    """What happened last, for a felt that has the log nowhere else."""
    held: int = 0
    """Cards in the viewer's hand."""
    styles: tuple[str, ...] = ()
    """By seat how a bot plays; nothing for people."""
    section: Shown | None = None
    """What is read on a felt without cards."""
    meant: Cards = 0
    """Cards that are pointed at."""
    order: str = ""
    """Which card is higher, for a corner of a felt that players sit round."""
    past: Past | None = None
    """The round that was over last, for another corner."""
    spoken: tuple[Seat, str] | None = None
    """What somebody says just now, for a balloon at their seat."""


class Corners(NamedTuple):
    """What stands in corners of the felt; None for what has no room in any."""

    order: Region | None = None
    badge: Region | None = None
    past: Region | None = None
    size: Size = SMALL
    """The size of the cards of the last round."""
    balloon: Balloon | None = None
    """What somebody says just now."""
