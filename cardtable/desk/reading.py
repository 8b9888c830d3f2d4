"""Reading records for commands: errors become a single line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.desk.speech import Failure, Usage
from cardtable.files import Unreadable
from cardtable.match.record import BadRecord, Record, read_record

if TYPE_CHECKING:
    from cardtable.match.replay import Replay


def record_at(path: Path) -> Record:
    """Reads the record at a path. Raises Failure."""
    try:
        return read_record(path)
    except (BadRecord, Unreadable, OSError) as error:
        raise Failure("{path}: {why}", path=path, why=error) from None


def replay_at(path: Path, *, secret: bool = False, only: int | None = None) -> Replay:
    """Reads a record with all its moments, or those of one deal; `secret` leaves out a deal several people still play.

    Raises Failure.
    """
    from cardtable.match.replay import Replay

    try:
        return Replay(record_at(path), secret=secret, only=only)
    except BadRecord as error:
        raise Failure("{path}: {why}", path=path, why=error) from error


def deals_over(replay: Replay, deal: int | None) -> list[int]:
    """Returns the numbers of the finished deals, or only this one. Raises Usage, and Failure if none is finished."""
    from cardtable.coach.review import reviewed_deals

    over = reviewed_deals(replay)
    if deal is not None and deal not in over:
        raise Usage("--deal {deal}: no such deal is over; there are {count}", deal=deal, count=len(over))
    if not over:
        raise Failure("{path}: no deal is over yet", path=replay.record.path)
    return over if deal is None else [deal]
