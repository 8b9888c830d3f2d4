"""Forms: lines with a heading and a value each, changed with left and right or typed."""

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
"""Maximum letters of a name."""
NOTE = 4
"""Lines of the note: the longest explanation of a house rule at 80 columns."""
INDENT = 4
"""Columns before a heading: the cursor, and the mark of a changed line."""


class FormLine(NamedTuple):
    heading: str
    value: str = ""
    remark: str = ""
    """Shown after the value if it fits whole."""
    changed: bool = False
    idle: bool = False
    """Whether nothing can be chosen here."""
    typed: bool = False
    empty: str = ""
    """The value that applies while nothing is typed."""
    opens: bool = False
    """Whether Enter asks for the value or opens a screen; there is no next value."""
    group: bool = False
    """Whether this is a heading over the lines below; the cursor skips it."""
    widest: int = 0
    """Columns of the widest possible value: the value column then stays put whichever is chosen."""

    @property
    def begins(self) -> int:
        """The first column after the heading where a value may start."""
        return INDENT + width_of(self.heading) + 3

    @property
    def takes(self) -> int:
        """Columns the value takes, with the arrow after it."""
        return max(width_of(self.value), NAME + 1 if self.typed else 0) + 3


class LinePlace(NamedTuple):
    """The position of a line on the form."""

    heading: int
    """The row of its heading."""
    value: int
    """The row of its value: the same one, or the next where both do not fit side by side."""
    x: int
    """The column where its value starts."""


class Form(Canvas):
    """Lines with a heading and a value each; the current one is marked. What fits into a row is never cut."""

    DEFAULT_CSS = "Form { height: 1fr; width: 1fr; }"

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.rows: list[FormLine] = []
        self.at = 0
        self.top = 0
        """The topmost visible row."""

    def show(self, rows: Sequence[FormLine], at: int) -> None:
        """Shows these lines, with the cursor on one of them."""
        self.rows, self.at = list(rows), at
        self.repaint()

    def places(self, width: int) -> list[LinePlace]:
        """Returns the position of every line at this width, with rows counted from the top of the form."""
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
        """Returns the column where values start: the one that keeps most of them beside their headings.

        If several columns are equally good, the one that pushes fewer values below their headings.
        """
        rows = [(row.begins, max(row.takes, row.widest + 3)) for row in self.rows if row.value]

        def beside(column: int) -> tuple[int, int]:
            in_column = sum(begins <= column <= width - takes for begins, takes in rows)
            return in_column, sum(begins <= min(column, width - takes) for begins, takes in rows)

        return max(sorted({begins for begins, _ in rows}), key=beside, default=INDENT + 3)

    def field(self) -> tuple[int, int]:
        """Returns the column and row of the current value on the visible form."""
        place = self._scrolled(self.size.width, self.size.height)[self.at]
        return place.x, place.value - self.top

    def _scrolled(self, width: int, height: int) -> list[LinePlace]:
        """Scrolls until the cursor's line and the one after it are visible, and returns the positions of the lines."""
        places = self.places(width)
        here = places[self.at]
        last = places[min(self.at + 1, len(places) - 1)].value
        first = self.at - 1 if self.at and self.rows[self.at - 1].group else self.at
        # Nothing scrolls out at the top while there is space below.
        top = min(self.top, places[first].heading, max(0, places[-1].value - height + 1))
        self.top = max(top, min(last, here.value + 2) - height + 1, 0)
        return places

    def paint(self, sheet: Sheet) -> None:
        """Draws the visible lines."""
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
            # A greyed line is marked as well, for terminals without grey.
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
    """A typed value: a Textual Input laid over the line.

    Its text is selected when it gets the focus, so that typing replaces it.
    """

    DEFAULT_CSS = """
    Field { width: 22; }
    Field > .input--selection { background: $foreground; color: $table; }
    """

    def __init__(self, placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, compact=True, max_length=NAME, id=id)


class SetupScreen(Screen["AnswerT | None"], Generic[AnswerT]):
    """A heading, a form, a note about the current line, and keys; returns an answer.

    Groups of lines have a heading, and `/` searches for lines.
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
        """The id of the current line; the first line if there is no such id."""
        self.texts: dict[str, str] = {}
        """The typed values by line; on these lines letters are text, not keys."""
        self.form = Form(words)
        self.note = Line(words, "dim", id="note")
        self.field = Field(id="field")
        self.top = Line(words, "bar", id="heading")
        self.keys = KeyLine(words)
        self.shown: list[str] = []
        """The line id of each row of the form; empty for a heading."""

    def compose(self) -> ComposeResult:
        yield self.top
        with Vertical():
            yield from self.body()
        yield self.keys
        yield self.field

    def body(self) -> ComposeResult:
        """Composes what is between the heading and the keys."""
        yield self.form
        self.note.styles.height = NOTE
        yield self.note

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        """Scrolls back as far as the cursor allows, and moves the input field to its line."""
        self.form.top = 0
        self.call_after_refresh(self.show)

    def lines(self) -> list[str]:
        """Returns the ids of all lines."""
        raise NotImplementedError  # A Textual screen cannot be an ABC too: the metaclasses differ.

    def group(self, line: str) -> str:
        """Returns the heading over a line; lines in a row with the same one share it."""
        return ""

    def row(self, line: str) -> FormLine:
        raise NotImplementedError

    def about(self, line: str) -> str:
        raise NotImplementedError

    def change(self, line: str, by: int) -> None:
        raise NotImplementedError

    def begin(self) -> None:
        """Returns the answer."""
        raise NotImplementedError

    @property
    def typed(self) -> bool:
        """Whether the current line is a typed one."""
        return self.line in self.texts

    @property
    def takes_letters(self) -> bool:
        """Whether letters are typed as text at the moment, rather than being keys."""
        return self.focused is not None

    def show(self) -> None:
        """Draws the lines and the note about the current one."""
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
        """Draws the heading and the keys."""
        self.top.show(
            self.heading, [self.words.say("Enter begins")] if self.KEYS[: len(SETUP_KEYS)] == SETUP_KEYS else []
        )
        self.keys.show([hint_of(row, self.words) for row in self.KEYS])

    def _place_field(self) -> None:
        """Lays the input field over the current value if the line is a typed one."""
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
        """Stores the text typed or pasted."""
        if event.input is self.field and self.typed:
            self.texts[self.line] = event.value
            self.show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Makes Enter in the field do what it does anywhere else."""
        if event.input is self.field:
            self.action_begin()

    def action_step(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        lines = self.lines()
        self.go(lines[max(0, min(lines.index(self.line) + by, len(lines) - 1))] if lines else "")

    def go(self, line: str) -> None:
        """Moves the cursor to a line."""
        self.line = line
        self.show()

    def action_line(self, nth: int) -> None:
        self.go(self.shown[nth])

    def action_change(self, by: int, nth: int | None = None) -> None:
        """Changes the value of the current line, or of the one clicked."""
        if nth is not None:
            self.line = self.shown[nth]
        self.change(self.line, by)
        self.show()

    def action_begin(self) -> None:
        """Returns the answer."""
        self.begin()

    def action_leave(self) -> None:
        """Goes back to the menu."""
        self.dismiss(None)

    def on_mouse_scroll_down(self) -> None:
        self.action_step(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_step(-1)
