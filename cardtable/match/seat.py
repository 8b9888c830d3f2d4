"""The table as a screen elsewhere has it: one seat of it, or none, and no way to anybody else's cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    """The table as one seat has it: the questions that a screen asks, answered for this seat and for no other."""

    kind: ClassVar[Kind] = "match"
    unaided: ClassVar[bool] = False
    kept: ClassVar[bool] = True
    watches: ClassVar[bool] = False
    """Whether its screen has no seat."""
    hears_watchers = True
    """Whether this player likes to hear those who watch, where the host lets them speak."""
    is_new: ClassVar[bool] = False
    """It is told of every deal that begins after it has come."""
    path = None
    """A guest is not told where the record lies."""

    def __init__(self, shared: SharedTable, seat: Seat, heard: Heard) -> None:
        """Takes the seat; `heard` is told of all that happens, and `closed` when another screen takes it."""
        table = shared.table
        self.seat = seat
        self.here = frozenset({seat})
        self.people = table.people
        self.rules: AnyRules = table.rules
        self.title = table.title
        self.header = replace(table.header, seed=0)
        self.shared = shared
        self._table = table
        self._heard = heard
        self._take()

    def _take(self) -> None:
        self.shared.sit(self.seat, self._heard)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(self.shared.names)

    @property
    def away(self) -> frozenset[Seat]:
        """The people who have no screen now, and for whom nobody plays."""
        return self.people - self.shared.present - self.shared.played_by_bots

    # What this seat sees

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """What this seat's player sees now."""
        assert seat == self.seat, "another player's cards"
        assert not open_hands, "other people's hands are secret"
        return self.shared.view_of(seat)

    def public_events(self, since: int = 0) -> list[Event]:
        """What has happened in this deal, as it may be told aloud."""
        return self.shared.public_events(since)

    def reason_of_last(self) -> Text | None:
        """Guests are told no reasons."""
        return None

    def say_leaving(self, leaves: bool) -> None:
        """This player gets up after this deal, or stays after all."""
        self.shared.say_leaving(self.seat, leaves=leaves)

    def may_resign(self, seat: Seat) -> bool:
        """Nobody gives a deal up where others could be sitting."""
        return False

    def leave(self) -> None:
        """Nobody sits at this screen any more."""
        self.close()

    def farewell(self) -> Text | None:
        """What a bot says to whoever gets up now; None where they are silent."""
        return self._table.farewell()

    def tell(self, event: Event) -> Text | None:
        """The line of the log for an event."""
        return self._table.tell(event)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who may act now as this seat may know it; nobody while somebody may be asked in secret."""
        return () if self.shared.is_secret else self._table.to_act

    @property
    def deal_over(self) -> bool:
        return self.shared.deal_over

    @property
    def match_over(self) -> bool:
        return self.shared.deal_over and self._table.match_over

    @property
    def is_closed(self) -> bool:
        """Nothing is dealt here any more."""
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
        """What has been counted of the evening; None where none goes on."""
        return self._table.evening

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Who plays together in this deal."""
        return self._table.sides

    def get_up(self) -> None:
        """That was the evening for this player. Raises OSError."""
        self.shared.get_up(self.seat)

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """Why this seat may not make this move, from what it may know."""
        assert seat == self.seat, "another player's cards"
        return (
            RuleBroken("", self.view(seat).scene.prompt) if self.shared.is_secret else self._table.explain(seat, move)
        )

    @property
    def left(self) -> float | None:
        """Seconds that this player has for their move; None where no clock runs, or somebody else is to move."""
        return self.shared.left if self.to_act[:1] == (self.seat,) else None

    @property
    def days_left(self) -> Text | None:
        """What a clock of days says to who is to move; None where there is none, or somebody else is."""
        left, clock = self.left, self.shared.clock
        return None if left is None or clock is None or not clock.is_of_days else time_told(left)

    def since_own_move(self) -> int:
        """How many events of the deal this player was told up to their last move; all where they have made none."""
        return len(self._table.public_events()) if self.watches else self._table.since_own_move(self.seat)

    def result_lines(self) -> list[Text]:
        """How the deal ended. Only when it is over."""
        assert self.deal_over, "hands are still secret"
        return self._table.result_lines()

    def totals(self) -> list[tuple[Text, tuple[int, ...]]]:
        """What is counted over the match, and the number of every seat."""
        return self._table.totals()

    def outcome(self, seat: Seat | None) -> Outcome:
        """How the deal ended, and how the match stands. Only when it is over."""
        return self._table.outcome(seat)

    @property
    def sheets_before(self) -> list[tuple[SheetRow, ...]]:
        """The score sheets of the matches of this evening that were before."""
        return self._table.sheets_before

    def sheet_notes(self) -> list[Text]:
        """The lines under the score sheet."""
        return self._table.sheet_notes()

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """What a bot would do in this seat; only where the table allows hints."""
        assert seat == self.seat, "another player's cards"
        assert self.shared.hints, "no hints are allowed"
        if style is not None:
            find_bot(style, self.header.family)
        return self._table.hint(seat, style, is_wanted)

    # What this seat does

    def submit(self, seat: Seat, move: Move) -> None:
        """Makes a move, or keeps what is said in secret. Raises RuleBroken and OSError; nothing has then changed."""
        assert seat == self.seat, "another player's move"
        self.shared.submit(seat, move)

    def look_back(self) -> Replay | None:
        """The deals that are over, with open cards; None where that is not allowed. May be called in another thread.

        Raises BadRecord, Unreadable and OSError.
        """
        return self.shared.look_back()

    @property
    def may_speak(self) -> bool:
        """Whether this screen is heard at the table."""
        return True

    def say(self, text: str) -> bool:
        """Says a line to everybody at the table, cleaned and cut; False for somebody who says too much at once."""
        return self.shared.speak(self.seat, text)

    def is_own(self, line: ChatLine) -> bool:
        """Whether this line was said by `say` here."""
        return line.by == self.seat

    def said(self, since: int) -> list[ChatLine]:
        """What was said after the line of this number, of those who watch only while this player likes to hear them."""
        lines = self.shared.spoken(since)
        return [line for line in lines if self.hears_watchers or not isinstance(line.by, str)]

    def ready(self) -> None:
        """This player has seen how the deal ended."""
        self.shared.ready(self.seat)

    def close(self) -> None:
        """This screen is gone; the match goes on."""
        self.shared.rise(self.seat, self._heard)


