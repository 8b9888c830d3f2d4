"""The player's records for the screen: the list, a replay, a table that goes on from it, positions, advice.

What they need is imported when somebody asks for them: a table is drawn sooner without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtable.bots.finding import usual
from cardtable.desk.reading import replay_at
from cardtable.desk.results import opened
from cardtable.desk.speech import or_value_error
from cardtable.desk.tables import first_free, record_paths, records_by_age, reopen
from cardtable.engine.moves import Seat
from cardtable.match.table import Table
from cardtable.paths import data_dir
from cardtable.tui.protocol import Archive

if TYPE_CHECKING:
    from cardtable.coach.advice import Advice
    from cardtable.match.replay import Replay, SavedRecord


def archive() -> Archive:
    """What the screen can do with records."""
    reading = or_value_error(lambda path, only=None: replay_at(path, secret=True, only=only))
    return Archive(kept, reading, or_value_error(play_on), save, or_value_error(reopen))


def kept() -> Sequence[SavedRecord]:
    """The player's records, the one that was written last first, as the list with its dates says."""
    from cardtable.match.replay import kept as listed

    stats, _ = opened()
    try:
        return sorted(listed(records_by_age(), stats.outcome), key=lambda record: record.changed, reverse=True)
    finally:
        stats.close()


def play_on(replay: Replay, at: int, seat: Seat) -> Table:
    """A practice table that goes on from a moment, recorded anew. Raises Failure and OSError."""
    style = usual(replay.header.family)
    return reopen(first_free(record_paths(replay.header.preset), lambda path: replay.play_on(at, seat, style, path)))


def save(replay: Replay, at: int) -> tuple[Path, Sequence[str]]:
    """Writes the position of a moment among the player's files. Raises BadPosition and OSError."""
    from cardtable.match.snapshot import save_position

    moment = replay.moments[at]
    name = f"{replay.record.path.stem}-{moment.deal}-{moment.moves}"
    path = data_dir() / "positions" / f"{name}.toml"
    return path, save_position(path, name, replay.header.preset, replay.rules, moment.state)


def advice_on(table: Any) -> Iterator[Advice]:
    """What the bots think of the decisions of a table's deal that is over."""
    from cardtable.coach.advice import of_table

    return of_table(table)
