"""The public facts of a deal of King by contracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

Moment = Literal["deal", "order", "trump", "bid", "name", "lay_out", "draw_out", "play", "over"]
"""What comes next: the dealer sets the widow aside; a player orders, names trumps, bids, names the penalty suit or lays
out; the dealer draws blindly what is laid out; a player plays a card; nothing, for the deal is over."""


@facts
class KingState(State):
    """One deal of King by contracts."""

    dealer: Seat
    orderer: Seat
    """Who orders, names trumps and takes the widow (G-22, G-23)."""
    deal: int = 1
    """The number of this deal in the match, 1 the first."""
    totals: tuple[float, ...]
    """Where the match stood before this deal."""
    ordered: tuple[tuple[str, ...], ...]
    """By seat the contracts it has ordered in earlier deals."""
    passed_out: int = 0
    """Deals before this one in a row that nobody bid for (G-30)."""
    moment: Moment = "play"
    contract: str = ""
    """Its id; empty while it is still to be ordered."""
    trump: int = -1
    """The trump suit, -1 none."""
    bids: tuple[tuple[Seat, int], ...] = ()
    """What was said in turn, 0 for a pass (G-30)."""
    penalty: int = -1
    """The suit that costs points in a deal with bidding; -1 before it is named."""
    charged: tuple[float, ...]
    """Points written at once: a bid, a king of hearts kept back (G-12, G-30)."""
    fined: bool = False
    """The king was kept back once in this deal."""
    trick: tuple[Card, ...] = ()
    players: tuple[Seat, ...] = ()
    """Who plays a card to this trick, in turn; empty before the first one begins."""
    led: int = -1
    """The suit to be followed; -1 while nothing binds."""
    winners: tuple[Seat, ...] = ()
    """Who won the tricks, in their order."""
    captured: tuple[Cards, ...]
    """By seat the cards of its tricks (G-10)."""
    last: tuple[Card, ...] = ()
    """The cards of the trick before this one."""
    drew: int = 0
    """How many cards the seat that is to play has drawn for this trick (G-28)."""

    @property
    def highest_bid(self) -> tuple[Seat, int]:
        """The highest bidder and that bid; -1 and 0 while nobody has bid."""
        bids = [(seat, said) for seat, said in self.bids if said]
        return bids[-1] if bids else (-1, 0)  # Every bid is higher than the last.


@dataclass(frozen=True, slots=True)
class KingStanding(Standing):
    """A match of King between two deals (G-20, G-22, G-M02)."""

    totals: tuple[float, ...] = ()
    ordered: tuple[tuple[str, ...], ...] = ()
    """By seat the contracts it has ordered, in their order."""
    passed_out: int = 0
    """Deals in a row that nobody bid for."""
