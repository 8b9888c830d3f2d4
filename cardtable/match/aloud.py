"""What everybody at a table knows of a match, for those who talk about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardtable.engine.moves import Event, Seat, told_aloud
from cardtable.match.match import Match
from cardtable.match.record import Record
from cardtable.match.view import if_silent
from cardtable.talk import Talk
from cardtable.talk.occasions import Known


def known_to_all(match: Match, sides: Sequence[Sequence[Seat]]) -> Known:
    """How many cards everybody holds, and after a deal how it ended; as if nobody were asked in secret.

    `sides` are those who play together.
    """
    rules, state = match.rules, if_silent(match.rules, match.state)
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    seats = range(rules.seats)
    known = Known(
        tuple(state.size(seat) for seat in seats),
        len(state.stock),
        tuple(side_of[seat] for seat in seats),
        getattr(state, "contract", ""),
    )
    if not match.deal_over:
        return known
    standing: Any = match.standing
    before = getattr(match.standing_before, "gone", ())
    return known._replace(
        deal_over=True,
        match_over=match.over,
        lost=_losers(match, side_of),
        gone=tuple(seat for seat, gone in enumerate(getattr(standing, "gone", ())) if gone and not before[seat]),
        ladder=getattr(rules.options, "scoring", "") == "ladder",
    )


def hear_record(talk: Talk, record: Record, sides: Sequence[Sequence[Seat]], aside: Sequence[str]) -> None:
    """Lets those who talk hear what a record tells aloud, but for the events of which no rule knows."""
    match, new = record.match(), list[Event]()
    for step in record.replay(match):
        if step.kind == "deal":
            talk.begin_deal()
        elif step.kind == "undo":
            talk.begin_again()
        new += told_aloud(match.rules.seats, (event for event in step.events if event.kind not in aside))
        # What the dealer does by chance belongs to the move before it.
        if step.kind in ("deal", "undo", "move") and not match.shuffle_due:
            talk.hear(new, known_to_all(match, sides))
            new.clear()


def _losers(match: Match, side_of: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who has lost the match with the deal that is over: the only player or side that has not won it, if there is."""
    winners = match.standing.winners if match.over else ()
    losers = [seat for seat in side_of if seat not in winners]
    return tuple(losers) if winners and len({side_of[seat] for seat in losers}) == 1 else ()
