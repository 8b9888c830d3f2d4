"""People's results for commands and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.coach.kept import Accuracy
    from cardtable.engine.text import Text
    from cardtable.player.stats import Stats
    from cardtable.tui.protocol import Tally


def opened() -> tuple[Stats, list[Text]]:
    """The statistics with every record taken in, and a line for each that cannot be read."""
    from cardtable.paths import data_dir, records_dir
    from cardtable.player.stats import Stats

    found = Stats(data_dir() / "stats.sqlite")
    return found, found.read(records_dir())


def tallies() -> dict[str, Tally]:
    """By preset how this user has fared."""
    from cardtable.desk.tables import user
    from cardtable.tui.protocol import Tally

    found, _ = opened()
    try:
        return {
            row.what: Tally(round(row.deals * row.won), round(row.deals * (1 - row.won - row.drawn)))
            for row in found.results("preset", user())
        }
    finally:
        found.close()


def accuracy_of(player: str | None) -> list[Accuracy]:
    """How accurately decisions were made that have been reviewed."""
    from cardtable.coach.kept import accuracies
    from cardtable.paths import records_dir

    return accuracies(records_dir(), player)
