"""The table on the screen of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardtable.tui.protocol import Home, Settings, TableLike, WordsLike


def run(table: TableLike | None, words: WordsLike, settings: Settings | None = None, home: Home | None = None) -> int:
    """Plays on the screen until the player leaves; gives the exit status.

    Without a table the home menu opens. The table that is open at the end is closed.
    """
    from cardtable.tui.app import CardtableApp

    app = CardtableApp(table, words, settings, home)
    try:
        status = app.run()
    finally:
        if app.table is not None:
            app.table.close()
    return status if status is not None else app.return_code or 0
