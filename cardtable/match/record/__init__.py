"""The record of a match on disk: written line by line, read back, replayed and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtable import __version__, files
from cardtable.cards import BadCard, card_text, cards_of, parse_card
from cardtable.engine.draft import seat_text
from cardtable.engine.family import Family
from cardtable.engine.moves import BadMove, Event, Move, Seat
from cardtable.engine.options import BadOption, as_dict, make_options
from cardtable.engine.rules import MOST_MISDEALS, AnyRules, Misdeal, RuleBroken
from cardtable.engine.text import Text, Who, mark, say
from cardtable.games import UnknownGame, family, find_preset
from cardtable.match.match import Match
from cardtable.match.memory import Memory
from cardtable.match.record.journal import InUse, Journal
from cardtable.match.record.lines import (
    BEGINNING,
    LONGEST,
    BadRecord,
    DealLine,
    EndLine,
    Header,
    HelpLine,
    Line,
    MoveLine,
    ResignLine,
    RiseLine,
    UndoLine,
    UpLine,
    decode,
)
from cardtable.match.terms import PERSON, check_players, check_seed

__all__ = [
    "CLOCK",
    "BadRecord",
    "DealLine",
    "EndLine",
    "Header",
    "HelpLine",
    "InUse",
    "Journal",
    "Line",
    "MoveLine",
    "OtherRules",
    "Record",
    "ReplayStep",
    "RESIGN",
    "ResignLine",
    "RiseLine",
    "SecretDeal",
    "UP",
    "UndoLine",
    "UpLine",
    "agreed_options",
    "deck_of",
    "make_header",
    "is_closed",
    "never_begun",
    "read_header",
    "read_record",
    "tell",
]

CLOCK: Final = "clock"
"""The event that a bot makes a player's move: their time is up or, if `Event.arg` is 1, they gave up or left.

Rules do not know it; only log and replay do.
"""
RESIGN: Final = "resign"
"""The event that a player gives up the deal; the rules do not know it either."""
UP: Final = "up"
"""The event that a player leaves while others stay; from then on a bot plays for them."""

MOST = 1 << 24
"""The largest record read, in bytes: thousands of deals."""


_RISEN = re.compile(rb'"rise":[0-9]+,"crc":"[0-9a-f]{8}"\}\n\Z')
"""The last line of a finished evening."""


class OtherRules(BadRecord):
    """A record made under older rules, at the first line that today's rules do not allow."""


def make_header(
    game: Family,
    preset: str,
    options: Any,
    names: tuple[str, ...],
    kinds: tuple[str, ...],
    seed: int,
    *,
    evening: bool = False,
    memory: Memory = "all",
) -> Header:
    """The header of a new record, for one match or for an evening."""
    agreed = game.id, game.recorded(preset), game.version, as_dict(options)
    return Header(*agreed, names, kinds, seed, __version__, evening, memory)


class SecretDeal(BadRecord):
    """Raised when somebody tries to look at an unfinished deal, starting at this line, among several people."""

    def __init__(self, line: int) -> None:
        super().__init__(
            line, mark("this deal is not over, and several people play it; `replay --open` shows it all the same")
        )


def agreed_options(header: Header) -> dict[str, Any]:
    """All options as agreed. Raises BadRecord for values that no option can have.

    An option missing in the header was added later; its default is how the game was played before.
    """
    try:
        return as_dict(make_options(family(header.family).options(), header.options))
    except (UnknownGame, BadOption) as error:
        raise BadRecord(1, error) from None


def agreed_rules(header: Header) -> AnyRules:
    """The agreed rules. Raises BadRecord."""
    try:
        game = family(header.family)
        options = make_options(game.options(), header.options)
        if header.rules > game.version:
            raise BadRecord(
                1,
                "it was played by version {rules} of these rules; this is {version}",
                rules=header.rules,
                version=game.version,
            )
        return game.rules(options, len(header.names))
    except (UnknownGame, BadOption) as error:
        raise BadRecord(1, error) from None


def tell(rules: AnyRules, event: Event) -> Text | None:
    """The log line for an event of a record; None if the event needs no words."""
    if event.kind == RESIGN:
        return say("{who} gives up; a bot plays on for them.", who=Who(event.seat))
    if event.kind == UP:
        return say("{who} gets up; a bot plays for them.", who=Who(event.seat))
    if event.kind == CLOCK and event.arg:
        return None
    if event.kind == CLOCK:
        return say("{who}: the time is over, a bot makes this move.", who=Who(event.seat))
    return rules.tell(event)


class ReplayStep(NamedTuple):
    """One replayed line of a record; the match stands right after it."""

    line: int
    kind: str
    """`deal`, `move`, `undo`, `help`, `resign`, `end`, `up` or `rise`."""
    seat: Seat = -1
    move: Move | None = None
    events: tuple[Event, ...] = ()
    """The events of the line; after an `undo`, all remaining events of the deal."""
    undone: int = 0
    """The number of moves taken back."""


