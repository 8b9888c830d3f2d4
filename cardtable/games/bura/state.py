"""The public facts of a deal of Bura."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from cardtable.cards import Card, Cards
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts
from cardtable.games.tricks import points_of

BURA: Final = "bura"
CALLS: Final = "combinations"
LEAD: Final = "lead"
REPLIES: Final = "replies"
CLAIMS: Final = "claims"
DRAWING: Final = "drawing"
OVER: Final = "over"
MOMENTS: Final = (BURA, CALLS, LEAD, REPLIES, CLAIMS, DRAWING, OVER)
"""What happens in a deal: the two parts of W2, lead and replies, W1, and drawing (B-07)."""

COUNT_BITS: Final = 15
SEAT_BITS: Final = 2 * COUNT_BITS
POINTS: Final = (1 << COUNT_BITS) - 1
"""The part of a seat's number in a tally that is its card points; the rest are its tricks."""
ONE_TRICK: Final = 1 << COUNT_BITS


def tallied(points: Iterable[int], tricks: Iterable[int]) -> int:
    """By seat the card points and the number of tricks, as one number that a trick changes by one addition."""
    both = zip(points, tricks, strict=True)
    return sum(taken + ONE_TRICK * count << SEAT_BITS * seat for seat, (taken, count) in enumerate(both))


@facts
class BuraState(State):
    """One deal of Bura.

    In W2 only those are asked who hold something, and nobody else may notice (B-15, B-16). A player who is not asked
    is therefore shown a deal in which W2 is over and the leader leads. The leader cannot be shown their own turn before
    it comes; to the leader it always looks as if the left neighbour were asked.
    """

    dealer: Seat
    trump: int
    """The trump suit."""
    trump_card: Card
    """The card that fixed it; -1 when a position does not say."""
    moment: str = ""
    """One of `MOMENTS`."""
    leader: Seat
    """The seat that has R, the right to lead; with announcements, of the highest so far (B-06, B-16)."""
    plays: tuple[Cards, ...] = ()
    """The plays of the open trick in the order of the seats, the lead first; else those of the last trick."""
    starter: Seat = 0
    """The seat that led these plays."""
    down: Seats = 0
    """The seats whose play of them lies face down; an observer sees nothing of these cards but their number (B-27)."""
    best: Cards = 0
    """The best play of them (B-11)."""
    owner: Seat = 0
    """The seat that laid it."""
    winner: Seat = -1
    """The seat that took the last trick; -1 before the first one."""
    tally: int = 0
    """What each seat has taken, put together by `tallied`, points that lie face down apart; read it by `points` and
    `tricks`."""
    asked: tuple[Seat, ...] = ()
    """The seats still asked in W1 or W2, in order."""
    announced: tuple[tuple[Seat, int], ...] = ()
    """The announcements in the W2 before this trick, in order: seat, and which of `COMBINATIONS` (B-16)."""
    pretended: bool = False
    """The player who is due has pretended to draw, and nobody else knows (B-18)."""
    bought: Cards = 0
    """The cards that were taken in their holder's latest drawing (B-22). An observer sees the marks of known cards."""
    marks: Cards = 0
    """`bought` when `plays` were begun: it goes on with the next drawing, and they keep their marks. An observer sees
    those of known cards, and after the trick of the cards that were laid."""
    ended: str = ""
    """How the deal ended: claim, false_claim, fault, bura, count or dead; empty while it goes on."""
    won: Seats = 0
    """The seats that have won the deal."""
    culprit: Seat = -1
    """Whose fault ended the deal; -1 nobody's (B-17)."""
    match: BuraStanding
    """The standing before this deal (B-21)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Card points in the tricks of each seat; to an observer, as far as its cards are known (B-27)."""
        seats = range(len(self.match.wins))
        found = [self.tally >> SEAT_BITS * seat & POINTS for seat in seats]
        under = len(found) + 2
        if len(self.places) > under + 1:
            found = [found[seat] + points_of(self.places[under + seat]) for seat in seats]
        return tuple(found)

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        tricks = self.tally >> COUNT_BITS
        return tuple([tricks >> SEAT_BITS * seat & POINTS for seat in range(len(self.match.wins))])

    @property
    def fresh(self) -> Cards:
        """The cards of `plays` that carried the mark when they were laid; none that lies face down (B-22, B-27)."""
        return self.open_plays() & self.marks

    def laid(self) -> Iterator[tuple[Seat, Cards]]:
        """By seat, from the lead on, the cards of `plays`; none of a play that lies face down unseen."""
        seats = len(self.match.wins)
        for step, cards in enumerate(self.plays):
            yield (self.starter + step) % seats, cards

    def open_plays(self) -> Cards:
        """The cards of `plays` that lie face up."""
        if not self.down:
            return sum(self.plays)
        return sum(cards for seat, cards in self.laid() if not self.down >> seat & 1)

    def redact(self, seat: Seat) -> None:
        """Blanks who is asked in W2, whether somebody only pretends to draw, and the marks of hidden cards."""
        if self.known is not None:
            self.bought &= self.known[seat]
            if self.down:
                mine = self.known[seat]
                self.plays = tuple([cards & mine if self.down >> by & 1 else cards for by, cards in self.laid()])
            # Cards that were shown since are known too; of them only those that were laid have shown when they came.
            self.marks &= self.known[seat] if self.moment == REPLIES else sum(self.plays)
        if self.moment == DRAWING:
            self.pretended = self.pretended and self.to_act[0] == seat
        elif self.moment in (BURA, CALLS):
            if seat == self.asked[0]:
                self.asked = (seat,)
            elif seat == self.leader:
                self.moment = CALLS
                self.asked = self.to_act = ((seat + 1) % len(self.match.wins),)
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
    penalties: tuple[int, ...] = ()
    """Penalty points over all deals (B-28)."""
    leader: Seat | None = None
    """The seat that leads first in the next deal; None: left of the dealer (B-06)."""
    by_penalties: bool = False
    """Whether a deal brings penalty points (B-28)."""

    def places(self) -> tuple[int, ...]:
        """By seat its place by deals won, then fewer faults, then card points; equals share one (B-21).

        Where a deal brings penalty points, by these, then by card points (B-28).
        """
        if self.by_penalties:
            key = [(count, 0, -points) for count, points in zip(self.penalties, self.points, strict=True)]
        else:
            counts = zip(self.wins, self.faults, self.points, strict=True)
            key = [(-wins, faults, -points) for wins, faults, points in counts]
        return tuple(1 + sum(other < mine for other in key) for mine in key)
