"""The public facts of a deal of 101."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

LAY: Final = 0
"""An ordinary turn: lay a card that fits, or draw (O-08 to O-12)."""
ANSWER: Final = 1
"""An ace strikes the player: an ace, or the turn is lost (O-18)."""
COVER: Final = 2
"""The player has laid an English ace and may cover it (O-21)."""
NAME: Final = 3
"""The dealer's last card lies open on the pile and orders a suit, which is yet to be named (O-05)."""
CHAIN: Final = 4
"""Sevens strike the player: a seven more, or the cards for all of them are taken (O-34)."""

NOT_DRAWN: Final = 0
MUST: Final = 1
"""The player has just drawn because no card fitted: what fits now must be laid (O-10)."""
MAY: Final = 2
"""The player has just drawn although a card fitted, and may lay one or pass (`draw_when_able`)."""
HAD_TO: Final = 3
"""`MUST` where it might have been `MAY`, so that nobody else can tell which of them it is."""


@facts
class OneOhOneState(State):
    """One deal of 101. With `to_act` the dealer, a draw waits until the pile is shuffled (O-11).

    Then `owed` are the cards that the next player still takes for the top card, or in step `CHAIN` the player whose
    turn it is; otherwise the draw is that of the seat whose turn it is, for its ace in step `COVER`, else by O-10.
    """

    dealer: Seat
    active: Seats
    """The seats that have not been eliminated (O-32)."""
    totals: tuple[int, ...]
    """The totals before this deal (O-31)."""
    gone: tuple[int, ...]
    """By seat the deal that eliminated it; 0 for one still in the match."""
    pile: tuple[Card, ...] = ()
    """The open cards, the top card last."""
    ordered: int = -1
    """The suit ordered and in force; -1 none (O-13)."""
    fits: Cards
    """Every card that would fit now, in any hand (O-08)."""
    turn: Seat
    step: int = LAY
    """`LAY`, `ANSWER`, `COVER`, `NAME` or `CHAIN`."""
    chain: int = 0
    """In step `CHAIN` the sevens that have added up (O-34)."""
    again: bool = False
    """The player moves again on their own nine or six (O-17, O-35)."""
    drew: int = NOT_DRAWN
    """How the player has drawn in this turn, penalty cards apart: `MAY` once it was by choice."""
    drawn: int = NOT_DRAWN
    """`MUST`, `MAY` or `HAD_TO` just after a draw, else `NOT_DRAWN`."""
    owed: int = 0
    """Cards of a penalty that are still to be taken after a shuffle."""
    actions: int = 0
    """Actions made in this deal (O-26)."""
    passes: int = 0
    """Passes in a row with nothing to draw (O-26)."""
    winner: Seat = -1
    """Who went out; -1 while the deal goes on and when it was blocked."""
    went_out_with: Cards = 0
    """The winner's last card, or all that were dumped."""

    def redact(self, seat: Seat) -> None:
        """Where one may draw although a card fits, only the player knows which kind of draw it was."""
        if self.turn != seat:
            self.drew = MAY if self.drew == HAD_TO else self.drew
            self.drawn = MAY if self.drawn == HAD_TO else self.drawn


@dataclass(frozen=True, slots=True)
class OneOhOneStanding(Standing):
    """A match of 101 between two deals (O-31 to O-33)."""

    totals: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    """By seat the deal that eliminated it; 0 for one still in the match."""
    leader: Seat | None = None
    """Who leads the next deal (O-05, O-26); None: the left neighbour of a random dealer, or nobody."""
    wins: tuple[int, ...] = ()
    """Deals won by seat."""
    queens_out: tuple[int, ...] = ()
    """By seat the deals in which it went out with a queen other than that of spades (O-28)."""
    spades_out: tuple[int, ...] = ()
    """By seat the deals in which it went out with the queen of spades (O-28)."""
    places: tuple[int, ...] = ()
    """By seat the place in the match, 1 the winner; players may share one; 0 while the match goes on (O-33)."""
