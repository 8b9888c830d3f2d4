"""The public facts of a deal of King by contracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

Moment = Literal["deal", "order", "trump", "bid", "name", "lay_out", "draw_out", "play", "over"]
"""The next thing to happen: the dealer sets the widow aside ("deal"); a player orders, names trumps, bids, names the
penalty suit or lays out; the dealer picks the cards to lay out at random ("draw_out"); a player plays a card; nothing,
when the deal is over."""


@facts
class KingState(State):
    """One deal of King by contracts."""

    dealer: Seat
    orderer: Seat
    """The player who orders, names trumps and takes the widow (G-22, G-23)."""
    deal: int = 1
    """The number of this deal in the match, starting with 1."""
    totals: tuple[float, ...]
    """The match totals before this deal."""
    ordered: tuple[tuple[str, ...], ...]
    """The contracts each seat ordered in earlier deals."""
    passed_out: int = 0
    """The number of deals in a row before this one without a bid (G-30)."""
    moment: Moment = "play"
    contract: str = ""
    """The id of the contract; empty until it is ordered."""
    trump: int = -1
    """The trump suit; -1 for none."""
    bids: tuple[tuple[Seat, int], ...] = ()
    """The bids in turn, 0 for a pass (G-30)."""
    penalty: int = -1
    """The suit that costs points in a deal with bidding; -1 before it is named."""
    charged: tuple[float, ...]
    """Points scored at once: for a bid, or for keeping the king of hearts back (G-12, G-30)."""
    fined: bool = False
    """Whether the king was kept back in this deal."""
    trick: tuple[Card, ...] = ()
    players: tuple[Seat, ...] = ()
    """The seats that play to this trick, in turn; empty before the first trick."""
    led: int = -1
    """The suit to follow; -1 if there is none."""
    winners: tuple[Seat, ...] = ()
    """The winners of the tricks so far, in order."""
    captured: tuple[Cards, ...]
    """The cards in each seat's tricks (G-10)."""
    last: tuple[Card, ...] = ()
    """The cards of the previous trick."""
    drew: int = 0
    """The number of cards that the seat to play has drawn for this trick (G-28)."""

    @property
    def highest_bid(self) -> tuple[Seat, int]:
        """The highest bidder and the bid; -1 and 0 if nobody has bid."""
        bids = [(seat, said) for seat, said in self.bids if said]
        return bids[-1] if bids else (-1, 0)  # Every bid is higher than the one before.


@dataclass(frozen=True, slots=True)
class KingStanding(Standing):
    """A match of King between two deals (G-20, G-22, G-M02)."""

    totals: tuple[float, ...] = ()
    ordered: tuple[tuple[str, ...], ...] = ()
    """The contracts each seat has ordered, in order."""
    passed_out: int = 0
    """The number of deals in a row without a bid."""
