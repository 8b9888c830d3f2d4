"""Everything the board draws: the cards on the felt, and the players around it."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

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
    """A finished round, as shown again."""

    title: str
    laid: tuple[Laid, ...]
    taker: Seat | None
    sign: str
    """Whether its taker picked the cards up or held out."""


class Felt(NamedTuple):
    """The cards on the felt and the players around it."""

    chairs: tuple[Chair, ...] = ()
    """The others, in order of play from the viewer's left."""
    viewer: Seat = 0
    piles: tuple[Pile, ...] = ()
    targets: tuple[Card, ...] = ()
    target: Card | None = None
    names: tuple[str, ...] = ()
    """By seat: the names used in sentences."""
    labels: tuple[str, ...] = ()
    """By seat: the names at seats and under cards; "You" for a player alone with bots."""
    arrows: tuple[tuple[Seat, Seat], ...] = ()
    badge: tuple[str, ...] = ()
    with_known: bool = False
    all_known: bool = False
    """Whether seats grow to show every card of an exposed hand."""
    awaited: Seat | None = None
    """The player to play a card now."""
    lines: tuple[str, ...] = ()
    """The latest events, on a screen without space for the log."""
    held: int = 0
    """The number of cards in the viewer's hand."""
    styles: tuple[str, ...] = ()
    """By seat: the style of a bot; empty for people."""
    section: Shown | None = None
    """The section to read on a felt without cards."""
    meant: Cards = 0
    """The cards pointed at."""
    order: str = ""
    """The order of the cards, for a corner of a felt with players around it."""
    past: Past | None = None
    """The last round, for another corner."""
    spoken: tuple[Seat, str] | None = None
    """A player's remark, for a balloon at their seat."""


class Corners(NamedTuple):
    """The boxes in the corners of the felt; None for one that fits in no corner."""

    order: Region | None = None
    badge: Region | None = None
    past: Region | None = None
    size: Size = SMALL
    """The size of the cards of the last round."""
    balloon: Balloon | None = None
    """A player's remark."""
