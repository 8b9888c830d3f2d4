"""Lines to set something up with: a heading and a value each, changed by left and right, or typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Input

from cardtable.tui.draw.canvas import RIMMED, Canvas
from cardtable.tui.draw.cells import Sheet, cut, width_of
from cardtable.tui.draw.keyline import KeyLine, hint_of
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import SETUP_KEYS, Key, bindings
from cardtable.words import Words

AnswerT = TypeVar("AnswerT")
LESS, MORE = "◄", "►"
NAME = 20
"""Letters of a name."""
NOTE = 4
"""Lines of the note: what the longest explanation of a house rule takes at 80 columns."""
INDENT = 4
"""Columns before a heading: the cursor, and the sign of what was changed."""


class FormLine(NamedTuple):
    heading: str
    value: str = ""
    remark: str = ""
    """Shown behind the value where it fits whole."""
    changed: bool = False
    idle: bool = False
    """Nothing can be chosen here."""
    typed: bool = False
    empty: str = ""
    """What holds while nothing is typed."""
    opens: bool = False
    """Enter asks for the value or opens a screen; there is no next value."""
    group: bool = False
    """The heading of the lines below it, at which no cursor stands."""
    widest: int = 0
    """Columns of the widest value that can stand here: values begin in one column, whichever is chosen."""

    @property
    def begins(self) -> int:
        """The first column that its heading leaves for a value."""
        return INDENT + width_of(self.heading) + 3

    @property
    def takes(self) -> int:
        """Columns that its value takes, with the sign behind it."""
        return max(width_of(self.value), NAME + 1 if self.typed else 0) + 3


class LinePlace(NamedTuple):
    """Where a line stands."""

    heading: int
    """The row of its heading."""
    value: int
    """The row of its value: the same one, or the next where both do not fit side by side."""
    x: int
    """The column of its value."""


class Form(Canvas):
    """Lines with a heading and a value each; the one under the cursor is marked. Nothing is cut that fits a row."""

    DEFAULT_CSS = "Form { height: 1fr; width: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.rows: list[FormLine] = []
        self.at = 0
        self.top = 0
        """The uppermost row that is seen."""

    def show(self, rows: Sequence[FormLine], at: int) -> None:
        """Shows these lines, the cursor on one of them."""
        self.rows, self.at = list(rows), at
        self.repaint()

    def places(self, width: int) -> list[LinePlace]:
        """Where every line stands in a form of this width, counted from the first."""
        column = self._column(width)
        found, y = [], 0
        for row in self.rows:
            if row.group and y:
                y += 1
            x = min(column, width - row.takes)
            if row.value and x < row.begins:
                found.append(LinePlace(y, y + 1, max(INDENT + 2, x)))
                y += 1
            else:
                found.append(LinePlace(y, y, x))
            y += 1
        return found

    def _column(self, width: int) -> int:
        """Where values begin: where most of them stand beside their headings, in one column.

        Of columns that are alike in this, where fewer values fall below their headings.
        """
        rows = [(row.begins, max(row.takes, row.widest + 3)) for row in self.rows if row.value]

        def beside(column: int) -> tuple[int, int]:
            in_column = sum(begins <= column <= width - takes for begins, takes in rows)
            return in_column, sum(begins <= min(column, width - takes) for begins, takes in rows)

        return max(sorted({begins for begins, _ in rows}), key=beside, default=INDENT + 3)

    def field(self) -> tuple[int, int]:
        """The column and the row in which the value under the cursor stands on this form."""
        place = self._scrolled(self.size.width, self.size.height)[self.at]
        return place.x, place.value - self.top

    def _scrolled(self, width: int, height: int) -> list[LinePlace]:
        """Where the lines stand, after scrolling so far that the cursor's is seen with the one after it."""
        places = self.places(width)
        here = places[self.at]
        last = places[min(self.at + 1, len(places) - 1)].value
        first = self.at - 1 if self.at and self.rows[self.at - 1].group else self.at
        # Nothing is hidden above while there is room below.
        top = min(self.top, places[first].heading, max(0, places[-1].value - height + 1))
        self.top = max(top, min(last, here.value + 2) - height + 1, 0)
        return places

    def paint(self, sheet: Sheet) -> None:
        """The lines that are seen."""
        if not self.rows:
            return
        look = self.palette
        places = self._scrolled(sheet.width, sheet.height)
        last = places[-1].value
        if self.top:
            sheet.put(sheet.width - 1, 0, "↑", look.dim)
        if last - self.top >= sheet.height:
            sheet.put(sheet.width - 1, sheet.height - 1, "↓", look.dim)
        for nth, (row, place) in enumerate(zip(self.rows, places, strict=True)):
            top, y = place.heading - self.top, place.value - self.top
            if row.group:
                sheet.put(2, top, row.heading, look.bold)
                continue
            here = nth == self.at
            style = look.acting if here else look.dim if row.idle else look.table
            sheet.put(1, top, MORE if here else " ", style)
            # What is greyed has a sign too, for terminals without grey.
            sheet.put(2, top, "*" if row.changed else "·" if row.idle else " ", look.acting if row.changed else style)
            sheet.put(INDENT, top, row.heading, style)
            self.answers(Region(0, top, sheet.width, y - top + 1), f"line({nth})")
            told, kind = (row.value, style) if row.value else (row.empty, look.dim)
            end = sheet.put(place.x, y, cut(told, sheet.width - place.x - 2), kind)
            if here and row.value and not (row.idle or row.typed or row.opens):
                sheet.put(place.x - 2, y, LESS, style)
                sheet.put(end + 1, y, MORE, style)
                self.answers(Region(place.x - 2, y, 2, 1), f"change(-1, {nth})")
                self.answers(Region(end, y, 2, 1), f"change(1, {nth})")
            if row.remark and end + 4 + width_of(row.remark) < sheet.width:
                sheet.put(end + 4, y, row.remark, look.dim)