class Record(NamedTuple):
    """A parsed record: what was agreed, and what happened."""

    path: Path
    header: Header
    lines: list[Line]
    complete: int
    """The size of the file in bytes up to the end of its last complete line."""

    def rules(self) -> AnyRules:
        """The agreed rules. Raises BadRecord."""
        return agreed_rules(self.header)

    def match(self, made: dict[str, AnyRules] | None = None) -> Match:
        """The match before its first deal; in an evening, the first match.

        Rules can be shared between matches: those in `made`, keyed by `agreed`, are reused, and new ones are added.
        """
        made = {} if made is None else made
        agreed = self.header.agreed
        if agreed not in made:
            made[agreed] = self.rules()
        return Match(made[agreed], self.header.seed, evening=self.header.evening)

    def secret_from(self) -> int | None:
        """The line that starts an unfinished deal among several people; None if there is none.

        Raises BadRecord.
        """
        if self.header.kinds.count(PERSON) < 2:
            return None
        match, begun = self.match(), None
        with suppress(OtherRules):
            for step in self.replay(match):
                if step.kind == "deal":
                    begun = step.line
        return begun if match.deals and not match.deal_over else None

    def replay(self, match: Match) -> Iterator[ReplayStep]:
        """Replays the record in a new match, one step per line; every move is checked.

        Raises BadRecord at the first line that breaks the rules, or OtherRules if older rules may have allowed it.
        """
        try:
            yield from self._steps(match)
        except BadRecord as error:
            now = family(self.header.family).version
            if self.header.rules == now:
                raise
            raise OtherRules(
                error.line,
                "{what}; it was played by version {rules} of these rules, and {version} follows it only so far",
                what=error.what,
                rules=self.header.rules,
                version=now,
            ) from None

    def _steps(self, match: Match) -> Iterator[ReplayStep]:
        result_due, resigned, up = False, -1, set[Seat]()
        for number, line in enumerate(self.lines, 2):
            log: list[Event] = []
            match line:
                case DealLine():
                    if not match.deal_over or match.is_closed:
                        raise BadRecord(number, "a deal begins, but the one before is not over")
                    deck = deck_of(match.rules, line, number)
                    match.deal(deck, line.dealer, log, _misdeals(match.rules, line, deck, number))
                    result_due, resigned = True, -1
                    yield ReplayStep(number, "deal", line.dealer, events=tuple(log))
                case MoveLine():
                    if match.deal_over:
                        raise BadRecord(number, "{move!r} is made, but no deal goes on", move=line.move)
                    move = _move(match, line, number)
                    try:
                        match.check(line.seat, move)
                    except RuleBroken as broken:
                        raise BadRecord(
                            number,
                            "P{seat} {move!r} is not legal ({rule})",
                            seat=line.seat,
                            move=line.move,
                            rule=broken.rule,
                        ) from None
                    if line.by_clock:
                        log.append(Event(CLOCK, line.seat, arg=int(line.seat == resigned or line.seat in up)))
                    else:
                        up.discard(line.seat)
                    match.play(line.seat, move, log)
                    yield ReplayStep(number, "move", line.seat, move, tuple(log))
                case UndoLine():
                    if match.deal_over or not 0 < line.moves <= len(match.made):
                        raise BadRecord(number, "{moves} moves cannot be taken back here", moves=line.moves)
                    match.take_back(line.moves, log)
                    yield ReplayStep(number, "undo", events=tuple(log), undone=line.moves)
                case HelpLine():
                    if match.deal_over or not 0 <= line.seat < match.rules.seats:
                        raise BadRecord(number, "P{seat} was told nothing here", seat=line.seat)
                    yield ReplayStep(number, "help", line.seat)
                case ResignLine():
                    alone = [seat for seat, kind in enumerate(self.header.kinds) if kind == PERSON] == [line.seat]
                    if match.deal_over or not match.evening or not alone or resigned == line.seat:
                        raise BadRecord(number, "P{seat} cannot give up here", seat=line.seat)
                    resigned = line.seat
                    yield ReplayStep(number, "resign", line.seat, events=(Event(RESIGN, line.seat),))
                case UpLine():
                    if not (match.evening and match.deal_over and match.deals) or match.risen or result_due:
                        raise BadRecord(number, "nobody can get up here")
                    people = [seat for seat, kind in enumerate(self.header.kinds) if kind == PERSON]
                    if line.seat not in people or len(people) < 2:
                        raise BadRecord(number, "P{seat} cannot get up here and others stay", seat=line.seat)
                    up.add(line.seat)
                    yield ReplayStep(number, "up", line.seat, events=(Event(UP, line.seat),))
                case RiseLine():
                    if not (match.evening and match.deal_over and match.deals) or match.risen or result_due:
                        raise BadRecord(number, "nobody can get up here")
                    if not 0 <= line.seat < match.rules.seats:
                        raise BadRecord(number, "there is no P{seat} who could get up", seat=line.seat)
                    match.rise()
                    yield ReplayStep(number, "rise", line.seat)
                case EndLine():
                    if not (match.deal_over and result_due):
                        raise BadRecord(number, "a result is given, but no deal has just ended")
                    scores = match.rules.scores(match.state)
                    if scores != line.scores or line.over != match.over:
                        raise BadRecord(
                            number,
                            "the result should be {scores}, not {written}",
                            scores=list(scores),
                            written=list(line.scores),
                        )
                    result_due = False
                    yield ReplayStep(number, "end")


