"""The table on the screen of a terminal."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardtable.match.table import Table
    from cardtable.match.tournament import Tournament
    from cardtable.tui.protocol import Home, Settings
    from cardtable.words import Words

OFTEN = 700, 10, 1
"""How often Python collects garbage (`gc.set_threshold`): among the old more often than usual, for every box that was
closed is some, and what stands from the beginning is not looked through.
"""


def _collect() -> None:
    """Collects garbage from the first picture on: hardly anything that was made before it is any."""
    # What stands by now stays to the end: no collection looks through it, which would delay a key now and then.
    gc.freeze()
    gc.set_threshold(*OFTEN)


def run(
    table: Table | None,
    words: Words,
    settings: Settings | None = None,
    home: Home | None = None,
    tournament: Tournament | None = None,
    first: Screen[Any] | None = None,
) -> int:
    """Plays on the screen until the player leaves; gives the exit status.

    Without a table the bracket of the tournament opens, or else this first screen, or the home menu. The table and
    the tournament that are open at the end are closed. Raises what went wrong, once the terminal is as it was.
    """
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.terminal.colours import with_colours

    os.environ.update(with_colours(os.environ))  # Textual and Rich look there.

    app = CardtableApp(table, words, settings, home, tournament, first)
    app.once_drawn = _collect
    try:
        status = app.run()
        if app.failure is not None:
            raise app.failure
    finally:
        if app.table is not None:
            app.table.close()
        if app.tournament is not None:
            app.tournament.close()
    return status if status is not None else app.return_code or 0
