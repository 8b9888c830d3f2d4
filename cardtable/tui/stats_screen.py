"""People's results, as pictures: bars by game, preset, opponents and month, and the last results as a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from cardtable.engine.text import Text, clean, mark, say_count
from cardtable.games import FAMILIES, family
from cardtable.stats import Results, Stats, opponents_named
from cardtable.tui.canvas import Canvas, Line, Sheet, cut, width_of
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import STATS_KEYS, bindings, shown_key
from cardtable.words import Words

GROUPS = (
    ("family", mark("By game")),
    ("preset", mark("By preset")),
    ("opponents", mark("Against")),
    ("month", mark("By month")),
)
EIGHTHS = " ▏▎▍▌▋▊▉"
LEVELS = "▁▂▃▄▅▆▇█"
PLAIN_LEVELS = "_.-=*#"
"""What stands for the heights of a line of results where only ASCII is safe."""
NAME = 26
"""Columns of what is counted."""
LAST = 50
"""Deals of the line of results."""
SMOOTH = 5
"""Deals over which that line takes the mean."""


def bar(share: float, width: int, *, ascii_only: bool) -> str:
    """A share of 1 as a bar of so many cells, what is missing as dots.

    >>> bar(0.5, 5, ascii_only=False), bar(0.5, 4, ascii_only=True)
    ('██▌··', '##..')
    """
    eighths = round(max(0.0, min(share, 1.0)) * width * 8)
    if ascii_only:
        return "#" * (eighths // 8) + "." * (width - eighths // 8)
    full = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
    return full + "·" * (width - len(full))


def line_of(scores: Sequence[float], *, ascii_only: bool) -> str:
    """Scores from 0 to 1 as a line of blocks, each the mean of the last few deals.

    >>> line_of([0, 1, 1, 1, 1, 1], ascii_only=False)
    '▁▅▆▇▇█'
    """
    levels = PLAIN_LEVELS if ascii_only else LEVELS
    means = [sum(scores[max(0, nth - SMOOTH + 1) : nth + 1]) / min(nth + 1, SMOOTH) for nth in range(len(scores))]
    return "".join(levels[min(int(mean * len(levels)), len(levels) - 1)] for mean in means)


class Row(NamedTuple):
    """A line of the statistics: text, and how it is written."""

    text: str
    kind: str = "table"


class StatsPicture(Canvas):
    """The lines, as many as fit."""

    DEFAULT_CSS = "StatsPicture { height: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.rows: list[Row] = []
        self.top = 0

    def show(self, rows: list[Row], top: int) -> None:
        """Shows these lines from this one on, or from as far down as fills the screen."""
        self.rows = rows
        self.top = max(0, min(top, len(rows) - self.size.height))
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """Line by line."""
        for y, row in enumerate(self.rows[self.top : self.top + sheet.height]):
            style: Style = getattr(self.palette, row.kind)
            sheet.put(1, y, row.text, style)


class StatsScreen(Screen[None]):
    """Everybody, or one person at a time."""

    DEFAULT_CSS = "StatsScreen { background: $table; } StatsScreen #note { height: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(STATS_KEYS)]

    def __init__(self, words: Words, stats: Stats, troubles: Sequence[Text] = ()) -> None:
        super().__init__()
        self.words = words
        self.stats = stats
        self.troubles = troubles
        self.people = [row.what for row in stats.people()]
        self.nth = 0
        """Whose: 0 for all together, else one of the people."""
        self.heading = Line(words, "bar", id="heading")
        self.picture = StatsPicture(words)

    def compose(self) -> ComposeResult:
        """Heading, the lines, what could not be read, and keys."""
        yield self.heading
        yield self.picture
        note = Line(self.words, "warning", id="note")
        if self.troubles:
            unread = say_count("{count} record cannot be read.", "{count} records cannot be read.", len(self.troubles))
            note.show(self.words.text(unread, ()) + " " + self.words.text(self.troubles[0], ()))
        yield note
        keys = KeyLine(self.words)
        russian = self.words.language.startswith("ru")
        keys.show(
            [Hint(shown_key(row, russian), self.words.say(row.label), row.binds[-1][1], row.rank) for row in STATS_KEYS]
        )
        yield keys

    def on_mount(self) -> None:
        """Shows everybody's."""
        self.show()

    def on_resize(self) -> None:
        """Gives the bars their room."""
        self.show(self.picture.top)

    def show(self, top: int = 0) -> None:
        """Draws what is counted now."""
        name = self.people[self.nth - 1] if self.nth else None
        who = clean(name or self.people[0]) if name or len(self.people) == 1 else self.words.say("all players")
        self.heading.show(self.words.say("Statistics"), [f"◄ {who} ►" if len(self.people) > 1 else who])
        self.picture.show(self._rows(name), top)

    def _rows(self, name: str | None) -> list[Row]:
        words, ascii_only = self.words, self.picture.ascii_only
        if not self.people:
            return [Row(""), Row(words.say("No deal has been finished yet."))]
        run = self.stats.run(name, LAST)
        last = say_count("the last deal", "the last {count} deals, from old to new", len(run))
        rows = [Row(""), Row(words.text(last, ()), "bold")]
        rows.append(Row(f"  {line_of(run, ascii_only=ascii_only)}", "acting"))
        groups = [(words.say("By player"), self.stats.people())] if name is None and len(self.people) > 1 else []
        groups += [(words.say(heading), self.stats.results(group, name)) for group, heading in GROUPS]
        headings = (words.say("deals"), words.say("won"), words.say("drawn"), words.say("mean"))
        wide = 1 + max(6, *map(width_of, headings))
        for heading, results in groups:
            columns = "".join(f"{column:>{wide}}" for column in headings)
            rows += [Row(""), Row(heading + " " * (NAME + 2 - width_of(heading)) + columns, "bold")]
            rows += [Row(self._line(row, wide, ascii_only)) for row in results]
        return rows

    def _line(self, row: Results, wide: int, ascii_only: bool) -> str:
        title = _titles().get(row.what)
        told = self.words.say(title) if title else opponents_named(row.what, self.words.say)
        what = cut(clean(told), NAME - 1)
        numbers = f"{row.deals:>{wide}}{row.won:>{wide}.0%}{row.drawn:>{wide}.0%}{row.score:>{wide}.2f}"
        room = max(6, min(40, self.app.size.width - NAME - 4 * wide - 8))
        gap = " " * (NAME - width_of(what))
        return f"  {what}{gap}{numbers}  {bar(row.score, room, ascii_only=ascii_only)}"

    def action_scroll(self, by: int) -> None:
        """Some lines up or down."""
        self.picture.show(self.picture.rows, self.picture.top + by)

    def action_player(self, by: int) -> None:
        """The next person's, or everybody's."""
        self.nth = (self.nth + by) % (len(self.people) + 1) if len(self.people) > 1 else 0
        self.show()

    def action_leave(self) -> None:
        """Back to the menu."""
        self.stats.close()
        self.app.pop_screen()

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on the key line."""
        message.stop()
        await self.run_action(message.action)


def _titles() -> dict[str, str]:
    """The titles of families and presets by their ids."""
    games = [family(name) for name in FAMILIES]
    titles = {game.id: game.title for game in games}
    return {**titles, **{name: preset.title for game in games for name, preset in game.presets.items()}}