def deck_of(rules: AnyRules, line: DealLine, number: int) -> tuple[int, ...]:
    """The deck of a deal, after checking it and the dealer. Raises BadRecord with the line number."""
    try:
        deck = tuple(parse_card(word) for word in line.deck.split())
    except BadCard as error:
        raise BadRecord(number, "deck: {why}", why=error) from None
    if len(deck) != len(rules.deck) or cards_of(deck) != rules.all_cards:
        raise BadRecord(number, "deck: these are not the {count} cards of this game", count=len(rules.deck))
    if not 0 <= line.dealer < rules.seats:
        raise BadRecord(number, "dealer: there is no seat {dealer}", dealer=str(line.dealer))
    return deck


def _misdeals(rules: AnyRules, line: DealLine, deck: tuple[int, ...], number: int) -> list[Misdeal]:
    """The misdeals before this deck (D-85).

    Raises BadRecord, also if this deck itself would have been a misdeal.
    """
    possible = {
        _misdeal_text(misdeal): misdeal
        for reason, names_hand in rules.misdeals.items()
        for misdeal in (Misdeal(reason, seat) for seat in (range(rules.seats) if names_hand else (-1,)))
    }
    for text in line.misdeals:
        if text not in possible:
            raise BadRecord(number, "misdeals: {text!r} is not possible in this game", text=text)
    found = [possible[text] for text in line.misdeals]
    if len(found) > MOST_MISDEALS:
        raise BadRecord(number, "misdeals: there are at most {count}", count=MOST_MISDEALS)
    if len(found) < MOST_MISDEALS and rules.misdeal(deck, line.dealer) is not None:
        raise BadRecord(number, "deck: these cards would have been dealt again")
    return found


def _move(match: Match, line: MoveLine, number: int) -> Move:
    try:
        move = match.rules.parse_move(line.move)
    except (BadMove, BadCard) as error:
        raise BadRecord(number, error) from None
    if match.rules.move_text(move) != line.move:
        raise BadRecord(number, "{move!r} should be written {due!r}", move=line.move, due=match.rules.move_text(move))
    return move


def deal_line(seed: int, dealer: Seat, deck: tuple[int, ...], misdeals: Sequence[Misdeal] = ()) -> DealLine:
    """The line of a new deal, with the misdeals before it."""
    return DealLine(dealer, " ".join(map(card_text, deck)), seed, tuple(map(_misdeal_text, misdeals)))


def _misdeal_text(misdeal: Misdeal) -> str:
    """The reason alone, such as `ace`, or with a seat if it concerns one hand, such as `five P1`."""
    return misdeal.reason if misdeal.seat < 0 else f"{misdeal.reason} {seat_text(misdeal.seat)}"


def read_record(path: Path) -> Record:
    """Reads a record from a file.

    Raises BadRecord, Unreadable if it is not a file of a possible size, and OSError if it cannot be read.
    """
    header, lines, complete = decode(files.read(path, MOST))
    _check(header)
    return Record(path, header, lines, complete)


def read_header(path: Path) -> Header:
    """Reads only the header of a record. Raises BadRecord, Unreadable and OSError."""
    header = decode(files.first_line(path, LONGEST))[0]
    _check(header)
    return header


def never_begun(path: Path) -> bool:
    """Whether the program was killed while writing the header of this record, before anything was shown.

    Raises Unreadable and OSError.
    """
    written = files.first_line(path, LONGEST)
    return len(written) < LONGEST and not written.endswith(b"\n") and written.startswith(BEGINNING[: len(written)])


def is_closed(path: Path, header: Header | None = None) -> bool:
    """Whether the last line of a record ends the match or evening; reads the header if it is not given.

    Raises BadRecord, Unreadable and OSError.
    """
    last = files.last_bytes(path, 300)
    if _RISEN.search(last):
        return True
    return b'"over":true,"crc"' in last and not (read_header(path) if header is None else header).goes_on


def _check(header: Header) -> None:
    """Raises BadRecord for values that nobody could have agreed to by typing; options are checked with the rules."""
    try:
        game, _ = find_preset(header.preset)
        if game.id != family(header.family).id:
            raise BadRecord(1, "preset {preset}: it is none of {family}", preset=header.preset, family=header.family)
        check_players(header.names, header.kinds)
        check_seed(header.seed)
    except (UnknownGame, BadOption) as error:
        raise BadRecord(1, error) from None
