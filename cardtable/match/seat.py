"""A table as seen by a remote screen: one seat or none, with no access to anyone else's cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from cardtable.bots.finding import find_bot
from cardtable.bots.hints import Hint
from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import AnyRules, RuleBroken, SheetRow
from cardtable.engine.text import Text, say
from cardtable.match.chat import ChatLine
from cardtable.match.clock import time_told
from cardtable.match.evening import Evening
from cardtable.match.replay import Replay
from cardtable.match.shared import Heard, SharedTable
from cardtable.match.table import Kind
from cardtable.match.view import ONLOOKER, Outcome, View


class SeatTable:
    """The table from one seat: answers a screen's questions for this seat and no other."""

    kind: ClassVar[Kind] = "match"
    unaided: ClassVar[bool] = False
    kept: ClassVar[bool] = True
    watches: ClassVar[bool] = False
    """Whether the screen has no seat."""
    hears_watchers = True
    """Whether this player wants to hear viewers, if the host lets them speak."""
    is_new: ClassVar[bool] = False
    """False: the screen is notified of every deal that starts after it arrives."""
    path = None
    """A guest is not told where the record is stored."""

    def __init__(self, shared: SharedTable, seat: Seat, heard: Heard) -> None:
        """Takes the seat; `heard` is called with all news, and with `closed` when another screen takes the seat."""
        table = shared.table
        self.seat = seat
        self.here = frozenset({seat})
        self.people = table.people
        self.rules: AnyRules = table.rules
        self.title = table.title
        self.header = table.header._replace(seed=0)
        self.shared = shared
        self._table = table
        self._heard = heard
        self._take()

    def _take(self) -> None:
        self.shared.sit(self.seat, self._heard)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.shared.names)

    @property
    def away(self) -> frozenset[Seat]:
        """The people without a screen for whom no bot plays."""
        return self.people - self.shared.present - self.shared.played_by_bots

    # Queries

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """The current view of this seat's player."""
        assert seat == self.seat, "another player's cards"
        assert not open_hands, "other people's hands are secret"
        return self.shared.view_of(seat)

    def public_events(self, since: int = 0) -> list[Event]:
        """The public events of this deal."""
        return self.shared.public_events(since)

    def reason_of_last(self) -> Text | None:
        """Always None: guests do not get the bots' reasons."""
        return None

    def say_leaving(self, leaves: bool) -> None:
        """Announces whether this player leaves after this deal."""
        self.shared.say_leaving(self.seat, leaves=leaves)

    def may_resign(self, seat: Seat) -> bool:
        """Always False: nobody may give up where others could be sitting."""
        return False

    def leave(self) -> None:
        """Frees the seat when its screen is left."""
        self.close()

    def farewell(self) -> Text | None:
        """A bot's line to a player who leaves now; None if bots are silent."""
        return self._table.farewell()

    def tell(self, event: Event) -> Text | None:
        """The log line for an event."""
        return self._table.tell(event)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats to act, as far as this seat may know; empty while somebody may be asked in secret."""
        return () if self.shared.is_secret else self._table.to_act

    @property
    def deal_over(self) -> bool:
        return self.shared.deal_over

    @property
    def match_over(self) -> bool:
        return self.shared.deal_over and self._table.match_over

    @property
    def is_closed(self) -> bool:
        """Whether no more deals will follow."""
        return self.shared.deal_over and self._table.is_closed

    @property
    def deals(self) -> int:
        return self._table.deals

    @property
    def deals_of_match(self) -> int:
        """The number of the deal in its match."""
        return self._table.deals_of_match

    @property
    def deal_name(self) -> Text:
        return self._table.deal_name

    @property
    def evening(self) -> Evening | None:
        """The counts of the evening; None for a single match."""
        return self._table.evening

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The groups of partners in this deal."""
        return self._table.sides

    def get_up(self) -> None:
        """Ends the evening for this player. Raises OSError."""
        self.shared.get_up(self.seat)

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """The reason why this seat may not make this move, from what it may know."""
        assert seat == self.seat, "another player's cards"
        return (
            RuleBroken("", self.view(seat).scene.prompt) if self.shared.is_secret else self._table.explain(seat, move)
        )

    @property
    def left(self) -> float | None:
        """Seconds left for this player's move; None if no clock runs or it is not their turn."""
        return self.shared.left if self.to_act[:1] == (self.seat,) else None

    @property
    def days_left(self) -> Text | None:
        """The time left on a clock of days; None without such a clock, or if it is not this player's turn."""
        left, clock = self.left, self.shared.clock
        return None if left is None or clock is None or not clock.is_of_days else time_told(left)

    def since_own_move(self) -> int:
        """The number of events this player had seen at their last move in this deal; all of them if they have not
        moved.
        """
        return len(self._table.public_events()) if self.watches else self._table.since_own_move(self.seat)

    def result_lines(self) -> list[Text]:
        """The result of the deal. Only when it is over."""
        assert self.deal_over, "hands are still secret"
        return self._table.result_lines()

    def totals(self) -> list[tuple[Text, tuple[int, ...]]]:
        """The totals of the match: what is counted, with the number of each seat."""
        return self._table.totals()

    def outcome(self, seat: Seat | None) -> Outcome:
        """The result of the deal and the state of the match. Only when the deal is over."""
        return self._table.outcome(seat)

    @property
    def sheets_before(self) -> list[tuple[SheetRow, ...]]:
        """The score sheets of the earlier matches of this evening."""
        return self._table.sheets_before

    def sheet_notes(self) -> list[Text]:
        """The notes below the score sheet."""
        return self._table.sheet_notes()

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """A bot's advice for this seat; only where the table allows hints."""
        assert seat == self.seat, "another player's cards"
        assert self.shared.hints, "no hints are allowed"
        if style is not None:
            find_bot(style, self.header.family)
        return self._table.hint(seat, style, is_wanted)

    # Actions

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move, or keeps a secret answer. Raises RuleBroken and OSError without changing anything."""
        assert seat == self.seat, "another player's move"
        self.shared.submit(seat, move)

    def look_back(self) -> Replay | None:
        """The finished deals with open cards; None if that is not allowed. May be called from another thread.

        Raises BadRecord, Unreadable and OSError.
        """
        return self.shared.look_back()

    @property
    def may_speak(self) -> bool:
        """Whether the table hears what this screen says."""
        return True

    def say(self, text: str) -> bool:
        """Says a line to everybody at the table, cleaned and truncated; False if this player is over the limit."""
        return self.shared.speak(self.seat, text)

    def is_own(self, line: ChatLine) -> bool:
        """Whether this line was said here."""
        return line.by == self.seat

    def said(self, since: int) -> list[ChatLine]:
        """The lines after this number; viewers' lines only if this player wants to hear them."""
        lines = self.shared.spoken(since)
        return [line for line in lines if self.hears_watchers or not isinstance(line.by, str)]

    def ready(self) -> None:
        """Reports that this player has seen the result of the deal."""
        self.shared.ready(self.seat)

    def close(self) -> None:
        """Reports that this screen is gone; the match goes on."""
        self.shared.rise(self.seat, self._heard)


