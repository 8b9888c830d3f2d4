"""Putting a table together: who sits where, which house rules are played, and whether to keep it under a name."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from cardtable.bots import styles
from cardtable.bots.names import name_of
from cardtable.engine.faults import told
from cardtable.engine.options import BadOption, OptionSpec, specs, value_text
from cardtable.engine.text import say
from cardtable.games import agree, find_preset
from cardtable.saved import Agreed
from cardtable.tui.canvas import Canvas, Line, clean
from cardtable.tui.form import LESS, MORE, Form
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import SETUP_KEYS, bindings, shown_key
from cardtable.tui.protocol import WordsLike

NAME = 20
"""Letters of a name."""
SPAN = 40
"""A whole number with more values than this is changed in steps of ten."""


class TableSetup(Screen["Agreed | None"]):
    """Gives what was agreed, or None."""

    DEFAULT_CSS = "TableSetup { background: $table; } TableSetup #note { height: 3; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SETUP_KEYS)]

    def __init__(self, words: WordsLike, preset: str, seats: int, person: str, table: Agreed | None = None) -> None:
        """Begins with this person against bots, or with a table that was agreed before."""
        super().__init__()
        self.words = words
        self.preset = preset
        self.game, self.found = find_preset(preset)
        self.offered = [entry.style for entry in styles(self.game.id)]
        self.about = {entry.style: entry.about for entry in styles(self.game.id)}
        self.specs = specs(self.game.options)
        self.at = 0
        self.seats = seats
        most = max(12, seats)
        others = [words.text(say("Player {number}", number=nth), ()) for nth in range(2, most + 1)]
        self.names = [person, *others]
        self.chosen: list[str | None] = [None, *[self.offered[0]] * (most - 1)]
        self.changed: dict[str, Any] = {}
        self.kept_as = ""
        if table is not None:
            self.seats = len(table.names)
            self.names[: self.seats] = table.names
            self.chosen[: self.seats] = table.styles
            self.changed = dict(table.options)
            self.kept_as = table.name
        self.form = Form(words)
        self.note = Line(words, "dim", id="note")

    def compose(self) -> ComposeResult:
        """Heading, the lines, a note and keys."""
        heading = Line(self.words, "bar", id="heading")
        heading.show(self.words.say(self.found.title), [self.words.say("Enter begins")])
        yield heading
        yield self.form
        yield self.note
        keys = KeyLine(self.words)
        russian = str(getattr(self.words, "language", "en")).startswith("ru")
        keys.show(
            [Hint(shown_key(row, russian), self.words.say(row.label), row.binds[-1][1], row.rank) for row in SETUP_KEYS]
        )
        yield keys

    def on_mount(self) -> None:
        """Shows the lines."""
        self.show()

    # The lines

    def lines(self) -> list[str]:
        """What each line is about: `seat-0`, `name-0` under a person's, `option-NAME`, `keep`."""
        found = ["players"]
        for seat in range(self.seats):
            found.append(f"seat-{seat}")
            if self.chosen[seat] is None:
                found.append(f"name-{seat}")
        return [*found, "keep", *(f"option-{name}" for name in self.specs)]

    @property
    def line(self) -> str:
        """What the line under the cursor is about."""
        return self.lines()[self.at]

    @property
    def typed(self) -> bool:
        """Whether the line under the cursor is typed."""
        return self.line == "keep" or self.line.startswith("name-")

    def show(self) -> None:
        """Draws the lines, and what is to be said about the one under the cursor."""
        self.at = max(0, min(self.at, len(self.lines()) - 1))
        self.form.show([self._row(line) for line in self.lines()], self.at)
        self.note.show(self._trouble() or self._about(self.line))

    def _row(self, line: str) -> tuple[str, str]:
        words = self.words
        kind, _, rest = line.partition("-")
        cursor = "_" if line == self.line else ""
        match kind:
            case "players":
                return words.say("Players"), f"{LESS} {self.seats} {MORE}"
            case "seat":
                seat = int(rest)
                style = self.chosen[seat]
                who = words.say("a person") if style is None else words.say(name_of(style))
                return words.text(say("Seat {number}", number=seat + 1), ()), f"{LESS} {who} {MORE}"
            case "name":
                return "  " + words.say("Name"), clean(self.names[int(rest)]) + cursor
            case "keep":
                return words.say("Keep this table as"), clean(self.kept_as) + cursor
            case _:
                value = self._value(rest)
                mark = "* " if value != getattr(self.found.options, rest) else "  "
                return mark + rest, f"{LESS} {value_text(value)} {MORE}"

    def _value(self, name: str) -> Any:
        return self.changed.get(name, getattr(self.found.options, name))

    def _about(self, line: str) -> str:
        kind, _, rest = line.partition("-")
        match kind:
            case "seat":
                style = self.chosen[int(rest)]
                return "" if style is None else self.words.say(self.about.get(style, ""))
            case "keep":
                return self.words.say("With a name the table stands in the menu from now on.")
            case "option":
                spec = self.specs[rest]
                return f"{self.words.say(spec.about)} ({spec.allowed()}) [{spec.rules}]"
            case _:
                return ""

    def _trouble(self) -> str:
        """Why this table cannot be played; empty when it can."""
        try:
            agree(self.preset, self.changed, self.seats)
        except BadOption as wrong:
            return self.words.text(told(wrong), ())
        people = [self.names[seat] for seat in range(self.seats) if self.chosen[seat] is None]
        if not people:
            return self.words.say("At least one person plays.")
        if len(set(people)) < len(people) or not all(name.strip() for name in people):
            return self.words.say("Every person needs a name of his own.")
        return ""

    # What is done

    def action_step(self, by: int) -> None:
        """The line above or below."""
        self.at += by
        self.show()

    def action_line(self, nth: int) -> None:
        """A click on a line."""
        self.at = nth
        self.show()

    def action_change(self, by: int, nth: int | None = None) -> None:
        """Changes what the line says; of another line where a click names it."""
        if nth is not None:
            self.at = nth
        kind, _, rest = self.line.partition("-")
        if kind == "players":
            self.seats = max(2, min(self.seats + by, len(self.names)))
        elif kind == "seat":
            among: list[str | None] = [None, *self.offered]
            now = self.chosen[int(rest)]
            self.chosen[int(rest)] = among[(among.index(now) + by) % len(among)] if now in among else None
        elif kind == "option":
            value = _next(self.specs[rest], self._value(rest), by)
            self.changed.pop(rest, None)
            if value != getattr(self.found.options, rest):
                self.changed[rest] = value
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Types a name; letters are no keys then."""
        if not self.typed:
            return
        text = self.kept_as if self.line == "keep" else self.names[int(self.line.removeprefix("name-"))]
        if event.key == "backspace":
            text = text[:-1]
        elif event.character is not None and event.is_printable:
            text = (text + event.character)[:NAME]
        else:
            return
        if self.line == "keep":
            self.kept_as = text
        else:
            self.names[int(self.line.removeprefix("name-"))] = text
        event.stop()
        event.prevent_default()
        self.show()

    def action_begin(self) -> None:
        """Begins, unless something forbids it."""
        if self._trouble():
            self.show()
            return
        taken: list[str] = []
        for seat in range(self.seats):
            style = self.chosen[seat]
            name = self.names[seat] if style is None else self.words.say(name_of(style))[:NAME]
            if name in taken:
                numbered = [f"{name[: NAME - 3]} {nth}" for nth in range(2, 20)]
                name = next(other for other in numbered if other not in taken)
            taken.append(name)
        self.dismiss(
            Agreed(
                self.preset, tuple(taken), tuple(self.chosen[: self.seats]), dict(self.changed), self.kept_as.strip()
            )
        )

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss(None)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click does what a key does."""
        message.stop()
        await self.run_action(message.action)


def _next(spec: OptionSpec, value: Any, by: int) -> Any:
    """The value of an option after or before this one."""
    if spec.range is None:
        values = list(spec.values)
        if value not in values:
            values.insert(0, value)
        return values[(values.index(value) + by) % len(values)]
    least, most = spec.range
    if value is None:
        return least if by > 0 else most
    new = value + by * (10 if most - least > SPAN else 1)
    if least <= new <= most:
        return new
    return None if spec.optional else least if by > 0 else most
