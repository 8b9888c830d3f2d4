"""A table as one seat sees it between two moves: the scene, and the events of the deal so far."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

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
"""Stands for a viewer in place of a seat."""


class View(NamedTuple):
    """Everything a program shows a seat's player until the next move, and nothing more."""

    scene: Scene
    events: tuple[Event, ...]
    """The events of this deal, as the seat may know them."""
    rounds: tuple[LastRound, ...] = ()
    """The finished tricks, bouts or turns, the latest first; only the latest if earlier ones are closed."""
    is_turn: bool = False
    """Whether the seat comes first among those to act; it may have choices out of turn too."""
    may_take_back: bool = False
    """Whether the seat's last decision can be taken back."""
    is_alone: bool = False
    """Whether everybody else is a bot."""
    deal_over: bool = False
    match_over: bool = False
    sheet: tuple[SheetRow, ...] = ()
    """The score sheet, one row per deal; empty in games without points."""
    evening: Evening | None = None
    """The counts of the evening; None for a single match."""
    told_from: int = 0
    """The index of the first event shown in the log; more than 0 if people have to remember the earlier ones."""
    aside: bool = False
    """Whether the seat is asked in secret, or checks whether it is, in another player's turn."""

    @property
    def last_round(self) -> LastRound | None:
        """The latest finished trick, bout or turn."""
        return self.rounds[0] if self.rounds else None


class Outcome(NamedTuple):
    """The result of a deal as told to one seat or the whole table, and the state of the match after it."""

    ending: Ending
    totals: Sequence[tuple[Text, tuple[int, ...]]]
    """The totals of the match: what is counted, with the number of each seat."""
    winners: tuple[Seat, ...] | None = None
    """The winners of the match; None while it is in progress."""
    match_places: tuple[int, ...] = ()
    """The place of each seat in a finished match of several deals; empty while it is in progress."""
    notes: Sequence[Text] = ()
    """Notes about the match: how long it goes on, what is still to come."""


class DealEvents:
    """The events of a deal: all of them, as each seat may know them, and as everybody may.

    Redacted events are cached, because a view is requested after every move.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.begin()

    def begin(self) -> None:
        """Clears the events at the start of a deal, or before it is replayed from its beginning."""
        self.all: list[Event] = []
        """Everything, including hidden cards: for the table alone."""
        self._by_seat: dict[Seat, tuple[int, list[Event]]] = {}
        self._aloud: tuple[int, list[Event]] = 0, []

    def of(self, seat: Seat) -> list[Event]:
        """The events as this seat may know them."""
        read, told = self._by_seat.get(seat, (0, []))
        told += told_to(seat, self.all[read:])
        self._by_seat[seat] = len(self.all), told
        return told

    def aloud(self) -> list[Event]:
        """The public events."""
        read, told = self._aloud
        told += told_aloud(self._seats, self.all[read:])
        self._aloud = len(self.all), told
        return told


def if_silent(rules: AnyRules, state: State) -> State:
    """The deal if everybody asked in secret stays silent, without revealing cards that would then be drawn."""
    silent: State = rules.after_silence(state)
    silent.known = None if state.known is None else state.known[:]
    return silent
