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
"""More attack cards than a pack has, for `max_attack` = none."""


GUARD = 100
"""After this many bouts taken in a row without drawing, the deal is drawn (D-37)."""


@facts
class DurakState(State):
    """One deal of Durak. The next player to act follows from these facts alone:

    no attack card: the attacker opens; `taking`: the seats of `asking` add cards in turn (D-24); otherwise with
    `asking`: they may throw in before the defender continues (D-25); with `uncovered`: the defender; otherwise the seat
    that has the word (D-22).
    """

    dealer: Seat
    first_deal: bool = True
    """Whether this is the first deal of a match (D-42)."""
    trump: int = -1
    """The trump suit; -1 in a deal without trumps."""
    turn_up: Card = -1
    """The card that fixed the trump suit, or the lowest trump once exchanged for it (D-87); -1 without such a card."""
    bout: int = 0
    """The number of the bout, 1 for the first of the deal."""
    parts: Parts = field(init=False)
    """The attacker, the defender and the parts of the other players."""
    attacks: tuple[Card, ...] = ()
    covered: tuple[tuple[Card, Cards], ...] = ()
    """The covered attack cards, in the order in which they were covered, each with its cover."""
    uncovered: Cards = 0
    ranks: Cards = 0
    """All cards of the ranks on the table (D-19)."""
    limit: int = 0
    """L of D-13 in this bout; `NO_LIMIT` for none."""
    most: int = 0
    """L of this bout, disregarding the limit of the first bout."""
    room: int = 0
    """`cap` of D-13: how many attack cards may still be added in this bout."""
    passed: Seats = 0
    thrower: Seat = -1
    """The last player to throw in since the last transfer in this bout; -1 for nobody."""
    asking: tuple[Seat, ...] = ()
    taking: bool = False
    """Whether the defender has said that they take (D-24)."""
    shown: tuple[tuple[Seat, Card], ...] = ()
    """The travel cards shown in their scope, with the players who showed them (D-47, D-48)."""
    beaten_once: bool = False
    """Whether any bout of this deal has been beaten."""
    idle_takes: int = 0
    """The number of bouts in a row that were taken without anybody drawing afterwards (D-37)."""
    active: Seats
    emptied: tuple[Seat, ...] = ()
    """Seats with a hand that ran out in this bout but may be refilled from the stock, in order (D-33)."""
    out: tuple[Seat, ...] = ()
    """The seats that have left the deal, in finishing order (D-33)."""
    fool: Seat = -1
    """The fool's seat after the deal; -1 during the deal and in a draw (D-35, D-56)."""
    losers: Seats = 0
    """The fool, or the fool's whole team (D-55)."""
    epaulettes: int = 0
    """The number of epaulettes hung on the fool (D-71)."""
    awarded: Seat = -1
    """The player who got the epaulette they needed for the ladder; -1 for nobody (D-72)."""
    needs: tuple[int, ...]
    """The ladder steps that each player, or their team, has climbed."""
    self_asked: bool = False
    """Whether the defender is being asked to add a card against themselves (D-75)."""
    self_thrown: Cards = 0
    """The cards of this bout that a defender added against themselves; each gets covered, or all are taken (D-75)."""
    settled: Cards = 0
    """With `cheating`, the covers from before the last transfer: they can no longer be accused (D-74)."""
    handed: Transfer | None = None
    """With `cheating`, the transfer that may still be accused (D-74)."""
    cheated: tuple[int, ...]
    """Cheats used in this deal by seat; an observer knows only their own."""
    caught: Seats = 0
    """The players caught in this bout, who may not cheat again in it."""
    barred: Seats = 0
    """The players who accused falsely in this bout: they may neither accuse nor throw in."""
    calling: tuple[Seat, ...] = ()
    """The seats still to be asked in the last call before a beaten bout closes (D-74)."""

    @property
    def covers(self) -> tuple[Card, ...]:
        """The cover of each attack card, or NO_CARD."""
        by_attack = dict(self.covered)
        return tuple([only_card(by_attack[card]) if card in by_attack else NO_CARD for card in self.attacks])

    @property
    def table_ranks(self) -> tuple[int, ...]:
        """The ranks on the table, lowest first (D-19)."""
        return tuple(sorted({rank_of(card) for card in (*self.attacks, *self.covers) if card != NO_CARD}))

    @property
    def attacker(self) -> Seat:
        """The principal attacker P (D-12)."""
        return self.parts.attacker

    @property
    def attacker_seat(self) -> Seat:
        """The seat that the attacker acts from."""
        return self.parts.attacker_seat

    @property
    def defender(self) -> Seat:
        """The defender D (D-12)."""
        return self.parts.defender

    @property
    def defender_seat(self) -> Seat:
        """The seat that the defender acts from."""
        return self.parts.defender_seat

    @property
    def opener(self) -> Seat:
        """The player who opened this bout."""
        return self.parts.opener

    def redact(self, seat: Seat) -> None:
        """Hides the cheats used by all players but the observer (D-73)."""
        self.cheated = tuple(count if other == seat else 0 for other, count in enumerate(self.cheated))


class Transfer(NamedTuple):
    """A transfer that can still be undone, until the new defender acts (D-74)."""

    player: Seat
    card: Card
    uncovered: Cards
    """The uncovered attack cards before it."""
    parts: Parts
    """The attacker and defender before it."""
    settled: Cards
    """The covers that could not be accused before it."""


@dataclass(frozen=True, slots=True)
class DurakStanding(Standing):
    """A match of Durak between two deals (D-80)."""

    fools: tuple[int, ...] = ()
    firsts: tuple[int, ...] = ()
    """The number of deals in which each seat finished first."""
    draws: int = 0
    fool: Seat | None = None
    """The fool of the last deal; None before the first deal and after a draw (D-11)."""
    first: Seat | None = None
    """The first player to finish the last deal; with teams, the first of the winning team (D-56)."""
    epaulettes: tuple[int, ...] = ()
    """The epaulettes that each seat wears (D-71), or its steps on the ladder (D-72)."""
