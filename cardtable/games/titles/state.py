"""The public facts of a deal of the four titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from cardtable.cards import Card
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.state import State, facts

PLAYERS: Final = 4
HAND: Final = 9
"""Cards dealt to everybody who takes part (G-40, G-45, G-47)."""
TITLES: Final = ("king", "prince", "soldier", "peasant")
"""The titles from the highest to the lowest (G-41)."""
KING, PRINCE, SOLDIER, PEASANT = range(PLAYERS)
NOT_GIVEN: Final = -1
NO_TITLES: Final = (NOT_GIVEN,) * PLAYERS

Exchange = Literal["none", "soldier_gives", "soldier_gets", "peasant_gives", "peasant_gets"]
"""The exchange of the reign that is due (G-48): who gives the king a card, or gets one back."""
EXCHANGES: Final[tuple[Exchange, ...]] = get_args(Exchange)


@facts
class TitlesState(State):
    """One deal of King, Prince, Soldier, Peasant: of stage one, or the reign."""

    reign: bool = False
    """The last deal of the game (G-47); else one of stage one."""
    dealer: Seat
    order: tuple[Seat, ...]
    """The seats clockwise at the table: by number, in the reign from king to peasant (G-47)."""
    titles: tuple[int, ...] = NO_TITLES
    """By seat 0 (king) to 3 (peasant); `NOT_GIVEN` where the dealer has still to give one."""
    before: tuple[int, ...]
    """Tricks won in earlier deals of stage one, by seat."""
    tricks: tuple[int, ...]
    """Tricks won in this deal, by seat."""
    staying: Seats
    """Who takes part and has not left (G-44)."""
    trump: int = -1
    turn_up: Card = -1
    """The dealer's last card, which fixed trumps; -1 where a position does not name it."""
    exchange: Exchange = "none"
    received: Card = -1
    """The card that the king was given and may not return; -1 for nobody else to see, and where there is none."""
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of this trick, the leader's first, then clockwise by who is staying."""
    successors: tuple[Seat, ...] = ()
    """King to peasant of the reign, once stage one has ended (G-46); empty before."""
    winner: Seat = -1
    """Of the game, once the reign is over; -1 before (G-49)."""

    def redact(self, seat: Seat) -> None:
        """A card that the king was given is known to them and its giver."""
        if self.received >= 0 and self.titles[seat] not in (KING, self.partner_title()):
            self.received = -1

    def partner_title(self) -> int:
        """Whose exchange with the king is due: the soldier's or the peasant's."""
        return SOLDIER if self.exchange.startswith("soldier") else PEASANT

    def seat_of(self, title: int) -> Seat:
        """Who has this title."""
        return self.titles.index(title)


@dataclass(frozen=True, slots=True)
class TitlesStanding(Standing):
    """A game of four titles between two deals (G-45 to G-47)."""

    titles: tuple[int, ...] = ()
    """By seat the titles of the next deal; empty before they are given."""
    tricks: tuple[int, ...] = (0,) * PLAYERS
    """Tricks of stage one."""
    reign: bool = False
    """Stage one has ended: the reign is next, or over."""
    reign_tricks: tuple[int, ...] = (0,) * PLAYERS
