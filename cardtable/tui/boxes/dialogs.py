"""Boxes that open over the table: menus, a list to choose from, a text to read, the result of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from cardtable.engine.text import clean
from cardtable.tui.draw.cells import ASCII, width_of, wrap
from cardtable.tui.draw.fresh import Fresh
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import quiet, twins
from cardtable.words import Words

AnswerT = TypeVar("AnswerT")
LINE_KEYS = "123456789abcdefghilmnopqrstuvwxyz"
"""The keys for the lines of a list, in order. j and k are missing: they move the cursor."""


class Box(ModalScreen[AnswerT], Generic[AnswerT]):
    """A framed box with a heading, in the middle of the screen.

    A box keeps references to its own widgets instead of querying for them: if it is closed in the same turn it was
    opened, it still gets its mount event but its widgets are never on the screen.
    """

    DEFAULT_CSS = """
    Box { align: center middle; }
    Box > Vertical {
        width: auto; max-width: 90%; height: auto; max-height: 90%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    Box.-ascii > Vertical { border: ascii $primary; }
    Box Static { width: auto; max-width: 100%; }
    Box OptionList {
        width: auto; min-width: 30; max-width: 100%; height: auto; max-height: 16;
        border: none; background: $surface;
    }
    Box OptionList:focus { border: none; }
    Box VerticalScroll { width: auto; max-width: 100%; height: auto; }
    """

    alone: ClassVar[bool] = False
    """Whether the box hides everything around it, and around any box opened over it."""

    def __init__(self, words: Words, heading: str) -> None:
        super().__init__()
        self.words = words
        self.heading = heading
        self.fresh = Fresh(self)
        self.set_class(words.glyphs == "ascii", "-ascii")

    def on_mount(self) -> None:
        """Hides the text around the box if a box below stands alone; otherwise the frame would cut words in two."""
        under = (screen for screen in self.app.screen_stack if isinstance(screen, Box))
        self.set_class(any(box.alone for box in under), "-alone")

    def on_screen_resume(self) -> None:
        """Starts the guard against early keys: the box is now on the screen."""
        self.fresh.begin()
        self.call_after_refresh(self.fresh.painted)

    def on_key(self, event: events.Key) -> None:
        """Takes any key but Enter as proof that the player has seen the box."""
        self.fresh.notice(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Blocks keys until the box is mounted: a key pressed earlier was meant for something else."""
        return self.is_mounted

    def dismiss(self, result: AnswerT | None = None) -> AwaitComplete:
        """Closes the box with an answer. A second one, typed while it closes, must not close the screen below too."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def plain(self, text: str) -> str:
        """Returns the text in characters this terminal can show."""
        kept = "\n".join(clean(line) for line in text.split("\n"))
        return kept.translate(ASCII) if self.has_class("-ascii") else kept

    def line(self, text: str) -> Static:
        """Returns a widget with one or more lines of plain text."""
        return Static(self.plain(text), markup=False)


class Pick(Box[int | None]):
    """A choice of one line; returns its number, or None if the player backs out.

    Every line has a key that picks it at once: a digit, then letters. If the lines come with keys of their own, digits
    pick the first nine as well.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape", "leave"),
        quiet("j", "down"),
        quiet("k", "up"),
    ]

    def __init__(self, words: Words, heading: str, lines: Sequence[str], keys: Sequence[str] = ()) -> None:
        super().__init__(words, heading)
        self.lines = lines
        self.keys = keys or LINE_KEYS[: len(lines)]

    def key_of(self, nth: int) -> str:
        """Returns the key that picks a line; a blank if there are more lines than keys."""
        return self.keys[nth] if nth < len(self.keys) else " "

    def on_key(self, event: events.Key) -> None:
        """Picks the line with this key, on either keyboard layout."""
        own = [nth for nth, key in enumerate(self.keys) if event.key in twins(key).split(",")]
        if not own and event.key.isdecimal() and 0 < int(event.key) <= len(self.lines):
            own = [int(event.key) - 1]
        if own:
            event.stop()
            self.dismiss(own[0])

    def action_leave(self) -> None:
        """Closes the list without a choice."""
        self.dismiss(None)


