"""A record for viewing: every moment as one seat knew it, or with all hands open; and for playing on from there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from cardtable import __version__
from cardtable.engine.moves import DEALER, Event, Move, Seat, told_aloud, told_to
from cardtable.engine.rounds import LastRound, layers, rounds_over
from cardtable.engine.rules import SheetRow, Standing
from cardtable.engine.scene import Scene, with_layers, with_open_hands
from cardtable.engine.state import Observation, State, observe
from cardtable.engine.text import Text
from cardtable.files import Unreadable, sync_folder
from cardtable.games import family
from cardtable.match.match import Decided, Match
from cardtable.match.record import (
    CLOCK,
    BadRecord,
    Header,
    Journal,
    OtherRules,
    Record,
    SecretDeal,
    is_closed,
    read_header,
    tell,
)
from cardtable.match.terms import PERSON


@dataclass(frozen=True, slots=True)
class Moment:
    """The situation after a line of the record; the dealer's shuffles belong to the line before them."""

    lines: int
    """The number of lines read up to here."""
    kind: str
    """`deal`, `move` or `undo`."""
    deal: int
    """The number of the deal, from 1."""
    moves: int
    """The number of moves of this deal that still stand."""
    seat: Seat
    move: Move | None
    events: tuple[Event, ...]
    """The events of the line; after an `undo`, all remaining events of the deal."""
    state: State
    standing: Standing

    def decides(self, seats: Collection[Seat]) -> bool:
        """Whether one of these seats decided here; a move made because time was up does not count."""
        return self.seat in seats and not any(event.kind == CLOCK for event in self.events)


