"""The seating: the order of turns with players out and with teams (D-12, D-21, D-43, D-50 to D-55)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtable.engine.moves import Seat, Seats
from cardtable.games.durak.options import DurakOptions


class Place(NamedTuple):
    """A player and the seat they act from: their own, or that of a partner who is out (D-51)."""

    player: Seat
    seat: Seat


NOBODY = Place(-1, -1)


@dataclass(frozen=True, slots=True)
class Parts:
    """The players' parts in a bout, with everything that depends on these alone. Built once per table, and shared."""

    attacker: Seat
    """The principal attacker P (D-12)."""
    attacker_seat: Seat
    """The seat that P acts from: their own, or a vacant one of their team (D-51)."""
    defender: Seat
    defender_seat: Seat
    """The seat that D acts from."""
    opener: Seat
    """The player who opened this bout; differs from `attacker` after a transfer."""
    ring: tuple[Seat, ...]
    """The seats that may throw in by their place at the table, in ring order (D-21, D-53)."""
    draw_order: tuple[Seat, ...]
    """All seats, in the order in which hands are filled after the bout (D-30)."""
    to_open: tuple[Seat]
    """`to_act` when the attacker opens."""
    to_defend: tuple[Seat]
    """`to_act` when the defender covers."""
    place: int
    """The defender and their seat, encoded as one number."""


class Seating:
    """The seats of a table. `active` is always the set of players still in the deal."""

    def __init__(self, options: DurakOptions, seats: int) -> None:
        sides = {"none": seats, "2x2x2": 3}.get(options.teams, 2)
        self.seats = seats
        self.teams: tuple[Seats, ...] = tuple(
            sum(1 << seat for seat in range(side, seats, sides)) for side in range(sides)
        )
        """The players of each side; without teams every player is a side of their own."""
        self.side: tuple[Seats, ...] = tuple(self.teams[seat % sides] for seat in range(seats))
        """The side of each player: themselves and their team-mates."""
        self.alone = options.teams == "none"
        self.places = [[Place(player, seat) for seat in range(seats)] for player in range(seats)]
        """`places[player][seat]` is that player acting from that seat."""
        self._skips = options.team_vacant_seat == "skip"
        self._mates = [[seat for seat in self.clockwise(own) if self.side[own] >> seat & 1] for own in range(seats)]
        self._left = [(seat + 1) % seats for seat in range(seats)]

    def clockwise(self, seat: Seat) -> list[Seat]:
        """The other seats, starting on the left of this one."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def owner(self, active: Seats, seat: Seat) -> Seat:
        """The player who acts for this seat: its own, or the nearest team-mate clockwise; -1 for nobody (D-51)."""
        if active >> seat & 1:
            return seat
        return next((mate for mate in self._mates[seat] if active >> mate & 1), -1)

    def after(self, active: Seats, seat: Seat) -> Place:
        """The next seat clockwise that somebody acts for; the seat itself is tried last."""
        left = self._left[seat]
        if active >> left & 1:
            return self.places[left][left]
        for other in (*self.clockwise(seat), seat):
            player = self.owner(active, other)
            if player >= 0:
                return self.places[player][other]
        return NOBODY

    def _nearest(self, players: Seats, seat: Seat) -> Place:
        """The nearest of these players clockwise from a seat, each in their own seat."""
        return next((self.places[other][other] for other in self.clockwise(seat) if players >> other & 1), NOBODY)

    def defender(self, active: Seats, attacker: Place) -> Place:
        """The defender against this attacker (D-12)."""
        if self._skips:
            return self._nearest(active & ~self.side[attacker.player], attacker.player)
        return self.after(active, attacker.seat)

    def target(self, active: Seats, defender: Place) -> Place | None:
        """The player the defender may transfer to; None if only team-mates are left (D-43, D-54)."""
        if self._skips:
            target = self._nearest(active & ~self.side[defender.player], defender.player)
        else:
            target = self.after(active, defender.seat)
        return None if target == NOBODY or self.side[defender.player] >> target.player & 1 else target

    def opens_next(self, active: Seats, defender: Place, taken: bool) -> Place:
        """The player who opens the next bout (D-27, D-28)."""
        mates = self.side[defender.player]
        if taken:
            return self._nearest(active & ~mates, defender.player) if self._skips else self.after(active, defender.seat)
        if active >> defender.player & 1:
            return defender
        if self._skips:
            mate = self._nearest(active & mates, defender.player)
            return mate if mate != NOBODY else self._nearest(active, defender.player)
        player = self.owner(active, defender.seat)
        return self.places[player][defender.seat] if player >= 0 else self.after(active, defender.seat)

    def decided(self, active: Seats) -> bool:
        """Whether at most one side has players left (D-35, D-36, D-55)."""
        if self.alone:
            return active & (active - 1) == 0
        return any(active & ~team == 0 for team in self.teams)

    def ring(self, attacker: Seat, defender_seat: Seat) -> tuple[Seat, ...]:
        """R of D-21 without the defender's side: the attacker, then the others clockwise from the defender's seat."""
        others = [seat for seat in self.clockwise(defender_seat) if seat != attacker]
        barred = self.side[defender_seat]
        return tuple(seat for seat in (attacker, *others) if not barred >> seat & 1)

    def neighbour(self, active: Seats, defender: Place) -> Seat:
        """The defender's next opponent, clockwise from the seat they act from; -1 for none (`who_throws`)."""
        return self._nearest(active & ~self.side[defender.player], defender.seat).player

    def nearest_of(self, players: Seats, seat: Seat) -> Seat:
        """The first of these players clockwise from a seat, that seat included; -1 for none."""
        return next((other for other in (seat, *self.clockwise(seat)) if players >> other & 1), -1)
