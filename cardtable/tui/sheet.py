"""The score sheet of a match: deals down, players across, what each wrote down and where he stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import DataTable

from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Text
from cardtable.tui.canvas import clean, cut
from cardtable.tui.dialogs import Box
from cardtable.tui.protocol import WordsLike

LABEL = 26
"""Columns that the name of a deal may take."""
NAME = 12


def number(value: float | None) -> str:
    """A number of the sheet: `4`, `2.5`, nothing for a seat that took no part."""
    return "" if value is None else f"{value:g}"


def running(rows: Sequence[SheetRow]) -> Iterator[tuple[float | None, ...]]:
    """Where everybody stands after each row."""
    stand: list[float | None] = []
    for row in rows:
        before = stand or [None] * len(row.points)
        if row.totals:
            stand = list(row.totals)
        else:
            stand = [
                total if points is None else (total or 0) + points
                for total, points in zip(before, row.points, strict=True)
            ]
        yield tuple(stand)


class ScoreSheet(Box[None]):
    """All deals of a match, the last in sight, and the notes under them."""

    DEFAULT_CSS = """
    ScoreSheet DataTable { width: auto; max-width: 100%; height: auto; background: $surface; }
    ScoreSheet > Vertical { max-width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f7,q,Q,й,Й", "leave", show=False)]

    def __init__(self, words: WordsLike, names: Sequence[str], rows: Sequence[SheetRow], notes: Sequence[Text]) -> None:
        super().__init__(words, words.say("Score sheet"))
        self.names = names
        self.rows = rows
        self.notes = notes

    def compose(self) -> ComposeResult:
        """Heading, rows, notes and keys."""
        with Vertical():
            yield self.line(self.heading)
            yield DataTable(cursor_type="row", zebra_stripes=True, fixed_columns=1)
            if self.notes:
                yield self.line("\n".join(self.words.text(note, self.names) for note in self.notes))
            yield self.line(self.words.say("↑↓ scroll  Esc back"))

    def on_mount(self) -> None:
        """Writes the rows; what was written last is in sight."""
        table = self.query_one(DataTable)
        table.add_columns(
            self.words.say("Deal"),
            *(RichText(cut(self.plain(name), NAME), justify="right") for name in self.names),
            "",
        )
        for nth, (row, stand) in enumerate(zip(self.rows, running(self.rows), strict=True), 1):
            label = cut(self.plain(f"{nth} {clean(self.words.text(row.label, self.names))}"), LABEL)
            cells = [
                RichText(f"{number(points)} {number(total):>5}", justify="right")
                for points, total in zip(row.points, stand, strict=True)
            ]
            notes = "; ".join(self.words.text(note, self.names) for note in row.notes)
            table.add_row(RichText(label), *cells, RichText(self.plain(notes)))
        self._fit(self.app.size.height)
        table.focus()
        self.call_after_refresh(table.move_cursor, row=table.row_count - 1)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps heading, notes and keys in sight."""
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        self.query_one(DataTable).styles.max_height = max(3, height - 7 - len(self.notes))

    def action_leave(self) -> None:
        """Closes the sheet."""
        self.dismiss(None)
