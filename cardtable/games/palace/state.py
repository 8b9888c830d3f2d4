"""The public facts of a deal of the ladder of the court."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cardtable.cards import BLACK_JOKER, MAX_PACKS, PACK, RED_JOKER, Card, Cards, cards_of
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

JOKERS: Final[Cards] = cards_of(pack * PACK + joker for pack in range(MAX_PACKS) for joker in (BLACK_JOKER, RED_JOKER))
MOST_ATTACKS: Final = 6
"""Attack cards in a bout, whatever the defender holds (G-57)."""

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
"""What is to be done.

Before the first attack: suits are voted for, or drawn at random (G-51); chores (G-53); the king looks at the hand, and
names trumps (G-55). In a bout: somebody chooses whom they attack (G-60), attacks, defends, says which card their joker
covers (G-64), may throw in, or the king answers who asked for leave (G-57). After a beaten one the king gives the word,
and the table is cleared (G-53)."""
MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)
IN_BOUT: Final = ("defend", "joker", "throw", "leave")
"""The moments in which cards lie on the table and the bout is going on."""


@facts
class PalaceState(State):
    """One deal of the ladder game."""

    played: int = 0
    """Deals of the match before this one that count (G-67)."""
    first_hand: bool = False
    """This deal gives the places (G-51)."""
    dealer: Seat
    ladder: tuple[Seat, ...] = ()
    """The seats from the king down to the stablehand (G-50); empty before the places are given."""
    before: tuple[Seat, ...] = ()
    """The ladder as it was when the deal began; empty in the deal that gives the places, and where nobody knows."""
    moment: Moment = "lot"
    votes: tuple[int, ...]
    """By seat the suit it voted for; -1 none yet."""
    trump: int = -1
    """-1 before it is named."""
    owners: tuple[Seat, ...] = ()
    """For every card of the stock whose packet it lies in; empty before the cards are dealt round."""
    bout: int = 0
    """1 the first of the deal; 0 before it."""
    attacker: Seat = -1
    """Who has the turn."""
    defender: Seat = -1
    """-1 while they are still to be chosen."""
    climbs: bool = False
    """Taken cards make the attacker and the defender swap places (G-59)."""
    attacks: tuple[Card, ...] = ()
    covers: tuple[Card, ...] = ()
    """By attack card the card that covers it, or NO_CARD."""
    jokers: tuple[Card, ...] = ()
    """Jokers of this bout that cover nothing; the last of them waits for a card to cover in the moment "joker"."""
    uncovered: Cards = 0
    ranks: Cards = 0
    """All cards of the ranks on the table."""
    held: int = 0
    """Cards that the defender held when the bout began (G-57)."""
    room: int = 0
    """Attack cards that may still be added."""
    taking: bool = False
    asking: tuple[Seat, ...] = ()
    """Whose turn to throw in comes next, the first of them now; who was refused leave may still be passed over."""
    leave: Seats = 0
    """Who has the king's leave in this bout."""
    no_leave: Seats = 0
    """Who was refused it."""
    offended: Seats = 0
    """Who has cleared the table while the bout was going on (G-63)."""
    shown: Seats = 0
    """Who has shown a card secretly in this bout; an observer knows only of their own seat (G-66)."""
    fell: Seat = -1
    """Who became stablehand as the last with cards; -1 nobody (yet)."""

    def redact(self, seat: Seat) -> None:
        """Nobody knows who else has shown a card."""
        self.shown &= 1 << seat

    @property
    def king(self) -> Seat:
        """Who stands on top."""
        return self.ladder[0]

    @property
    def stablehand(self) -> Seat:
        """Who stands at the bottom."""
        return self.ladder[-1]


@dataclass(frozen=True, slots=True)
class PalaceStanding(Standing):
    """A match of the ladder game between two deals (G-53, G-67)."""

    ladder: tuple[Seat, ...] = ()
    """From the king down; empty before the first hand."""
    played: int = 0
    """Deals that count."""
    kings: tuple[int, ...] = ()
    """Deals ended as king, by seat."""
    stablehands: tuple[int, ...] = ()
    """Deals ended as stablehand, by seat."""
