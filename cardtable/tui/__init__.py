"""The table on a terminal screen."""

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
"""Python's garbage collection thresholds (`gc.set_threshold`). The oldest generation is collected more often than
usual, since every closed box leaves garbage; objects from startup are frozen and never scanned.
"""


def _collect() -> None:
    """Starts garbage collection after the first picture: hardly anything made before it is garbage."""
    # What exists by now lives to the end: scanning it in every collection would delay a key now and then.
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
    """Plays on the screen until the player leaves; returns the exit status.

    Without a table, the tournament's bracket opens, or the screen `first`, or the home menu. Closes the table and the
    tournament still open at the end. Raises the error that ended the screen, once the terminal is restored.
    """
    from cardtable.tui.app import CardtableApp
    from cardtable.tui.terminal.colours import with_colours

    os.environ.update(with_colours(os.environ))  # Textual and rich look there.

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