class Replay:
    """All moments of a record, for a program that may show any of them. It holds every card, so callers must say who
    looks.
    """

    def __init__(self, record: Record, *, secret: bool = False, only: int | None = None) -> None:
        """Replays the record; with `secret`, only up to the last finished deal if several people play.

        A long match takes much memory: if `only` one deal is wanted, the last moment of every other deal stands in for
        all its moments.

        Raises BadRecord, also if nothing is left to look at.
        """
        self.record = record
        self.header = record.header
        self.names = record.header.names
        self.rules = record.rules()
        game = family(record.header.family)
        preset = game.presets.get(record.header.preset)
        self.title = Text(game.title if preset is None else preset.title)
        self.people = tuple(seat for seat, kind in enumerate(record.header.kinds) if kind == PERSON)
        self.moments: list[Moment] = []
        self.deals: list[int] = []
        """The index of each deal's first moment."""
        self._called: list[Text] = []
        """The name of each deal."""
        self.ends: Text | None = None
        """The reason why the replay ends before the record does: today's rules do not allow the rest."""
        self._made: list[list[int]] = []
        """For each deal, the moments of the moves that stand; -1 for the dealer's."""
        self.is_branch = False
        """Whether it ends with moves that were never made."""
        self._only = only
        self._play_through()
        if not self.moments:
            raise BadRecord(1, "nothing was dealt")
        if secret and len(self.people) > 1 and not self.over(-1):
            del self.moments[self.deals.pop() :]
            if not self.moments:
                raise SecretDeal(2)

    def _play_through(self) -> None:
        match = self.record.match({self.header.agreed: self.rules})
        try:
            self._take_in(match)
        except OtherRules as error:
            if not self.moments:
                raise
            self.ends = error.text

    def _take_in(self, match: Match) -> None:
        for number, step in enumerate(self.record.replay(match), 1):
            if step.kind in ("resign", "up"):
                self.moments[-1] = dataclasses.replace(
                    self.moments[-1], lines=number, events=(*self.moments[-1].events, *step.events)
                )
            if step.kind in ("help", "resign", "end", "up", "rise"):
                continue
            if step.kind == "deal":
                self._let_go()
                self.deals.append(len(self.moments))
                self._called.append(match.deal_name)
                self._made.append([])
            elif step.kind == "undo":
                del self._made[-1][-step.undone :]
            else:
                self._made[-1].append(-1 if step.seat == DEALER else len(self.moments))
            by_dealer = step.kind == "move" and step.seat == DEALER
            last = self.moments.pop() if by_dealer else None
            self.moments.append(
                Moment(
                    number,
                    step.kind if last is None else last.kind,
                    match.deals,
                    sum(made >= 0 for made in self._made[-1]),
                    step.seat if last is None else last.seat,
                    step.move if last is None else last.move,
                    (*(() if last is None else last.events), *step.events),
                    match.state.copy(),
                    match.standing,
                )
            )

        self._let_go()

    def _let_go(self) -> None:
        """Drops all moments of the last deal but the final one, unless it is the deal wanted."""
        if self._only not in (None, len(self.deals)) and self.deals:
            begin = self.deals[-1]
            self.moments[begin:] = self.moments[-1:] * (len(self.moments) - begin)
            self._made[-1].clear()

    # Views

    def deal_name(self, deal: int, *, of_all: bool = False) -> Text:
        """The name of this deal; with `of_all` it includes the number of deals, unless it is an evening."""
        if of_all and not self.header.evening:
            return self.rules.deal_name(deal, len(self.deals))
        return self._called[deal - 1]

    def over(self, at: int) -> bool:
        """Whether the deal has ended at this moment."""
        return not self.moments[at].state.to_act

    def scene(self, at: int, seat: Seat, *, open_hands: bool = False) -> Scene:
        """The table as this seat's player saw it, without choices; with `open_hands`, all hands are shown."""
        state = self.moments[at].state
        scene = self.rules.scene(observe(state, seat))
        scene = scene._replace(title=self.title, choices=(), verb="", targets=())
        scene = with_layers(scene, layers(list(self._happened(at)), self.rules.rounds))
        return with_open_hands(scene, state.places) if open_hands else scene

    def told(self, at: int, seat: Seat | None) -> list[Text]:
        """The log lines of this moment as told to this seat; everything if None."""
        return self._told(self.moments[at].events, seat)

    def log(self, at: int, seat: Seat | None) -> list[Text]:
        """The log of the deal up to this moment as told to this seat."""
        return self._told(self._happened(at), seat)

    def _happened(self, at: int) -> Iterator[Event]:
        """The events of the deal up to this moment."""
        begin = at
        while self.moments[begin].kind == "move":
            begin -= 1
        return (event for moment in self.moments[begin : at + 1] for event in moment.events)

    def _told(self, events: Iterable[Event], seat: Seat | None) -> list[Text]:
        lines = (tell(self.rules, event) for event in (events if seat is None else told_to(seat, events)))
        return [line for line in lines if line is not None]

    def rounds(self, at: int) -> Iterator[LastRound]:
        """The finished rounds of the deal that may be looked at again at this moment, the latest first."""
        rounds, seats = self.rules.rounds, len(self.names)
        if rounds.stay_open:
            yield from rounds_over(told_aloud(seats, self._happened(at)), rounds)

    def result(self, at: int) -> list[Text]:
        """The result of the deal; empty while it is in progress."""
        return list(self.rules.result_lines(self.moments[at].state)) if self.over(at) else []

    def sheet(self, at: int) -> tuple[SheetRow, ...]:
        """The score sheet at this moment."""
        return self.moments[at].standing.sheet

    # Navigation

    def deal_at(self, at: int) -> range:
        """The moments of the deal that contains this one."""
        nth = self.moments[at].deal - 1
        return range(self.deals[nth], self.deals[nth + 1] if nth + 1 < len(self.deals) else len(self.moments))

    def decisions(self, at: int, seats: Collection[Seat]) -> list[int]:
        """The moments in this moment's deal at which one of these seats made a decision that stood."""
        made = self._made[self.moments[at].deal - 1]
        return [moment for moment in made if moment >= 0 and self.moments[moment].decides(seats)]

    def standing(self, deal: int) -> list[int]:
        """The moments of a deal that stand, from its beginning, without undone moves and undo lines."""
        return [self.deals[deal - 1], *(at for at in self._made[deal - 1] if at >= 0)]

    def before(self, at: int) -> Observation:
        """What the seat that decided at this moment knew before it."""
        return observe(self.moments[at - 1].state, self.moments[at].seat)

    def decided(self, at: int) -> Decided:
        """The decision at this moment, with what the seat knew before it."""
        seat, move = self.moments[at].seat, self.moments[at].move
        assert move is not None, "a decision without a move"
        events = tuple(told_to(seat, (event for event in self._happened(at - 1) if event.kind != CLOCK)))
        return Decided(self.before(at), move, events)

    # Branching off

    def branch(self, at: int, line: Iterable[tuple[Seat, Move]]) -> Replay:
        """Branches off at a moment of a finished deal and continues with other moves."""
        assert self.over(self.deal_at(at)[-1]), "hands are still secret"
        other, last = copy(self), self.moments[at]
        other.is_branch, other.ends = True, None
        other.moments, other.deals = self.moments[: at + 1], self.deals[: last.deal]
        other._made = [*self._made[: last.deal - 1], [made for made in self._made[last.deal - 1] if made <= at]]
        state, moves = last.state.copy(), last.moves
        for seat, move in line:
            log: list[Event] = []
            self.rules.play(state, seat, move, log)
            moves += 1
            other._made[-1].append(len(other.moments))
            other.moments.append(
                Moment(last.lines, "move", last.deal, moves, seat, move, tuple(log), state.copy(), last.standing)
            )
        return other

    def play_on(self, at: int, seat: Seat, style: str, path: Path) -> Path:
        """Writes a new record up to this moment, with a person in this seat and bots in the others.

        Bots keep their seats; other people's seats get bots of this style.

        Returns the path; this record is left unchanged. Raises OSError.
        """
        lines = self.moments[at].lines
        kinds = [f"bot:{style}" if kind == PERSON else kind for kind in self.header.kinds]
        kinds[seat] = PERSON
        header = self.header._replace(kinds=tuple(kinds), version=__version__, copied=lines)
        # Losing it would do no harm: its lines are copies from another record.
        journal = Journal.create(path, header, durable=False)
        try:
            for line in self.record.lines[:lines]:
                journal.write(line)
            sync_folder(path.parent)
        except OSError:
            journal.give_up()
            raise
        journal.close()
        return path


