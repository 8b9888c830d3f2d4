"""Lines to set something up with: a heading and a value each, changed by left and right, or typed."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Region
from textual.screen import Screen

from cardtable.engine.text import clean
from cardtable.tui.canvas import Canvas, Line, Sheet, cut, width_of
from cardtable.tui.keyline import Hint, KeyLine
from cardtable.tui.keys import SETUP_KEYS, bindings, shown_key
from cardtable.words import Words

AnswerT = TypeVar("AnswerT")
LESS, MORE = "◄", "►"
NAME = 20
"""Letters of a name."""
NOTE = 4
"""Lines of the note: what the longest explanation of a house rule takes at 80 columns."""


class Form(Canvas):
    """Lines with a heading and a value each; the one under the cursor is marked."""

    DEFAULT_CSS = "Form { height: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.rows: list[tuple[str, str]] = []
        self.at = 0

    def show(self, rows: list[tuple[str, str]], at: int) -> None:
        """Shows these lines."""
        self.rows, self.at = rows, at
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        """One line a row, scrolled so that the cursor's is seen."""
        look = self.palette
        wide = max(width_of(heading) for heading, _ in self.rows) + 3
        above = max(0, self.at - sheet.height + 2)
        for nth, (heading, value) in enumerate(self.rows[above:], above):
            style = look.acting if nth == self.at else look.table
            y = nth - above + 1
            sheet.put(1, y, MORE if nth == self.at else " ", style)
            sheet.put(3, y, heading, style)
            shown = cut(value, sheet.width - wide - 4)
            end = sheet.put(3 + wide, y, shown, style)
            self.answers(Region(0, y, sheet.width, 1), f"line({nth})")
            if shown.startswith(LESS) and shown.endswith(MORE):
                self.answers(Region(3 + wide, y, 2, 1), f"change(-1, {nth})")
                self.answers(Region(end - 2, y, 2, 1), f"change(1, {nth})")


class SetupScreen(Screen["AnswerT | None"], Generic[AnswerT]):
    """A heading, lines to set something up with, a note about the line under the cursor, and keys; gives an answer."""

    DEFAULT_CSS = "SetupScreen { background: $table; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SETUP_KEYS)]

    def __init__(self, words: Words, heading: str) -> None:
        super().__init__()
        self.words = words
        self.heading = heading
        self.at = 0
        self.texts: dict[str, str] = {}
        """What is typed, by line; letters are no keys there."""
        self.form = Form(words)
        self.note = Line(words, "dim", id="note")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        heading = Line(self.words, "bar", id="heading")
        heading.show(self.heading, [self.words.say("Enter begins")])
        yield heading
        yield self.form
        self.note.styles.height = NOTE
        yield self.note
        keys = KeyLine(self.words)
        russian = self.words.language.startswith("ru")
        keys.show(
            [Hint(shown_key(row, russian), self.words.say(row.label), row.binds[-1][1], row.rank) for row in SETUP_KEYS]
        )
        yield keys

    def on_mount(self) -> None:
        """Shows the lines."""
        self.show()

    def lines(self) -> list[str]:
        """What each line is about."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def row(self, line: str) -> tuple[str, str]:
        """Heading and value of a line."""
        raise NotImplementedError

    def about(self, line: str) -> str:
        """What is to be said about a line."""
        raise NotImplementedError

    def change(self, line: str, by: int) -> None:
        """Changes what a line says."""
        raise NotImplementedError

    @property
    def line(self) -> str:
        """What the line under the cursor is about."""
        return self.lines()[self.at]

    @property
    def typed(self) -> bool:
        """Whether the line under the cursor is typed."""
        return self.line in self.texts

    def text(self, line: str) -> str:
        """What is typed in a line, as it is shown."""
        return clean(self.texts[line]) + ("_" if line == self.line else "")

    def show(self) -> None:
        """Draws the lines, and what is to be said about the one under the cursor."""
        self.at = max(0, min(self.at, len(self.lines()) - 1))
        self.form.show([self.row(line) for line in self.lines()], self.at)
        self.note.show(self.about(self.line))

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
        self.change(self.line, by)
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Types a text."""
        if not self.typed:
            return
        if event.key == "backspace":
            self.texts[self.line] = self.texts[self.line][:-1]
        elif event.character is not None and event.is_printable:
            self.texts[self.line] = (self.texts[self.line] + event.character)[:NAME]
        else:
            return
        event.stop()
        event.prevent_default()
        self.show()

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss(None)

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click does what a key does."""
        message.stop()
        await self.run_action(message.action)
