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
"""The moments of a deal: the two parts of W2, lead and replies, W1, and drawing (B-07)."""

COUNT_BITS: Final = 15
SEAT_BITS: Final = 2 * COUNT_BITS
POINTS: Final = (1 << COUNT_BITS) - 1
"""The bits of a seat's number in a tally that hold its card points; the rest are its tricks."""
ONE_TRICK: Final = 1 << COUNT_BITS


def tallied(points: Iterable[int], tricks: Iterable[int]) -> int:
    """Packs the card points and tricks of all seats into one number, which a trick changes with a single addition."""
    both = zip(points, tricks, strict=True)
    return sum(taken + ONE_TRICK * count << SEAT_BITS * seat for seat, (taken, count) in enumerate(both))


@facts
class BuraState(State):
    """One deal of Bura.

    W2 asks only the seats that have something to call, and the others must not notice (B-15, B-16). A player who is not
    asked is therefore shown a deal in which W2 is over and the leader leads. The leader cannot be shown their own turn
    before it comes; to the leader it always looks as if the left neighbour were being asked.
    """

    dealer: Seat
    trump: int
    """The trump suit."""
    trump_card: Card
    """The trump card; -1 if a position does not give it."""
    moment: str = ""
    """One of `MOMENTS`."""
    leader: Seat
    """The seat that has R, the right to lead; after announcements, the seat with the highest so far (B-06, B-16)."""
    plays: tuple[Cards, ...] = ()
    """The plays of the open trick in order, the lead first; between tricks, those of the last trick."""
    starter: Seat = 0
    """The seat that led the first of `plays`."""
    down: Seats = 0
    """The seats whose play is face down; an observer sees only the number of these cards (B-27)."""
    best: Cards = 0
    """The best of `plays` (B-11)."""
    owner: Seat = 0
    """The seat that made the best play."""
    winner: Seat = -1
    """The seat that took the last trick; -1 before the first one."""
    tally: int = 0
    """The points and tricks of each seat, packed by `tallied`, without points face down; read it through `points` and
    `tricks`."""
    asked: tuple[Seat, ...] = ()
    """The seats still to answer in W1 or W2, in order."""
    announced: tuple[tuple[Seat, int], ...] = ()
    """The announcements in the W2 before this trick, in order: the seat, and an index into `COMBINATIONS` (B-16)."""
    pretended: bool = False
    """The player who is due has pretended to draw, which nobody else knows (B-18)."""
    bought: Cards = 0
    """The cards that each holder took in their latest draw (B-22). An observer sees only the known ones."""
    marks: Cards = 0
    """The value of `bought` when `plays` began: `bought` changes with the next draw, but plays keep their marks. An
    observer sees the known cards, and after the trick the cards that were played."""
    ended: str = ""
    """How the deal ended: claim, false_claim, fault, bura, count or dead; empty before the end."""
    won: Seats = 0
    """The seats that won the deal."""
    culprit: Seat = -1
    """The seat whose fault ended the deal; -1 for none (B-17)."""
    match: BuraStanding
    """The standing before this deal (B-21)."""

    @property
    def points(self) -> tuple[int, ...]:
        """Card points in each seat's tricks; for an observer, only in the cards they know (B-27)."""
        seats = range(len(self.match.wins))
        found = [self.tally >> SEAT_BITS * seat & POINTS for seat in seats]
        under = len(found) + 2
        if len(self.places) > under + 1:
            found = [found[seat] + points_of(self.places[under + seat]) for seat in seats]
        return tuple(found)

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks each seat has taken."""
        tricks = self.tally >> COUNT_BITS
        return tuple([tricks >> SEAT_BITS * seat & POINTS for seat in range(len(self.match.wins))])

    @property
    def fresh(self) -> Cards:
        """The face-up cards of `plays` that were newly drawn when they were played (B-22, B-27)."""
        return self.open_plays() & self.marks

    def laid(self) -> Iterator[tuple[Seat, Cards]]:
        """Each seat with its cards in `plays`, starting with the lead; no cards for an unseen face-down play."""
        seats = len(self.match.wins)
        for step, cards in enumerate(self.plays):
            yield (self.starter + step) % seats, cards

    def open_plays(self) -> Cards:
        """The face-up cards of `plays`."""
        if not self.down:
            return sum(self.plays)
        return sum(cards for seat, cards in self.laid() if not self.down >> seat & 1)

    def redact(self, seat: Seat) -> None:
        """Hides which seats W2 asks, whether a player only pretends to draw, and the marks of hidden cards."""
        if self.known is not None:
            self.bought &= self.known[seat]
            if self.down:
                mine = self.known[seat]
                self.plays = tuple([cards & mine if self.down >> by & 1 else cards for by, cards in self.laid()])
            # Cards shown later are known too, but only those that were played have revealed when they were drawn.
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
    """Deals won by seat."""
    faults: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    """Total card points by seat."""
    penalties: tuple[int, ...] = ()
    """Total penalty points by seat (B-28)."""
    leader: Seat | None = None
    """The seat that leads first in the next deal; None for the dealer's left (B-06)."""
    by_penalties: bool = False
    """Whether deals are scored in penalty points (B-28)."""

    def places(self) -> tuple[int, ...]:
        """Each seat's place, by deals won, then fewer faults, then card points; equal seats share one (B-21).

        With penalty points, by these, then by card points (B-28).
        """
        if self.by_penalties:
            key = [(count, 0, -points) for count, points in zip(self.penalties, self.points, strict=True)]
        else:
            counts = zip(self.wins, self.faults, self.points, strict=True)
            key = [(-wins, faults, -points) for wins, faults, points in counts]
        return tuple(1 + sum(other < mine for other in key) for mine in key)
