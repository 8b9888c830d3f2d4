"""The course of a deal that no search judges: the counts after each trick, and the turning point by the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, number, say
from cardtable.engine.verdict import joined
from cardtable.match.replay import Moment, Replay

FEWEST: Final = 4
"""With fewer tricks, bouts or turns there is no course worth showing."""
Side = tuple[Seat, ...]


class TurningPoint(NamedTuple):
    """The turning point of a deal."""

    nth: int
    """The index of the round that turned it, 0 for the first."""
    said: Text
    for_me: bool


class DealCourse(NamedTuple):
    """A deal's counts, round by round."""

    called: Text
    """What is counted."""
    sides: tuple[Side, ...]
    """The seats counted together, the own side first."""
    rounds: tuple[tuple[float, ...], ...]
    """For each round, the count of each side after it."""
    turned: TurningPoint | None = None
    """The turning point; None if the numbers do not show one."""


def course_of(replay: Replay, deal: int, seat: Seat | None, sides: Sequence[Side]) -> DealCourse | None:
    """The course of a finished deal, told to this seat or, with None, to everybody.

    None if nothing is counted or the deal was too short.
    """
    begin, *made = (replay.moments[at] for at in replay.standing(deal))
    rules, kinds = replay.rules, replay.rules.rounds.ends
    assert not replay.moments[replay.deal_at(replay.deals[deal - 1])[-1]].state.to_act, "hands are still secret"
    ordered = tuple(sorted(sides, key=lambda side: seat not in side))
    rounds, one_by_one, called, scored = [], True, None, False
    for moment in [one for one in made if _ends_round(one, kinds, seat)]:
        counted = rules.so_far(moment.state)
        if counted is None:
            return None
        called, scored = counted.called, counted.scored
        ended = sum(event.kind in kinds for event in moment.events)
        one_by_one = one_by_one and ended <= 1
        rounds += [tuple([counted.counts[side[0]] for side in ordered])] * max(1, ended)
    if called is None or len(rounds) < FEWEST:
        return None
    course = DealCourse(called, ordered, tuple(rounds))
    before = rules.so_far(begin.state)
    if not scored or not one_by_one or before is None:
        return course
    first = tuple([before.counts[side[0]] for side in ordered])
    return course._replace(turned=_lead(course, seat) or _dearest(course, first, seat))


def _ends_round(moment: Moment, kinds: frozenset[str], seat: Seat | None) -> bool:
    """Whether a trick or bout ends with this moment; in games without such ends, a turn of this seat or the deal."""
    if kinds:
        return any(event.kind in kinds for event in moment.events)
    return seat is None or moment.seat == seat or not moment.state.to_act


def _lead(course: DealCourse, seat: Seat | None) -> TurningPoint | None:
    """The point at which the eventual winner took the lead for good; None unless it had been behind before."""
    ahead = [_ahead(row) for row in course.rounds]
    winner = ahead[-1]
    if winner is None:
        return None
    nth = max((at + 1 for at, side in enumerate(ahead) if side != winner), default=0)
    if all(row[winner] == max(row) for row in course.rounds[:nth]):
        return None
    side, facts = course.sides[winner], {"number": nth + 1}
    if seat in side:
        return TurningPoint(nth, say("trick {number}: you take the lead and keep it", **facts), True)
    if len(side) == 1:
        said = say("trick {number}: {who} takes the lead and keeps it", who=joined(side), **facts)
    else:
        said = say("trick {number}: {names} take the lead and keep it", names=joined(side), **facts)
    return TurningPoint(nth, said, False)


def _ahead(row: Sequence[float]) -> int | None:
    """The side with the most; None if several have as much."""
    best = max(row)
    return row.index(best) if row.count(best) == 1 else None


def _dearest(course: DealCourse, first: tuple[float, ...], seat: Seat | None) -> TurningPoint | None:
    """The trick that brought or cost a side the most; None if two are equal."""
    rows = first, *course.rounds
    gains = [
        (abs(row[side] - before[side]), nth, side)
        for nth, (before, row) in enumerate(zip(rows, course.rounds, strict=False))
        for side in range(len(row))
    ]
    (most, nth, side), (next_most, *_) = sorted(gains, reverse=True)[:2]
    if most == next_most:
        return None
    gain, mine = rows[nth + 1][side] - rows[nth][side], seat in course.sides[side]
    points = f"+{number(gain)}" if gain > 0 else number(gain)
    names = say("you") if mine else joined(course.sides[side])
    said = say("the dearest was trick {number}: {names} {points}", number=nth + 1, names=names, points=Text(points))
    return TurningPoint(nth, said, mine == (gain > 0))
