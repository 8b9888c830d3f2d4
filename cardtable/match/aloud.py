"""The public knowledge about a match, as input for table talk."""

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
    """The size of every hand and, after a deal, its result; as if nobody were being asked in secret.

    `sides` are the groups of partners.
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
    """Feeds the public events of a record to the table talk, except events unknown to the rules."""
    match, new = record.match(), list[Event]()
    for step in record.replay(match):
        if step.kind == "deal":
            talk.begin_deal()
        elif step.kind == "undo":
            talk.begin_again()
        new += told_aloud(match.rules.seats, (event for event in step.events if event.kind not in aside))
        # The dealer's chance moves belong to the move before them.
        if step.kind in ("deal", "undo", "move") and not match.shuffle_due:
            talk.hear(new, known_to_all(match, sides))
            new.clear()


def _losers(match: Match, side_of: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The losers of a match that ends with this deal: the player or side that did not win, if there is only one."""
    winners = match.standing.winners if match.over else ()
    losers = [seat for seat in side_of if seat not in winners]
    return tuple(losers) if winners and len({side_of[seat] for seat in losers}) == 1 else ()
