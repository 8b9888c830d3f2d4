"""The public facts of a deal of King by contracts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Standing
from cardtable.engine.state import State

Moment = Literal["deal", "order", "trump", "bid", "name", "lay_out", "draw_out", "play", "over"]
"""What is to be done: the dealer sets the widow aside, somebody orders, names trumps, bids, names the penalty suit,
lays out, the dealer draws blindly what is laid out, somebody plays a card; nothing more."""


class ContractsState(State):
    """One deal of King by contracts."""

    FACTS: ClassVar[tuple[str, ...]] = (
        "dealer",
        "orderer",
        "deal",
        "totals",
        "ordered",
        "passed_out",
        "moment",
        "contract",
        "trump",
        "bids",
        "penalty",
        "charged",
        "fined",
        "trick",
        "players",
        "led",
        "winners",
        "captured",
        "last",
        "drew",
    )
    __slots__ = FACTS

    dealer: Seat
    orderer: Seat
    """Who orders, names trumps and takes the widow (G-22, G-23)."""
    deal: int
    """The number of this deal in the match, 1 the first."""
    totals: tuple[float, ...]
    """Where the match stood before this deal."""
    ordered: tuple[tuple[str, ...], ...]
    """By seat the contracts it has ordered in earlier deals."""
    passed_out: int
    """Deals before this one in a row that nobody bid for (G-30)."""
    moment: Moment
    contract: str
    """Its id; empty while it is still to be ordered."""
    trump: int
    """The trump suit, -1 none."""
    bids: tuple[tuple[Seat, int], ...]
    """What was said in turn, 0 for a pass (G-30)."""
    penalty: int
    """The suit that costs points in a deal with bidding; -1 before it is named."""
    charged: tuple[float, ...]
    """Points written at once: a bid, a king of hearts kept back (G-12, G-30)."""
    fined: bool
    """The king was kept back once in this deal."""
    trick: tuple[Card, ...]
    players: tuple[Seat, ...]
    """Who plays a card to this trick, in turn; empty before the first one begins."""
    led: int
    """The suit to be followed; -1 while nothing binds."""
    winners: tuple[Seat, ...]
    """Who won the tricks, in their order."""
    captured: tuple[Cards, ...]
    """By seat the cards of its tricks (G-10)."""
    last: tuple[Card, ...]
    """The cards of the trick before this one."""
    drew: int
    """How many cards the seat that is to play has drawn for this trick (G-28)."""

    def copy(self) -> Self:
        """An independent state."""
        new = super().copy()
        new.dealer = self.dealer
        new.orderer = self.orderer
        new.deal = self.deal
        new.totals = self.totals
        new.ordered = self.ordered
        new.passed_out = self.passed_out
        new.moment = self.moment
        new.contract = self.contract
        new.trump = self.trump
        new.bids = self.bids
        new.penalty = self.penalty
        new.charged = self.charged
        new.fined = self.fined
        new.trick = self.trick
        new.players = self.players
        new.led = self.led
        new.winners = self.winners
        new.captured = self.captured
        new.last = self.last
        new.drew = self.drew
        return new


@dataclass(frozen=True, slots=True)
class ContractsStanding(Standing):
    """A match of King between two deals (G-20, G-22, G-M02)."""

    totals: tuple[float, ...] = ()
    ordered: tuple[tuple[str, ...], ...] = ()
    """By seat the contracts it has ordered, in their order."""
    passed_out: int = 0
    """Deals in a row that nobody bid for."""
