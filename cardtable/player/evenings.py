"""The stories of an evening, told at its end from its record."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, say, say_count
from cardtable.match.record import EndLine, Record, read_record
from cardtable.player.glory import ARMFUL, Glory
from cardtable.player.played import Agreed

STAMP: Final = len("2026-11-28-193000")
"""The length of the time stamp at the start of a record's name."""
AWAY: Final = 60 * 60
"""A gap of this many seconds between deals means that people were away or the program was not running."""


def _lasted(record: Record) -> Text | None:
    """How long people sat there, not counting gaps without play; None if unknown."""
    ends = [line.ended for line in record.lines if isinstance(line, EndLine) and line.ended is not None]
    try:
        begun = datetime.strptime(record.path.name[:STAMP], "%Y-%m-%d-%H%M%S").timestamp()
    except ValueError:
        return None
    sat = sum(gap for before, ended in pairwise((begun, *ends)) if 0 < (gap := ended - before) < AWAY)
    return say_count("{count} minute", "{count} minutes", int(sat) // 60) if sat >= 60 else None


def told_of(path: Path, me: Seat | None) -> list[Text]:
    """The stories of the recorded evening: who was left by whom, epaulettes, the fullest hand.

    Told to the player of this seat, or to everybody. Raises BadRecord, Unreadable and OSError.
    """
    record = read_record(path)
    names = record.header.names
    by_seat = [Glory() for _ in names]
    best: tuple[int, int, Seat] = 0, 0, 0
    hung: Counter[tuple[Seat, Seat]] = Counter()
    for deal, ended in enumerate(Agreed().replayed(record)[0], 1):
        fool = next((one.seat for one in ended.fooled if one.fool and one.left_by is not None), None)
        for one in ended.fooled:
            left_by = None if one.left_by is None else names[one.left_by]
            by_seat[one.seat].add(one.fool, left_by, one.worn, one.hung, one.armful)
            if one.hung and fool is not None:
                hung[one.seat, fool] += one.hung
            if not one.fool and one.armful >= ARMFUL:
                best = max(best, (one.armful, -deal, one.seat))
    lines = [lasted] if (lasted := _lasted(record)) is not None else []
    for seat, glory in enumerate(by_seat):
        foe, times = max(glory.left_by.items(), key=lambda one: one[1], default=("", 0))
        if times > 1 and me in (None, seat):
            who = say("you") if seat == me else Text("{name}", {"name": names[seat]})
            lines.append(
                say("most often {foe} leaves {who}: {count} of {all}", foe=foe, who=who, count=times, all=glory.fool)
            )
    for (seat, fool), count in hung.items():
        lines.append(say("epaulettes: {one} to {other} {count}", one=names[seat], other=names[fool], count=count))
    if best[0]:
        lines.append(
            say_count(
                "{name} with {count} card in hand, and not the fool (deal {deal})",
                "{name} with {count} cards in hand, and not the fool (deal {deal})",
                best[0],
                name=names[best[2]],
                deal=-best[1],
            )
        )
    return lines
