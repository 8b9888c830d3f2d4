"""The public facts of a hand of Kozel, and of a match between two hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from cardtable.cards import ALL_CARDS, Card, Cards
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

Stage = Literal["cut", "praise", "redeal", "repraise", "exchange", "return", "name", "shuffle", "play"]
CUT: Final = "cut"
"""Somebody cuts, or the dealer deals without a cut (K-04)."""
PRAISE: Final = "praise"
"""A card or two are laid to the praise columns (K-10)."""
REDEAL: Final = "redeal"
"""One of a team without queens may call a redeal (K-09)."""
REPRAISE: Final = "repraise"
"""After a call, the winner of the praise chooses what is dealt again (K-09)."""
EXCHANGE: Final = "exchange"
"""A player with a single trump may offer it (K-08)."""
RETURN: Final = "return"
"""Their partner gives a card back (K-08)."""
NAME: Final = "name"
"""The holder of the six of clubs names trumps (K-29)."""
SHUFFLING: Final = "shuffle"
"""The dealer shuffles again (K-07, K-09, K-10)."""
PLAY: Final = "play"
"""A card is led or played to a trick (K-11 to K-14)."""
ASKING = (REDEAL, EXCHANGE)
"""Stages in which somebody is asked because of the cards they hold, so that nobody else may know of it."""

Ended = Literal["", "counted", "captured", "cut", "redeal"]
Booked = tuple[tuple[int, ...], ...]
"""Account points taken so far: by side that took them, by seat that paid (K-22)."""


@facts
class KozelState(State):
    """One hand of Kozel: everything from one deal to the count of points."""

    dealer: Seat
    hand: int
    """The number of the hand in its match, 1 for the first (K-03)."""
    stage: Stage = PLAY
    trump: int
    """The trump suit; -1 before it is known."""
    turned: Card = -1
    """The card that was turned up; -1 if none was."""
    leader: Seat = -1
    """Who leads or has led to this trick; before the first lead who will lead it; -1 before that is known."""
    opening: bool = True
    """No card of this hand has been led yet, praise apart."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick in the order of playing."""
    best: Card = -1
    """The card that wins the trick so far; -1 before the lead."""
    winning: Seat = -1
    """Who laid it."""
    prefer: Cards = ALL_CARDS
    """Of these cards one must be played, if one is held: the suit led, or what may be led (K-11 to K-13)."""
    last: tuple[Card, ...] = ()
    """The trick that was taken last."""
    last_winner: Seat = -1
    """Who took it; -1 nobody yet."""
    won: tuple[Cards, ...]
    """The cards taken in this hand, by side; praise tricks and the first half among them (K-18)."""
    half: int = 1
    first_half: tuple[int, ...]
    """Where halves are counted by themselves, the card points of the first, by side (K-18)."""
    columns: tuple[tuple[Card, ...], ...] = ()
    """The face-up cards on the praise columns, clockwise from the boaster's left neighbour; empty before they have laid
    and when the praise is over (K-10)."""
    praise_winner: Seat = -1
    """Who won the praise; -1 before it, and in a hand without one (K-10 e)."""
    calls: int = 0
    """Redeal calls made in this hand (K-09)."""
    keeping: bool = False
    """The praise tricks stay out of the shuffle that is due (K-09)."""
    namer: Seat = -1
    """Who has named trumps, or is to; -1 where nobody does (K-29)."""
    offered: Card = -1
    """The card just given, which cannot be handed back; -1 for all but the two partners (K-08)."""
    score: tuple[int, ...]
    """Game points before this hand, by side (K-19)."""
    eggs: int
    """What the result of this hand counts by: 1, or more after 60 to 60 (K-20)."""
    totals: tuple[int, ...]
    """Card points carried from earlier hands, by side (K-21)."""
    booked: Booked
    ended: Ended = ""
    gains: tuple[int, ...]
    """Game points that this hand brought, by side (K-17, K-19)."""
    match_winner: int = -1
    """The side that has won the match with this hand's card points or account points; -1 none (K-21, K-22)."""

    def redact(self, seat: Seat) -> None:
        """Hides who is asked because of their cards, and which card partners have exchanged (K-08, K-09).

        To everybody else the first lead seems to be due. Only the leader can tell that they have to wait; for them
        somebody whom the seats alone determine seems to be asked.
        """
        if self.stage in ASKING and seat not in self.to_act:
            if seat == self.leader:
                left = (self.dealer + 1) % 4
                self.to_act = (left if left != seat else (left + 1) % 4,)
            else:
                self.stage = PLAY
                self.to_act = (self.leader,)
        if self.stage == RETURN and seat % 2 != self.to_act[0] % 2:
            self.offered = -1


@dataclass(frozen=True, slots=True)
class KozelStanding(Standing):
    """A match of Kozel between two hands."""

    score: tuple[int, ...] = ()
    """Game points by side (K-19)."""
    eggs: int = 1
    """The factor of the next result (K-20)."""
    totals: tuple[int, ...] = ()
    """Card points by side (K-21)."""
    booked: Booked = ()
