"""Players' results for commands and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.coach.kept import Accuracy
    from cardtable.engine.text import Text
    from cardtable.player.stats import Stats
    from cardtable.tui.offers import Tally


def opened() -> tuple[Stats, list[Text]]:
    """Returns the statistics, updated from every record, and a message for each unreadable one."""
    from cardtable.paths import data_dir, records_dir
    from cardtable.player.stats import Stats

    found = Stats(data_dir() / "stats.sqlite")
    return found, found.read(records_dir())


def tallies() -> dict[str, Tally]:
    """Returns this user's results by preset."""
    from cardtable.desk.tables import user
    from cardtable.tui.offers import Tally

    found, _ = opened()
    try:
        return {
            row.what: Tally(round(row.deals * row.won), round(row.deals * (1 - row.won - row.drawn)))
            for row in found.results("preset", user())
        }
    finally:
        found.close()


def accuracy_of(player: str | None) -> list[Accuracy]:
    """Returns the accuracy of reviewed decisions."""
    from cardtable.coach.kept import accuracies
    from cardtable.paths import records_dir

    return accuracies(records_dir(), player)