class Field(Input):
    """The value of a line that is typed: Textual's own input, put over the line.

    What stands in it is chosen whole where one comes to it: what is typed then takes its place.
    """

    DEFAULT_CSS = """
    Field { width: 22; }
    Field > .input--selection { background: $foreground; color: $table; }
    """

    def __init__(self, placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, compact=True, max_length=NAME, id=id)


class SetupScreen(Screen["AnswerT | None"], Generic[AnswerT]):
    """A heading, lines to set something up with, a note about the line under the cursor, and keys; gives an answer.

    Groups of lines have a heading, and `/` looks for lines.
    """

    DEFAULT_CSS = """
    SetupScreen { background: $table; layers: default above; }
    SetupScreen > Vertical { height: 1fr; }
    SetupScreen.-rimmed > Vertical { border: outer $rim; }
    SetupScreen.-ascii.-rimmed > Vertical { border: ascii $rim; }
    SetupScreen Horizontal { height: 1fr; }
    SetupScreen Field { display: none; }
    SetupScreen #field { layer: above; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (RIMMED, "-rimmed")]  # noqa: RUF012  (Textual declares it so)
    AUTO_FOCUS = ""
    KEYS: ClassVar[tuple[Key, ...]] = SETUP_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SETUP_KEYS)]

    def __init__(self, words: Words, heading: str) -> None:
        super().__init__()
        self.words = words
        self.set_class(words.glyphs == "ascii", "-ascii")
        self.heading = heading
        self.line = ""
        """What the line under the cursor is about; the first line unless there is such a one."""
        self.texts: dict[str, str] = {}
        """What is typed, by line; letters are no keys there."""
        self.form = Form(words)
        self.note = Line(words, "dim", id="note")
        self.field = Field(id="field")
        self.top = Line(words, "bar", id="heading")
        self.keys = KeyLine(words)
        self.shown: list[str] = []
        """What each row of the form is about; empty for a heading."""

    def compose(self) -> ComposeResult:
        yield self.top
        with Vertical():
            yield from self.body()
        yield self.keys
        yield self.field

    def body(self) -> ComposeResult:
        """What stands between the heading and the keys."""
        yield self.form
        self.note.styles.height = NOTE
        yield self.note

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        """As many lines from the first as leave the cursor's in sight; what is typed stands where its line then is."""
        self.form.top = 0
        self.call_after_refresh(self.show)

    def lines(self) -> list[str]:
        """What each line is about."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def group(self, line: str) -> str:
        """The heading over a line, and over those after it that have the same."""
        return ""

    def row(self, line: str) -> FormLine:
        raise NotImplementedError

    def about(self, line: str) -> str:
        raise NotImplementedError

    def change(self, line: str, by: int) -> None:
        raise NotImplementedError

    def begin(self) -> None:
        """Gives the answer."""
        raise NotImplementedError

    @property
    def typed(self) -> bool:
        """Whether the line under the cursor is typed."""
        return self.line in self.texts

    @property
    def takes_letters(self) -> bool:
        """Whether letters are typed now, and are no keys."""
        return self.focused is not None

    def show(self) -> None:
        """Draws the lines, and what is to be said about the one under the cursor."""
        lines = self.lines()
        if self.line not in lines:
            self.line = lines[min(max(0, self._last_at), len(lines) - 1)] if lines else ""
        self._last_at = lines.index(self.line) if lines else 0
        rows: list[FormLine] = []
        self.shown, group = [], ""
        for line in lines:
            if (heading := self.group(line)) != group:
                group = heading
                rows.append(FormLine(heading, group=True))
                self.shown.append("")
            rows.append(self.row(line))
            self.shown.append(line)
        self.form.show(rows, self.shown.index(self.line) if lines else 0)
        self.note.show(self.about(self.line) if lines else "")
        self._frame()
        self._place_field()

    _last_at = 0

    def _frame(self) -> None:
        """The heading and the keys."""
        self.top.show(
            self.heading, [self.words.say("Enter begins")] if self.KEYS[: len(SETUP_KEYS)] == SETUP_KEYS else []
        )
        self.keys.show([hint_of(row, self.words) for row in self.KEYS])

    def _place_field(self) -> None:
        """Puts the input over the value of the line under the cursor, if it is one that is typed."""
        field = self.field
        if not self.is_mounted or not self.form.size:
            return
        if not self.typed:
            if field.display:
                field.display = False
                self.set_focus(None)
            return
        x, y = self.form.field()
        field.styles.offset = (self.form.region.x + x, self.form.region.y + y)
        field.placeholder = self.form.rows[self.form.at].empty
        if field.value != self.texts[self.line]:
            with field.prevent(Input.Changed):
                field.value = self.texts[self.line]
            field.select_all()
        if not field.display:
            field.display = True
        if self.focused is None:
            field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """A text is typed or pasted."""
        if event.input is self.field and self.typed:
            self.texts[self.line] = event.value
            self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter does in a text what it does anywhere."""
        if event.input is self.field:
            self.action_begin()

    def action_step(self, by: int) -> None:
        """The line above or below."""
        lines = self.lines()
        self.go(lines[max(0, min(lines.index(self.line) + by, len(lines) - 1))] if lines else "")

    def go(self, line: str) -> None:
        """Puts the cursor on a line."""
        self.line = line
        self.show()

    def action_line(self, nth: int) -> None:
        self.go(self.shown[nth])

    def action_change(self, by: int, nth: int | None = None) -> None:
        """Changes what the line says; of another line where a click names it."""
        if nth is not None:
            self.line = self.shown[nth]
        self.change(self.line, by)
        self.show()

    def action_begin(self) -> None:
        """Gives the answer."""
        self.begin()

    def action_leave(self) -> None:
        """Back to the menu."""
        self.dismiss(None)

    def on_mouse_scroll_down(self) -> None:
        self.action_step(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_step(-1)
