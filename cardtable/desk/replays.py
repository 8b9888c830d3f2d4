"""The player's records for the screen: the list, replays, practice tables, positions, advice.

Imports happen on request: a table is drawn sooner without them.
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
from cardtable.engine.text import Text
from cardtable.paths import data_dir, pages_dir
from cardtable.tui.protocol import Archive

if TYPE_CHECKING:
    from cardtable.coach.advice import Advice
    from cardtable.match.replay import Replay, SavedRecord
    from cardtable.match.table import Table


def archive() -> Archive:
    """Returns the screen's actions on records."""
    reading = or_value_error(lambda path, only=None: replay_at(path, secret=True, only=only))
    return Archive(kept, reading, or_value_error(play_on), save, or_value_error(reopen), write_page, line_to_share)


def kept() -> Sequence[SavedRecord]:
    """Returns the player's records, last written first, like the dates in the list."""
    from cardtable.match.replay import kept as listed

    stats, _ = opened()
    try:
        return sorted(listed(records_by_age(), stats.outcome), key=lambda record: record.changed, reverse=True)
    finally:
        stats.close()


def play_on(replay: Replay, at: int, seat: Seat) -> Table:
    """Opens a practice table that continues from a moment, with a record of its own. Raises Failure and OSError."""
    style = usual(replay.header.family)
    return reopen(first_free(record_paths(replay.header.preset), lambda path: replay.play_on(at, seat, style, path)))


def save(replay: Replay, at: int) -> tuple[Path, Sequence[str]]:
    """Saves the position of a moment among the player's files. Raises BadPosition and OSError."""
    from cardtable.match.snapshot import save_position

    moment = replay.moments[at]
    name = f"{replay.record.path.stem}-{moment.deal}-{moment.moves}"
    path = data_dir() / "positions" / f"{name}.toml"
    return path, save_position(path, name, replay.header.preset, replay.rules, moment.state)


def write_page(replay: Replay, deal: int, seat: Seat, language: str) -> Path:
    """Writes a finished deal as a page, with the part of its review made so far. Raises OSError.

    If several people played it, the page shows only what this seat could see. An earlier page is overwritten.
    """
    from cardtable.coach.kept import KeptReviews
    from cardtable.files import make_folder, replace
    from cardtable.film import film_of, may_open
    from cardtable.film.page import page

    review = KeptReviews(replay).review(deal, seat)
    reviews = {deal: review} if review.done else {}
    data = film_of(replay, [deal], seat, reviews=reviews, closed=not may_open(replay))
    path = pages_dir() / f"{replay.record.path.stem}-deal{deal}.html"
    make_folder(path.parent)
    replace(path, page(data, language))
    return path


def line_to_share(replay: Replay, deal: int, seat: Seat) -> Text:
    """Returns the line of a finished deal, to be sent to friends."""
    from cardtable.coach.kept import KeptReviews
    from cardtable.film.line import share_line

    return share_line(replay, deal, seat, KeptReviews(replay).review(deal, seat))


def advice_on(table: Any) -> Iterator[Advice]:
    """Yields the bots' opinions on the decisions of a table's finished deal."""
    from cardtable.coach.advice import of_table

    return of_table(table)
