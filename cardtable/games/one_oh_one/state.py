"""The public facts of a deal of 101."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

LAY: Final = 0
"""An ordinary turn: play a card that fits, or draw (O-08 to O-12)."""
ANSWER: Final = 1
"""The player must answer an ace with an ace, or miss the turn (O-18)."""
COVER: Final = 2
"""The player has played an English ace and may cover it (O-21)."""
NAME: Final = 3
"""The dealer's last card is on the pile and orders a suit, which has yet to be named (O-05)."""
CHAIN: Final = 4
"""The player must answer sevens with a seven, or take the cards for all of them (O-34)."""

NOT_DRAWN: Final = 0
MUST: Final = 1
"""The player has just drawn because no card fitted: they must play a card that fits now (O-10)."""
MAY: Final = 2
"""The player has just drawn although a card fitted, and may play one or pass (`draw_when_able`)."""
HAD_TO: Final = 3
"""Like `MUST`, in a game where it could have been `MAY`, so that nobody else can tell the two apart."""


@facts
class OneOhOneState(State):
    """One deal of 101. If `to_act` is the dealer, a draw is waiting until the pile is shuffled (O-11).

    In that case `owed` is the number of cards still to be taken for the top card by the next player, or in step `CHAIN`
    by the player whose turn it is. Otherwise the draw belongs to the seat whose turn it is: for its ace in step
    `COVER`, else by O-10.
    """

    dealer: Seat
    active: Seats
    """The seats still in the match (O-32)."""
    totals: tuple[int, ...]
    """The totals before this deal (O-31)."""
    gone: tuple[int, ...]
    """The deal that eliminated each seat; 0 for a seat still in the match."""
    pile: tuple[Card, ...] = ()
    """The face-up cards, the top card last."""
    ordered: int = -1
    """The ordered suit now in force; -1 for none (O-13)."""
    fits: Cards
    """All cards that would fit now, from any hand (O-08)."""
    turn: Seat
    step: int = LAY
    """`LAY`, `ANSWER`, `COVER`, `NAME` or `CHAIN`."""
    chain: int = 0
    """The number of sevens in the chain, in step `CHAIN` (O-34)."""
    again: bool = False
    """Whether the player moves again on their own nine or six (O-17, O-35)."""
    drew: int = NOT_DRAWN
    """How the player has drawn in this turn, apart from penalty cards; `MAY` once a draw was by choice."""
    drawn: int = NOT_DRAWN
    """`MUST`, `MAY` or `HAD_TO` just after a draw, otherwise `NOT_DRAWN`."""
    owed: int = 0
    """The number of penalty cards still to be taken after a shuffle."""
    actions: int = 0
    """The number of actions in this deal (O-26)."""
    passes: int = 0
    """The number of passes in a row with nothing to draw (O-26)."""
    winner: Seat = -1
    """The player who went out; -1 during the deal and when it was blocked."""
    went_out_with: Cards = 0
    """The winner's last card, or all cards dumped."""

    def redact(self, seat: Seat) -> None:
        """Hides the kind of draw from other players, if drawing by choice is allowed."""
        if self.turn != seat:
            self.drew = MAY if self.drew == HAD_TO else self.drew
            self.drawn = MAY if self.drawn == HAD_TO else self.drawn


@dataclass(frozen=True, slots=True)
class OneOhOneStanding(Standing):
    """A match of 101 between two deals (O-31 to O-33)."""

    totals: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    """The deal that eliminated each seat; 0 for a seat still in the match."""
    leader: Seat | None = None
    """The player who leads the next deal (O-05, O-26); None for the left neighbour of a random dealer, or nobody."""
    wins: tuple[int, ...] = ()
    """Deals won by seat."""
    queens_out: tuple[int, ...] = ()
    """The number of deals each seat ended with a queen other than the queen of spades (O-28)."""
    spades_out: tuple[int, ...] = ()
    """The number of deals each seat ended with the queen of spades (O-28)."""
    places: tuple[int, ...] = ()
    """Each seat's place in the match, 1 for the winner; players may share one; 0 while the match goes on (O-33)."""