class RecordStanding(NamedTuple):
    """The state of a recorded match or evening."""

    deals: int
    """The number of deals dealt."""
    over: bool
    """Whether no more deals will follow."""
    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    """The place of each seat in a match of one deal; empty for a longer match, and while it is in progress."""
    tally: tuple[Text, tuple[int, ...]] | None = None
    """The evening's count and its number for each seat; None for a single match."""


@dataclass(frozen=True, slots=True)
class SavedRecord:
    """A record in the player's list."""

    path: Path
    header: Header
    changed: datetime
    over: bool
    """Whether no more deals will follow."""
    outcome: RecordStanding | None = None
    """The state of its match; None if unknown."""


def kept(paths: Iterable[Path], outcome: Callable[[Path], RecordStanding | None] = lambda _: None) -> list[SavedRecord]:
    """Loads the headers of these records, in this order; skips files that are not records."""
    found = []
    for path in paths:
        try:
            header, changed = read_header(path), _day(path.stat().st_mtime)
            found.append(SavedRecord(path, header, changed, is_closed(path, header), outcome(path)))
        except (OSError, BadRecord, Unreadable):
            continue
    return found


def _day(seconds: float) -> datetime:
    """Converts a file's time, or clips it to the range of the calendar."""
    try:
        return datetime.fromtimestamp(seconds)
    except (OverflowError, ValueError, OSError):
        return datetime.max if seconds > 0 else datetime.min