class Choose(Pick):
    """A list under a heading."""

    def __init__(
        self, words: Words, heading: str, lines: Sequence[str], keys: Sequence[str] = (), first: int = 0
    ) -> None:
        super().__init__(words, heading, lines, keys)
        self.first = first
        """The line the cursor starts on."""
        self.menu = Menu(*map(self._row, range(len(lines))), markup=False)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.menu
            yield self.line(self.words.say("↑↓ choose  ⏎ take it  Esc back"))

    def on_mount(self) -> None:
        """Puts the cursor on its starting line and scrolls it into view."""
        if self.first:
            self.menu.highlighted = self.first

    def _row(self, nth: int) -> str:
        """Returns a line with its key in front."""
        return self.plain(f"{self.key_of(nth)}  {clean(self.lines[nth])}")

    def action_down(self) -> None:
        """Moves the cursor down."""
        self.menu.action_cursor_down()

    def action_up(self) -> None:
        """Moves the cursor up."""
        self.menu.action_cursor_up()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Picks a line; ignores the Enter that opened the list."""
        if not self.fresh.too_soon:
            self.dismiss(event.option_index)


def broken(text: str, width: int) -> list[str]:
    """Returns the lines of a text, breaking long ones at spaces; continuation lines keep the indent of the first.

    >>> broken("A heading" + chr(10) + "  One and one are two.", 14)
    ['A heading', '  One and one', '  are two.']
    >>> broken("   ! One and one are two.", 16)
    ['   ! One and one', '   are two.']
    """
    lines = []
    for line in text.split("\n"):
        if width_of(line) <= width:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        lines += [indent + part for part in wrap(line.lstrip(), max(10, width - len(indent)))]
    return lines


SCROLLING: list[BindingType] = [
    quiet("down,j", "scroll(1)"),
    quiet("up,k", "scroll(-1)"),
    quiet("pagedown,space", "scroll(10)"),
    quiet("pageup", "scroll(-10)"),
    quiet("home", "scroll(-9999)"),
    quiet("end", "scroll(9999)"),
]


class Read(Box[None]):
    """A text to read; every closing key works."""

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("escape,enter,q,question_mark,f1,f5,o", "leave"),
        *SCROLLING,
    ]

    def __init__(self, words: Words, heading: str, text: str, *, at_end: bool = False) -> None:
        super().__init__(words, heading)
        self.text = text
        self.at_end = at_end
        self.body = Static(markup=False)
        self.scrolled = VerticalScroll(self.body, can_focus=False)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.scrolled
            yield self.line(self.words.say("↑↓ scroll  Esc back"))

    def on_mount(self) -> None:
        """Scrolls a log to its end."""
        self._fit(self.app.size.width, self.app.size.height)
        if self.at_end:
            self.scrolled.scroll_end(animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Rewraps the lines and keeps the heading and keys visible; a text scrolled to its end stays there."""
        self._fit(event.size.width, event.size.height)
        if self.at_end:
            self.call_after_refresh(self.scrolled.scroll_end, animate=False)

    def _fit(self, width: int, height: int) -> None:
        # The box takes nine tenths of the screen; frame, padding and scroll bar take six columns.
        self.body.update("\n".join(broken(self.plain(self.text), width * 9 // 10 - 6)))
        self.scrolled.styles.max_height = max(1, height - 8)

    def action_leave(self) -> None:
        """Closes the text."""
        self.dismiss(None)

    def action_scroll(self, rows: int) -> None:
        """Scrolls without animation."""
        self.scrolled.scroll_relative(y=rows, animate=False)
        self.at_end = self.at_end and rows > 0
