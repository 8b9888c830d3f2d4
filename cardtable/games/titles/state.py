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
"""The number of cards dealt to everybody who takes part (G-40, G-45, G-47)."""
TITLES: Final = ("king", "prince", "soldier", "peasant")
"""The titles from the highest to the lowest (G-41)."""
KING, PRINCE, SOLDIER, PEASANT = range(PLAYERS)
NOT_GIVEN: Final = -1
NO_TITLES: Final = (NOT_GIVEN,) * PLAYERS

Exchange = Literal["none", "soldier_gives", "soldier_gets", "peasant_gives", "peasant_gets"]
"""The exchange of the reign that is due (G-48): which player gives the king a card, or gets one back."""
EXCHANGES: Final[tuple[Exchange, ...]] = get_args(Exchange)


@facts
class TitlesState(State):
    """One deal of King, Prince, Soldier, Peasant: of stage one, or the reign."""

    reign: bool = False
    """Whether this is the reign, the last deal of the game (G-47), rather than a deal of stage one."""
    dealer: Seat
    order: tuple[Seat, ...]
    """The seats clockwise at the table: by number, or in the reign from king to peasant (G-47)."""
    titles: tuple[int, ...] = NO_TITLES
    """The title of each seat, from 0 (king) to 3 (peasant); `NOT_GIVEN` if the dealer has yet to give one."""
    before: tuple[int, ...]
    """Tricks won in earlier deals of stage one, by seat."""
    tricks: tuple[int, ...]
    """Tricks won in this deal, by seat."""
    staying: Seats
    """The seats that take part and have not left (G-44)."""
    trump: int = -1
    turn_up: Card = -1
    """The dealer's last card, which fixed trumps; -1 if a position does not name it."""
    exchange: Exchange = "none"
    received: Card = -1
    """The card that the king was given and may not return; -1 for other observers, and if there is none."""
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of this trick, the leader's first, then clockwise by seats still playing."""
    successors: tuple[Seat, ...] = ()
    """The seats of the reign from king to peasant, once stage one has ended (G-46); empty before."""
    winner: Seat = -1
    """The winner of the game, after the reign; -1 before (G-49)."""

    def redact(self, seat: Seat) -> None:
        """Hides the card given to the king from all but the king and its giver."""
        if self.received >= 0 and self.titles[seat] not in (KING, self.partner_title()):
            self.received = -1

    def partner_title(self) -> int:
        """The title that exchanges with the king now: soldier or peasant."""
        return SOLDIER if self.exchange.startswith("soldier") else PEASANT

    def seat_of(self, title: int) -> Seat:
        """The seat with this title."""
        return self.titles.index(title)


@dataclass(frozen=True, slots=True)
class TitlesStanding(Standing):
    """A game of four titles between two deals (G-45 to G-47)."""

    titles: tuple[int, ...] = ()
    """The titles of the next deal by seat; empty before they are given."""
    tricks: tuple[int, ...] = (0,) * PLAYERS
    """The tricks of stage one by seat."""
    reign: bool = False
    """Whether stage one has ended: the reign is next, or over."""
    reign_tricks: tuple[int, ...] = (0,) * PLAYERS