class WatchTable(SeatTable):
    """The table for a viewer: seen from the first seat, with all hands face down."""

    watches: ClassVar[bool] = True

    def __init__(self, shared: SharedTable, heard: Heard, name: str) -> None:
        super().__init__(shared, 0, heard)
        self.here = frozenset()
        self._name = name
        """The viewer's name."""

    def _take(self) -> None:
        self.shared.watch(self._heard)

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """The public view."""
        assert not open_hands, "hands are secret"
        return self.shared.view_of(ONLOOKER)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Always empty: this screen cannot act."""
        return ()

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """The refusal of any move: viewers do not play."""
        return RuleBroken("", say("You are watching."))

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """Never called: viewers have no cards."""
        raise AssertionError("whoever watches has no cards")

    def submit(self, seat: Seat, move: Move) -> None:
        """Does nothing."""

    @property
    def may_speak(self) -> bool:
        """Whether the host lets viewers speak."""
        return self.shared.hears_watchers

    def say(self, text: str) -> bool:
        """Says a line under the viewer's name; False if viewers are muted or this one is over the limit."""
        return self.shared.speak(self._name, text)

    def is_own(self, line: ChatLine) -> bool:
        """Whether this viewer said the line: names of viewers differ."""
        return line.by == self._name

    def ready(self) -> None:
        """Does nothing: the next deal does not wait for viewers."""

    def close(self) -> None:
        """Reports that this screen is gone."""
        self.shared.watch_no_more(self._heard)