class WatchTable(SeatTable):
    """The table as somebody has it who only watches: the first chair's side of it, with every hand face down."""

    watches: ClassVar[bool] = True

    def __init__(self, shared: SharedTable, heard: Heard, name: str) -> None:
        super().__init__(shared, 0, heard)
        self.here = frozenset()
        self._name = name
        """Of whoever watches."""

    def _take(self) -> None:
        self.shared.watch(self._heard)

    def view(self, seat: Seat, *, open_hands: bool = False) -> View:
        """What everybody sees now."""
        assert not open_hands, "hands are secret"
        return self.shared.view_of(ONLOOKER)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody whom this screen could ask."""
        return ()

    def explain(self, seat: Seat, move: Move) -> RuleBroken | None:
        """Whoever watches may not play."""
        return RuleBroken("", say("You are watching."))

    def hint(self, seat: Seat, style: str | None = None, is_wanted: Callable[[], bool] = lambda: True) -> Hint:
        """There is nobody to advise."""
        raise AssertionError("whoever watches has no cards")

    def submit(self, seat: Seat, move: Move) -> None:
        """Does nothing."""

    @property
    def may_speak(self) -> bool:
        """Where the host lets those who watch."""
        return self.shared.hears_watchers

    def say(self, text: str) -> bool:
        """Says a line by their name; False where they are not heard, or say too much at once."""
        return self.shared.speak(self._name, text)

    def is_own(self, line: ChatLine) -> bool:
        """Others who watch have other names."""
        return line.by == self._name

    def ready(self) -> None:
        """The next deal does not wait for those who watch."""

    def close(self) -> None:
        """This screen is gone."""
        self.shared.watch_no_more(self._heard)
