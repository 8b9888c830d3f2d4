"""The score sheet of a match: deals down, players across, with each deal's points and the totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.text import Text as RichText
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import DataTable, Static

from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Text, clean, number, say
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.draw.cells import short_names, width_of, wrap
from cardtable.tui.keys import quiet
from cardtable.words import Words

LABEL = 26
"""Maximum columns for the name of a deal, space permitting."""
LEAST_LABEL = 14
NAME = 12


def written(value: float | None) -> str:
    """Returns a number for the sheet: `4`, `−2.5`, empty for a seat that took no part."""
    return "" if value is None else number(value)


def running(rows: Sequence[SheetRow]) -> Iterator[tuple[float | None, ...]]:
    """Yields the totals after each row."""
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


def cells(rows: Sequence[SheetRow]) -> list[list[str]]:
    """Returns the texts under each name: points and total, or only the totals if the rows hold nothing else.

    >>> from cardtable.engine.text import say
    >>> cells([SheetRow(say("a"), (5, None)), SheetRow(say("b"), (-7, 3))])
    [[' 5  5', ''], ['−7 −2', ' 3  3']]
    """
    stands = list(running(rows))
    once = all(row.totals == row.points for row in rows)
    wide = max((len(written(points)) for row in rows for points in row.points), default=0)
    most = max((len(written(total)) for stand in stands for total in stand), default=0)
    found = []
    for row, stand in zip(rows, stands, strict=True):
        both = zip(row.points, stand, strict=True)
        texts = [f"{'' if once else written(points):>{wide}} {written(total):>{most}}" for points, total in both]
        found.append([text.strip() if once or not text.strip() else text for text in texts])
    return found


def labels(rows: Sequence[SheetRow], words: Words, names: Sequence[str]) -> list[str]:
    """Returns the label of each row: the number of the deal and its name.

    >>> from cardtable.engine.text import say
    >>> rows = [SheetRow(say("first hand"), (), is_deal=False), SheetRow(say("trumps"), ()), SheetRow(say("eggs"), ())]
    >>> labels(rows, Words("en"), ())
    ['first hand', '1 trumps', '2 eggs']
    """
    found, number = [], 0
    for row in rows:
        label = clean(words.text(row.label, names))
        number += row.is_deal
        found.append(f"{number} {label}" if row.is_deal else label)
    return found


class ScoreSheet(Box[None]):
    """All deals of a match with their notes, scrolled to the last, and the notes on the match below.

    In an evening Left and Right turn to the sheets of earlier matches.
    """

    DEFAULT_CSS = """
    ScoreSheet DataTable { width: auto; max-width: 100%; height: auto; background: $surface; }
    ScoreSheet > Vertical { max-width: 100%; max-height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape,enter,f7,q", "leave"),
        quiet("left", "turn(-1)", priority=True),
        quiet("right", "turn(1)", priority=True),
    ]

    def __init__(
        self,
        words: Words,
        names: Sequence[str],
        rows: Sequence[SheetRow],
        notes: Sequence[Text],
        before: Sequence[Sequence[SheetRow]] = (),
    ) -> None:
        """`before`: the sheets of the earlier matches."""
        super().__init__(words, words.say("Score sheet"))
        self.names = names
        self.sheets = [*before, *([rows] if rows or not before else [])]
        self.nth = len(self.sheets) - 1
        """The number of the sheet shown."""
        self.notes = notes if rows else ()
        self.top = Static(markup=False)
        self.table: DataTable[RichText] = DataTable(cursor_type="row", zebra_stripes=True, fixed_columns=1)
        self.foot = Static(markup=False)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.top
            yield self.table
            if self.notes:
                yield self.foot
            turning = self.words.say("←→ match") + "  " if len(self.sheets) > 1 else ""
            yield self.line(turning + self.words.say("↑↓ scroll  Esc back"))

    @property
    def rows(self) -> Sequence[SheetRow]:
        """The rows of the sheet shown."""
        return self.sheets[self.nth]

    def on_mount(self) -> None:
        """Fills in the sheet of the current match."""
        self._write()
        self.table.focus()

    def action_turn(self, by: int) -> None:
        """Turns to the sheet of the previous or the next match."""
        nth = max(0, min(self.nth + by, len(self.sheets) - 1))
        if nth != self.nth:
            self.nth = nth
            self.table.clear(columns=True)
            self._write()

    def _told(self) -> str:
        """Returns the heading, with the number of the match."""
        told = self.heading
        if len(self.sheets) > 1:
            here = say("match {match} of {count}", match=self.nth + 1, count=len(self.sheets))
            told += ", " + self.words.text(here, ())
        if any(row.totals != row.points for row in self.rows):
            told += ": " + self.words.say("points of the deal, then the total")
        return self.plain(told)

    def _write(self) -> None:
        """Fills in the rows and scrolls to the last one."""
        table = self.table
        self.top.update(self._told())
        found = cells(self.rows)
        room = self.app.size.width - 6
        longest = max((width_of(text) for row in found for text in row), default=0)
        share = (room - LABEL - 2) // len(self.names) - 2
        each = max(longest, min(share, max(width_of(self.plain(clean(name))) for name in self.names), NAME), 3)
        wide = max(LEAST_LABEL, min(LABEL, room - 2 - len(self.names) * (each + 2)))
        table.add_column(self.words.say("Deal"), width=wide)
        for name in short_names([self.plain(clean(name)) for name in self.names], each):
            table.add_column(RichText(name, justify="right"), width=each)
        for row, label, texts in zip(self.rows, labels(self.rows, self.words, self.names), found, strict=True):
            lines = wrap(self.plain(label), wide)
            for note in row.notes:
                lines += wrap(self.plain(clean(self.words.text(note, self.names))), wide)
            table.add_row(
                RichText("\n".join(lines)),
                *(RichText(self.plain(text), justify="right") for text in texts),
                height=len(lines),
            )
        self._fit(self.app.size.width, self.app.size.height)
        self.call_after_refresh(table.move_cursor, row=table.row_count - 1)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps the heading, notes and keys visible."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        own = self.notes if self.nth == len(self.sheets) - 1 else ()
        notes = [self.plain(clean(self.words.text(note, self.names))) for note in own]
        lines = [line for note in notes for line in wrap(note, width - 6)]
        self.foot.update("\n".join(lines))
        self.table.styles.max_height = max(4, height - 4 - len(lines))

    def action_leave(self) -> None:
        """Closes the sheet."""
        self.dismiss(None)
