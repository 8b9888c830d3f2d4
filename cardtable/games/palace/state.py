"""The public facts of a deal of the Palace Ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cardtable.cards import BLACK_JOKER, MAX_PACKS, PACK, RED_JOKER, Card, Cards, cards_of
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

JOKERS: Final[Cards] = cards_of(pack * PACK + joker for pack in range(MAX_PACKS) for joker in (BLACK_JOKER, RED_JOKER))
MOST_ATTACKS: Final = 6
"""The limit of attack cards in a bout, whatever the defender holds (G-57)."""

Moment = Literal[
    "vote",
    "lot",
    "mix",
    "cut",
    "deal",
    "look",
    "trump",
    "choose",
    "attack",
    "defend",
    "joker",
    "throw",
    "leave",
    "word",
    "clear",
    "over",
]
"""The next thing to be done.

Before the first attack: suits are voted for, or drawn at random (G-51); chores (G-53); the king looks at the hand, and
names trumps (G-55). In a bout: a player chooses whom to attack (G-60), attacks, defends, says which card their joker
covers (G-64), may throw in, or the king answers a request for leave (G-57). After a beaten bout the king gives the
word, and the table is cleared (G-53).
"""
MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)
IN_BOUT: Final = ("defend", "joker", "throw", "leave")
"""The moments during a bout, with cards on the table."""


@facts
class PalaceState(State):
    """One deal of the Palace Ladder."""

    played: int = 0
    """The number of earlier deals of the match that count (G-67)."""
    first_hand: bool = False
    """Whether this deal gives the places (G-51)."""
    dealer: Seat
    ladder: tuple[Seat, ...] = ()
    """The seats from the king down to the stablehand (G-50); empty before the places are given."""
    before: tuple[Seat, ...] = ()
    """The ladder at the start of the deal; empty in the deal that gives the places, and if unknown."""
    moment: Moment = "lot"
    votes: tuple[int, ...]
    """The suit each seat voted for; -1 before its vote."""
    trump: int = -1
    """The trump suit; -1 before it is named."""
    owners: tuple[Seat, ...] = ()
    """For every card of the stock, the seat its packet belongs to; empty before the cards are dealt round."""
    bout: int = 0
    """The number of the bout in the deal, 1 for the first; 0 before it."""
    attacker: Seat = -1
    """The seat with the turn."""
    defender: Seat = -1
    """The defender; -1 before they are chosen."""
    climbs: bool = False
    """Whether attacker and defender swap places if the cards are taken (G-59)."""
    attacks: tuple[Card, ...] = ()
    covers: tuple[Card, ...] = ()
    """The cover of each attack card, or NO_CARD."""
    jokers: tuple[Card, ...] = ()
    """Jokers of this bout that cover nothing; in the moment "joker", the last one waits for a card to cover."""
    uncovered: Cards = 0
    ranks: Cards = 0
    """All cards of the ranks on the table."""
    held: int = 0
    """The number of cards the defender held at the start of the bout (G-57)."""
    room: int = 0
    """The number of attack cards that may still be added."""
    taking: bool = False
    asking: tuple[Seat, ...] = ()
    """The seats to be asked for throw-ins, the current one first; may include seats that were refused leave."""
    leave: Seats = 0
    """The seats with the king's leave in this bout."""
    no_leave: Seats = 0
    """The seats refused leave in this bout."""
    offended: Seats = 0
    """The seats that cleared the table during the bout (G-63)."""
    shown: Seats = 0
    """The seats that secretly showed a card in this bout; an observer knows only about their own (G-66)."""
    fell: Seat = -1
    """The player who became stablehand as the last one with cards; -1 for nobody (yet)."""

    def redact(self, seat: Seat) -> None:
        """Hides which other seats have shown a card."""
        self.shown &= 1 << seat

    @property
    def king(self) -> Seat:
        """The seat at the top."""
        return self.ladder[0]

    @property
    def stablehand(self) -> Seat:
        """The seat at the bottom."""
        return self.ladder[-1]


@dataclass(frozen=True, slots=True)
class PalaceStanding(Standing):
    """A match of the Palace Ladder between two deals (G-53, G-67)."""

    ladder: tuple[Seat, ...] = ()
    """The seats from the king down; empty before the first hand."""
    played: int = 0
    """The number of deals that count."""
    kings: tuple[int, ...] = ()
    """The number of deals each seat ended as king."""
    stablehands: tuple[int, ...] = ()
    """The number of deals each seat ended as stablehand."""
