"""The public facts of a deal of Durak."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cardtable.cards import Card, Cards, only_card, rank_of
from cardtable.engine.moves import Seat, Seats
from cardtable.engine.rules import Standing
from cardtable.engine.scene import NO_CARD
from cardtable.engine.state import State, facts
from cardtable.games.durak.seating import Parts

NO_LIMIT = 1000
"""More attack cards than there are: `max_attack` = none."""


GUARD = 100
"""Bouts taken in a row without a draw after which the deal is drawn (D-37)."""


@facts
class DurakState(State):
    """One deal of Durak. Who is asked what follows from these facts alone:

    no attack card: the attacker opens; `taking`: the seats of `asking` add cards in turn (D-24); otherwise with
    `asking`: they may throw before the defender goes on (D-25); with `uncovered`: the defender; else somebody has the
    word (D-22).
    """

    dealer: Seat
    first_deal: bool = True
    """The first deal of a match (D-42)."""
    trump: int = -1
    """The trump suit; -1 in a deal without trumps."""
    turn_up: Card = -1
    """The card that fixed the trump suit, or the lowest trump since it was exchanged for it (D-87); -1 if none did."""
    bout: int = 0
    """1 for the first bout of the deal."""
    parts: Parts = field(init=False)
    """Who attacks and who defends."""
    attacks: tuple[Card, ...] = ()
    covered: tuple[tuple[Card, Cards], ...] = ()
    """The attack cards that are covered, in the order in which they were, each with the card that covers it."""
    uncovered: Cards = 0
    ranks: Cards = 0
    """All cards of the ranks on the table (D-19)."""
    limit: int = 0
    """L of D-13 in this bout, `NO_LIMIT` for none."""
    most: int = 0
    """L of this bout without the limit of the first bout."""
    room: int = 0
    """`cap` of D-13: how many attack cards may still be added in this bout."""
    passed: Seats = 0
    thrower: Seat = -1
    """Who threw in last in this bout, since the last transfer; -1 nobody."""
    asking: tuple[Seat, ...] = ()
    taking: bool = False
    """The defender has said that they take (D-24)."""
    shown: tuple[tuple[Seat, Card], ...] = ()
    """The travel cards shown in their scope, and by whom (D-47, D-48)."""
    beaten_once: bool = False
    """A bout of this deal has been beaten."""
    idle_takes: int = 0
    """Bouts in a row that were taken and after which nobody drew (D-37)."""
    active: Seats
    emptied: tuple[Seat, ...] = ()
    """Seats whose hands ran out in this bout while the stock may still fill them, in order (D-33)."""
    out: tuple[Seat, ...] = ()
    """Who has left the deal, in finishing order (D-33)."""
    fool: Seat = -1
    """The fool's seat of a deal that is over; -1 while it goes on and when it is drawn (D-35, D-56)."""
    losers: Seats = 0
    """The fool, or their whole team (D-55)."""
    epaulettes: int = 0
    """How many epaulettes were hung on the fool (D-71)."""
    awarded: Seat = -1
    """Who got the epaulette that they needed for the ladder; -1 nobody (D-72)."""
    needs: tuple[int, ...]
    """By player how many steps of the ladder they, or their team, have climbed."""
    self_asked: bool = False
    """The defender is asked whether to add a card against themselves (D-75)."""
    self_thrown: Cards = 0
    """The cards of this bout that a defender added against themselves; each is covered, or all is taken (D-75)."""
    settled: Cards = 0
    """With `cheating`, the covers that were there before the last transfer: nobody can accuse them any more (D-74)."""
    handed: Transfer | None = None
    """With `cheating`, the laid transfer that may still be accused (D-74)."""
    cheated: tuple[int, ...]
    """Cheats spent in this deal by seat; an observer knows only their own."""
    caught: Seats = 0
    """Who was caught in this bout and may not cheat again in it."""
    barred: Seats = 0
    """Who accused falsely in this bout: they may neither accuse nor throw in."""
    calling: tuple[Seat, ...] = ()
    """Who is still asked in the last call before a beaten bout closes (D-74)."""

    @property
    def covers(self) -> tuple[Card, ...]:
        """By attack card the card that covers it, or NO_CARD."""
        by_attack = dict(self.covered)
        return tuple([only_card(by_attack[card]) if card in by_attack else NO_CARD for card in self.attacks])

    @property
    def table_ranks(self) -> tuple[int, ...]:
        """The ranks on the table, the lowest first (D-19)."""
        return tuple(sorted({rank_of(card) for card in (*self.attacks, *self.covers) if card != NO_CARD}))

    @property
    def attacker(self) -> Seat:
        """The principal attacker P (D-12)."""
        return self.parts.attacker

    @property
    def attacker_seat(self) -> Seat:
        """The seat that they act from."""
        return self.parts.attacker_seat

    @property
    def defender(self) -> Seat:
        """The defender D (D-12)."""
        return self.parts.defender

    @property
    def defender_seat(self) -> Seat:
        """The seat that they act from."""
        return self.parts.defender_seat

    @property
    def opener(self) -> Seat:
        """Who opened this bout."""
        return self.parts.opener

    def redact(self, seat: Seat) -> None:
        """Leaves of the cheats spent only the observer's own (D-73)."""
        self.cheated = tuple(count if other == seat else 0 for other, count in enumerate(self.cheated))


class Transfer(NamedTuple):
    """A laid transfer that can still be undone: until the new defender acts (D-74)."""

    player: Seat
    card: Card
    uncovered: Cards
    """The attack cards that were open before it."""
    parts: Parts
    """Who attacked whom before it."""
    settled: Cards
    """The covers that nobody could accuse before it."""


@dataclass(frozen=True, slots=True)
class DurakStanding(Standing):
    """A match of Durak between two deals (D-80)."""

    fools: tuple[int, ...] = ()
    firsts: tuple[int, ...] = ()
    """Deals in which the seat was the first to finish."""
    draws: int = 0
    fool: Seat | None = None
    """The fool of the last deal; None before the first deal and after a draw (D-11)."""
    first: Seat | None = None
    """Who finished first in the last deal; the first finisher of the winning team (D-56)."""
    epaulettes: tuple[int, ...] = ()
    """Epaulettes worn by seat (D-71), or steps climbed on the ladder (D-72)."""
