"""The public facts of a deal of Bura."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Self

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State

BURA: Final = "bura"
CALLS: Final = "combinations"
LEAD: Final = "lead"
REPLIES: Final = "replies"
CLAIMS: Final = "claims"
DRAWING: Final = "drawing"
OVER: Final = "over"
MOMENTS: Final = (BURA, CALLS, LEAD, REPLIES, CLAIMS, DRAWING, OVER)
"""What happens in a deal: the two parts of W2, lead and replies, W1, and drawing (B-07)."""


class BuraState(State):
    """One deal of Bura.

    In W2 only those are asked who hold something, and nobody else may notice (B-15, B-16). Whoever is not asked is
    therefore shown a deal in which W2 is over and the leader leads. The leader himself cannot be shown his own turn
    before it comes; to him it looks as if his left neighbour had the word, whoever has it.
    """

    FACTS: ClassVar[tuple[str, ...]] = (
        "announced",
        "asked",
        "best",
        "bought",
        "culprit",
        "dealer",
        "deals",
        "ended",
        "faults",
        "fresh",
        "leader",
        "match_points",
        "moment",
        "owner",
        "plays",
        "points",
        "pretended",
        "starter",
        "tricks",
        "trump",
        "trump_card",
        "winner",
        "wins",
        "won",
    )
    __slots__ = FACTS

    dealer: Seat
    trump: int
    """The trump suit."""
    trump_card: Card
    """The card that fixed it; -1 when a position does not say."""
    moment: str
    """One of `MOMENTS`."""
    leader: Seat
    """Who has R; with announcements, the one who was called highest so far (B-06, B-16)."""
    plays: tuple[Cards, ...]
    """The plays of the open trick in the order of the seats, the lead first; else those of the last trick."""
    starter: Seat
    """Who led these plays."""
    best: Cards
    """The best play of them (B-11)."""
    owner: Seat
    """Who laid it."""
    winner: Seat
    """Who took the last trick; -1 before the first one."""
    points: tuple[int, ...]
    """Card points in the tricks of each seat."""
    tricks: tuple[int, ...]
    """How many tricks each seat has taken."""
    asked: tuple[Seat, ...]
    """Who is still asked in W1 or W2, in order."""
    announced: tuple[tuple[Seat, int], ...]
    """Who has announced which of `COMBINATIONS` in the W2 before this trick, in order (B-16)."""
    pretended: bool
    """Who is due has pretended to draw; only he knows (B-18)."""
    bought: Cards
    """The cards that were taken in their holder's latest drawing (B-22). An observer sees the marks of the cards that
    he knows."""
    fresh: Cards
    """The cards of `plays` that carried this mark when they were laid."""
    ended: str
    """How the deal ended: claim, false_claim, fault, bura, count or dead; empty while it goes on."""
    won: Seats
    """Who has won the deal."""
    culprit: Seat
    """Whose fault ended the deal; -1 nobody's (B-17)."""
    deals: int
    """Deals of the match before this one."""
    wins: tuple[int, ...]
    """Deals won before this one (B-21)."""
    faults: tuple[int, ...]
    match_points: tuple[int, ...]
    """Card points in the deals before this one."""

    def copy(self) -> Self:
        """An independent state."""
        new = super().copy()
        new.announced = self.announced
        new.asked = self.asked
        new.best = self.best
        new.bought = self.bought
        new.culprit = self.culprit
        new.dealer = self.dealer
        new.deals = self.deals
        new.ended = self.ended
        new.faults = self.faults
        new.fresh = self.fresh
        new.leader = self.leader
        new.match_points = self.match_points
        new.moment = self.moment
        new.owner = self.owner
        new.plays = self.plays
        new.points = self.points
        new.pretended = self.pretended
        new.starter = self.starter
        new.tricks = self.tricks
        new.trump = self.trump
        new.trump_card = self.trump_card
        new.winner = self.winner
        new.wins = self.wins
        new.won = self.won
        return new

    def redact(self, seat: Seat) -> None:
        """Blanks who is asked in W2, whether somebody only pretends to draw, and the marks of cards not known."""
        if self.known is not None:
            self.bought &= self.known[seat]
        if self.moment == DRAWING:
            self.pretended = self.pretended and self.to_act[0] == seat
        elif self.moment in (BURA, CALLS):
            if seat == self.asked[0]:
                self.asked = (seat,)
            elif seat == self.leader:
                self.moment = CALLS
                self.asked = self.to_act = ((seat + 1) % len(self.points),)
            else:
                self.moment = LEAD
                self.asked = ()
                self.to_act = (self.leader,)


@dataclass(frozen=True, slots=True)
class BuraStanding(Standing):
    """A match of Bura between two deals (B-21)."""

    wins: tuple[int, ...] = ()
    """Deals won."""
    faults: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    """Card points over all deals."""
    leader: Seat | None = None
    """Who leads first in the next deal; None: left of the dealer (B-06)."""

    def places(self) -> tuple[int, ...]:
        """By seat its place by deals won, then fewer faults, then card points; equals share one (B-21)."""
        key = [
            (-wins, faults, -points) for wins, faults, points in zip(self.wins, self.faults, self.points, strict=True)
        ]
        return tuple(1 + sum(other < mine for other in key) for mine in key)
