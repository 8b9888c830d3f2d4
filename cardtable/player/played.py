"""The finished deals of a record: the results of each, and the state of the match or evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, NamedTuple

from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import AnyRules, Standing
from cardtable.engine.state import State, observe
from cardtable.games import family
from cardtable.match.record import (
    CLOCK,
    BadRecord,
    EndLine,
    HelpLine,
    Line,
    MoveLine,
    Record,
    ResignLine,
    RiseLine,
    UndoLine,
    UpLine,
    deck_of,
)
from cardtable.match.record.lines import DealLine, Header
from cardtable.match.replay import RecordStanding
from cardtable.match.terms import PERSON
from cardtable.player.achievements import FinishedDeal, earned_in
from cardtable.player.glory import Fooled, fooled_in

FOOLS: Final = "durak"
"""The family whose deals leave a fool."""


def people_of(header: Header) -> list[Seat]:
    """The seats of people."""
    return [seat for seat, kind in enumerate(header.kinds) if kind == PERSON]


def players_of(record: Record) -> list[frozenset[Seat]]:
    """For each deal, the people who played in it: not those who had left, for whom a bot made every move."""
    people, up, found = frozenset(people_of(record.header)), set[Seat](), list[frozenset[Seat]]()
    if len(people) < 2:  # A single person cannot leave while others stay.
        return [people] * [*map(type, record.lines)].count(DealLine)
    for line in record.lines:
        match line:
            case UpLine(seat=seat):
                up.add(seat)
            case MoveLine(seat=seat, by_clock=False):
                up.discard(seat)
            case DealLine():
                found.append(people)
            case EndLine():
                found[-1:] = [people - up]
    return found


@dataclass(slots=True)
class Ended:
    """Facts about a deal that only its cards show; the defaults apply if it cannot be replayed."""

    counts: bool = True
    partners: dict[Seat, set[Seat]] = field(default_factory=dict)
    earned: list[tuple[Seat, str]] = field(default_factory=list)
    fooled: list[Fooled] = field(default_factory=list)
    """The parts of the players in a deal with a fool."""


class _Played(NamedTuple):
    """A finished deal of a record."""

    deal: FinishedDeal
    helped: bool
    """Whether a move was taken back, or bots gave their reasons or moved for a person."""


Partners = dict[Seat, set[Seat]]
"""The partners of each seat, which are fixed before the first deal."""


class _Common(NamedTuple):
    """The common data of records with the same agreement."""

    rules: AnyRules
    moves: dict[str, Move]
    """Parsed moves by their text."""
    partners: Partners
    """The partners of people."""


class Agreed:
    """Agreements, shared by many records and evaluated once."""

    def __init__(self) -> None:
        self._known: dict[str, _Common] = {}

    def replayed(self, record: Record) -> tuple[list[Ended], RecordStanding]:
        """The finished deals of a record, and the state of its match as far as today's rules follow it.

        Moves were checked when they were written, so they are not checked again, unless the rules have changed since or
        a result differs from the record. Raises BadRecord.
        """
        header = record.header
        if header.rules == family(header.family).version:
            agreed = header.agreed
            if agreed not in self._known:
                self._known[agreed] = _Common(record.rules(), {}, {})
            with suppress(Exception):  # An illegal move may cause any error.
                common = self._known[agreed]
                return _ended(record, *_followed(record, common), common.partners)
        return replayed_with_care(record)


def replayed_with_care(record: Record) -> tuple[list[Ended], RecordStanding]:
    """Like `Agreed.replayed`, with every move checked again."""
    match, played = record.match(), list[_Played]()
    before, events, helped, held = match.standing, list[Event](), False, list[tuple[int, ...]]()
    with suppress(BadRecord):
        for step in record.replay(match):
            if step.kind in ("deal", "undo"):
                events = []
            if step.kind in ("deal", "move", "undo"):
                # The number of cards in each hand, after every move that stands.
                del held[len(match.made) - (step.kind == "move") :]
                held += [tuple(map(match.state.size, range(match.rules.seats)))] if step.kind == "move" else []
            by_clock = any(event.kind == CLOCK for event in step.events)
            helped = step.kind in ("undo", "help", "resign") or by_clock or (helped and step.kind != "deal")
            events += step.events
            if step.kind == "deal" and not match.deal_over:
                before = match.standing
            if match.deal_over and match.deals > len(played):
                most = [max(sizes) for sizes in zip(*held, strict=True)] or [0] * match.rules.seats
                deal = FinishedDeal(match.rules, match.state, before, match.standing, events, most)
                played.append(_Played(deal, helped))
    partners: Partners = {}
    if played:
        _learn_partners(partners, record, match.rules, match.state)
    evening = _Evening(match.deals, match.is_closed, match.past, match.standing)
    return _ended(record, played, evening, partners)


def _learn_partners(partners: Partners, record: Record, rules: AnyRules, state: State) -> None:
    """Adds the partners of the people of a record if they are not known yet."""
    if rules.seats > 2:  # With two seats nobody has a partner.
        for seat in people_of(record.header):
            if seat not in partners:
                chairs = rules.scene(observe(state, seat)).chairs
                partners[seat] = {chair.seat for chair in chairs if chair.side == 0} - {seat}


class _Evening(NamedTuple):
    """How far a record goes."""

    deals: int
    """The number of deals begun."""
    closed: bool
    """Whether no more deals follow."""
    past: list[Standing]
    """The final standings of the matches before the last."""
    standing: Standing
    """The standing of the last match."""


def _followed(record: Record, common: _Common) -> tuple[list[_Played], _Evening]:
    """The finished deals, and how far the record goes. Moves are assumed legal; errors from others propagate."""
    rules, moves, partners = common
    played, standing, deals, past = list[_Played](), rules.start(), 0, list[Standing]()
    has_fools = record.header.family == FOOLS
    for number, begun, lines in _dealt(record.lines):
        if deals > len(played) or (standing.over and not record.header.goes_on):
            raise ValueError(number)
        if standing.over:
            past.append(standing)
            standing = rules.again(standing)
        before, events, helped, end = standing, list[Event](), False, None
        state = rules.deal(deck_of(rules, begun, number), begun.dealer, before, events)
        _learn_partners(partners, record, rules, state)
        state.known = state.lacks = None  # As in a search, nobody needs to know who knew what.
        deals += 1
        made: list[MoveLine] = []
        for line in lines:
            match line:
                case MoveLine():
                    made.append(line)
                    helped |= line.by_clock
                case UndoLine(moves=count):
                    if not 0 < count <= len(made):
                        raise ValueError(number)
                    del made[-count:]
                    helped = True
                case HelpLine() | ResignLine():
                    helped = True
                case EndLine():
                    end = line
        most = [0] * rules.seats
        for one in made:
            move = moves.get(one.move)
            if move is None:
                move = moves[one.move] = rules.parse_move(one.move)
            if one.seat not in state.to_act:
                raise ValueError(number)
            rules.play(state, one.seat, move, events)
            if has_fools:
                most = [*map(max, most, map(int.bit_count, state.places))]
        if state.to_act:
            continue
        standing = rules.settle(before, state)
        if end is not None and (end.scores, end.over) != (rules.scores(state), standing.over):
            raise ValueError(number)
        played.append(_Played(FinishedDeal(rules, state, before, standing, events, most), helped))
    risen = any(isinstance(line, RiseLine) for line in record.lines[-1:])
    closed = risen or (standing.over and not record.header.goes_on)
    return played, _Evening(deals, closed, past, standing)


def _dealt(lines: Sequence[Line]) -> Iterator[tuple[int, DealLine, list[Line]]]:
    """The lines of a record by deal: the number of its first line, that line, and the rest."""
    begins = [at for at, line in enumerate(lines) if isinstance(line, DealLine)]
    for at, following in zip_longest(begins, begins[1:], fillvalue=len(lines)):
        begun = lines[at]
        assert isinstance(begun, DealLine)
        yield at + 2, begun, list(lines[at + 1 : following])


def _ended(
    record: Record, played: list[_Played], evening: _Evening, partners: Partners
) -> tuple[list[Ended], RecordStanding]:
    """The counts of the finished deals, and the state of the match or evening."""
    found = list[Ended]()
    for (deal, helped), people in zip(played, players_of(record), strict=False):
        rules, state = deal.rules, deal.state
        ended = Ended(rules.counts(state))
        found.append(ended)
        if record.header.family == FOOLS:
            ended.fooled = [
                one for one in fooled_in(deal) if one.seat in people or record.header.kinds[one.seat] != PERSON
            ]
        ended.partners = {seat: partners[seat] for seat in people if seat in partners}
        # Nothing is earned with a move taken back, or with a bot's reasons or moves.
        for seat in () if helped else people:
            ended.earned += [(seat, one) for one in earned_in(deal, record.header.family, seat)]
    deals, tally = evening.deals, None
    if record.header.goes_on and played:
        standing = evening.standing
        title, counts = played[-1].deal.rules.tally([*evening.past, *([standing] if standing.over else [])], standing)
        tally = title, counts
    if not (played and evening.closed):
        return found, RecordStanding(deals, False, (), (), tally)
    last = played[-1].deal
    places = last.rules.places(last.state) if deals == 1 else ()
    return found, RecordStanding(deals, True, last.after.winners, places, tally)
