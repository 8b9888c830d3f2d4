"""A table as one seat sees it between two moves: what it is shown, and what it was told of the deal so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtable.engine.moves import Event, Seat, told_aloud, told_to
from cardtable.engine.rounds import LastRound
from cardtable.engine.rules import AnyRules, SheetRow
from cardtable.engine.scene import Scene
from cardtable.engine.state import State
from cardtable.engine.text import Text
from cardtable.engine.verdict import Ending
from cardtable.match.evening import Evening

ONLOOKER: Final = -1
"""In place of a seat: somebody who only watches."""


class View(NamedTuple):
    """All that a program shows a seat's player until the next move, and nothing more."""

    scene: Scene
    events: tuple[Event, ...]
    """What has happened in this deal, as the seat may know it."""
    rounds: tuple[LastRound, ...] = ()
    """The tricks, bouts or turns that are over, the last one first; it alone where others may not be looked at."""
    is_turn: bool = False
    """Whether the seat comes first among those who may act; it may have choices out of turn too."""
    may_take_back: bool = False
    """Whether the seat's last decision can be taken back."""
    is_alone: bool = False
    """Whether everybody else is a bot."""
    deal_over: bool = False
    match_over: bool = False
    sheet: tuple[SheetRow, ...] = ()
    """The score sheet, a row a deal; empty where no points are written down."""
    evening: Evening | None = None
    """What has been counted of the evening; None where none goes on."""
    told_from: int = 0
    """The first of the events that the log tells: 0 unless people remember the others themselves."""
    aside: bool = False
    """Whether the seat is asked in secret, or looks whether it is, while it is another player's turn."""

    @property
    def last_round(self) -> LastRound | None:
        """The trick, bout or turn that was over last."""
        return self.rounds[0] if self.rounds else None


class Outcome(NamedTuple):
    """How a deal ended, as it is said to one seat or to the whole table, and how the match stands after it."""

    ending: Ending
    totals: Sequence[tuple[Text, tuple[int, ...]]]
    """What is counted over the match, and the number of every seat."""
    winners: tuple[Seat, ...] | None = None
    """Who has won the match; None while it goes on."""
    match_places: tuple[int, ...] = ()
    """By seat the place in a match of several deals that is over; empty while it goes on."""
    notes: Sequence[Text] = ()
    """What is to be said of the match: how long it goes on, what is still to come."""


class DealEvents:
    """What has happened in a deal: all of it, as each seat may know it, and as everybody may.

    A view is asked for after every move: what was told once is kept.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.begin()

    def begin(self) -> None:
        """Nothing has happened yet in the deal that begins, or is played again from its beginning."""
        self.all: list[Event] = []
        """Everything, hidden cards too: for the table alone."""
        self._by_seat: dict[Seat, tuple[int, list[Event]]] = {}
        self._aloud: tuple[int, list[Event]] = 0, []

    def of(self, seat: Seat) -> list[Event]:
        """What has happened, as this seat may know it."""
        read, told = self._by_seat.get(seat, (0, []))
        told += told_to(seat, self.all[read:])
        self._by_seat[seat] = len(self.all), told
        return told

    def aloud(self) -> list[Event]:
        """What has happened, as everybody may know it."""
        read, told = self._aloud
        told += told_aloud(self._seats, self.all[read:])
        self._aloud = len(self.all), told
        return told


def if_silent(rules: AnyRules, state: State) -> State:
    """The deal when all who are asked in secret keep silent; no card is seen yet that would be drawn then."""
    silent: State = rules.after_silence(state)
    silent.known = None if state.known is None else state.known[:]
    return silent
