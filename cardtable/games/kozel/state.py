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
"""A player cuts, or the dealer deals without a cut (K-04)."""
PRAISE: Final = "praise"
"""Cards are laid to the praise columns (K-10)."""
REDEAL: Final = "redeal"
"""A player of a team without queens may call a redeal (K-09)."""
REPRAISE: Final = "repraise"
"""After the call, the praise winner chooses what is dealt again (K-09)."""
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
"""Stages in which a seat is asked because of its cards, so that the others must not know of it."""

Ended = Literal["", "counted", "captured", "cut", "redeal"]
Booked = tuple[tuple[int, ...], ...]
"""Account points taken so far: by side that took them, and by seat that paid (K-22)."""


@facts
class KozelState(State):
    """One hand of Kozel: everything from one deal to the scoring."""

    dealer: Seat
    hand: int
    """The number of the hand in its match, starting with 1 (K-03)."""
    stage: Stage = PLAY
    trump: int
    """The trump suit; -1 before it is known."""
    turned: Card = -1
    """The card that was turned up; -1 if none was."""
    leader: Seat = -1
    """The leader of this trick; before the first lead, the player who will lead it; -1 before that is known."""
    opening: bool = True
    """Whether no card of this hand has been led yet, apart from the praise."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick in playing order."""
    best: Card = -1
    """The card that is winning the trick; -1 before the lead."""
    winning: Seat = -1
    """The player of that card."""
    prefer: Cards = ALL_CARDS
    """A player holding any of these cards must play one: the suit led, or what may be led (K-11 to K-13)."""
    last: tuple[Card, ...] = ()
    """The cards of the last trick."""
    last_winner: Seat = -1
    """The winner of the last trick; -1 before there is one."""
    won: tuple[Cards, ...]
    """The cards taken in this hand, by side, including praise tricks and the first half (K-18)."""
    half: int = 1
    first_half: tuple[int, ...]
    """If halves are scored separately, the card points of the first one, by side (K-18)."""
    columns: tuple[tuple[Card, ...], ...] = ()
    """The face-up cards on the praise columns, clockwise from the boaster's left; empty before the boaster has laid,
    and after the praise (K-10)."""
    praise_winner: Seat = -1
    """The winner of the praise; -1 before it, and in a hand without one (K-10 e)."""
    calls: int = 0
    """Redeal calls made in this hand (K-09)."""
    keeping: bool = False
    """Whether the praise tricks stay out of the shuffle that is due (K-09)."""
    namer: Seat = -1
    """The player who names trumps; -1 if nobody does (K-29)."""
    offered: Card = -1
    """The card just given, which cannot be handed back; -1 for everybody but the two partners (K-08)."""
    score: tuple[int, ...]
    """Game points before this hand, by side (K-19)."""
    eggs: int
    """The factor of this hand's result: 1, or more after 60 to 60 (K-20)."""
    totals: tuple[int, ...]
    """Card points carried from earlier hands, by side (K-21)."""
    booked: Booked
    ended: Ended = ""
    gains: tuple[int, ...]
    """The game points from this hand, by side (K-17, K-19)."""
    match_winner: int = -1
    """The side that won the match through this hand's card points or account points; -1 for none (K-21, K-22)."""

    def redact(self, seat: Seat) -> None:
        """Hides which seats are asked because of their cards, and which cards partners exchange (K-08, K-09).

        The others see a deal in which the first lead is due. Only the leader can tell that they have to wait; to the
        leader a seat chosen by position alone seems to be asked.
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
