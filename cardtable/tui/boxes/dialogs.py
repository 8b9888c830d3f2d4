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
"""The keys of the lines of a list, from the first on. j and k move the cursor."""


class Box(ModalScreen[AnswerT], Generic[AnswerT]):
    """A frame in the middle with a heading.

    Every box holds its own parts instead of looking for them: one that is closed in the turn in which it was opened
    still hears that it was mounted, but never has them on the screen.
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
    """Whether nothing is seen beside it, nor beside what opens over it."""

    def __init__(self, words: Words, heading: str) -> None:
        super().__init__()
        self.words = words
        self.heading = heading
        self.fresh = Fresh(self)
        self.set_class(words.glyphs == "ascii", "-ascii")

    def on_mount(self) -> None:
        """Words that it would cut in two are not seen beside it."""
        under = (screen for screen in self.app.screen_stack if isinstance(screen, Box))
        self.set_class(any(box.alone for box in under), "-alone")

    def on_screen_resume(self) -> None:
        """The box stands there from now on."""
        self.fresh.begin()
        self.call_after_refresh(self.fresh.painted)

    def on_key(self, event: events.Key) -> None:
        """Who presses another key than Enter has seen the box."""
        self.fresh.notice(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """A key pressed before the box stood there was not meant for it, and nothing of it may go before it came."""
        return self.is_mounted

    def dismiss(self, result: AnswerT | None = None) -> AwaitComplete:
        """Gives the answer. A second one, typed before the box was gone, must not take the screen under it away."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def plain(self, text: str) -> str:
        """The text as this terminal can show it."""
        kept = "\n".join(clean(line) for line in text.split("\n"))
        return kept.translate(ASCII) if self.has_class("-ascii") else kept

    def line(self, text: str) -> Static:
        """A line or several of plain text."""
        return Static(self.plain(text), markup=False)


class Pick(Box[int | None]):
    """One of several lines; gives its number, None when left.

    Every line has a key that chooses it at once: a digit, then a letter. Where lines have keys of their own, digits
    choose the first nine too.
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
        """The key that chooses a line; a blank where there are more lines than keys."""
        return self.keys[nth] if nth < len(self.keys) else " "

    def on_key(self, event: events.Key) -> None:
        """Takes the line that has this key, on either layout."""
        own = [nth for nth, key in enumerate(self.keys) if event.key in twins(key).split(",")]
        if not own and event.key.isdecimal() and 0 < int(event.key) <= len(self.lines):
            own = [int(event.key) - 1]
        if own:
            event.stop()
            self.dismiss(own[0])

    def action_leave(self) -> None:
        """Takes none."""
        self.dismiss(None)


class Choose(Pick):
    """A list under a heading."""

    def __init__(
        self, words: Words, heading: str, lines: Sequence[str], keys: Sequence[str] = (), first: int = 0
    ) -> None:
        super().__init__(words, heading, lines, keys)
        self.first = first
        """The line under the cursor at first."""
        self.menu = Menu(*map(self._row, range(len(lines))), markup=False)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.line(self.heading)
            yield self.menu
            yield self.line(self.words.say("↑↓ choose  ⏎ take it  Esc back"))

    def on_mount(self) -> None:
        """Puts the cursor on its first line, in sight."""
        if self.first:
            self.menu.highlighted = self.first

    def _row(self, nth: int) -> str:
        """A line with the key that chooses it before it."""
        return self.plain(f"{self.key_of(nth)}  {clean(self.lines[nth])}")

    def action_down(self) -> None:
        """The next line."""
        self.menu.action_cursor_down()

    def action_up(self) -> None:
        """The line before."""
        self.menu.action_cursor_up()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Takes a line; not by the Enter that opened the list."""
        if not self.fresh.too_soon:
            self.dismiss(event.option_index)


def broken(text: str, width: int) -> list[str]:
    """The lines of a text, those that are too long broken at blanks; what follows is indented like their beginning.

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
    """A text to read; any way out closes it."""

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
        """A log is read from its end."""
        self._fit(self.app.size.width, self.app.size.height)
        if self.at_end:
            self.scrolled.scroll_end(animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps heading and keys in sight, and breaks the lines anew; what was read to its end still is."""
        self._fit(event.size.width, event.size.height)
        if self.at_end:
            self.call_after_refresh(self.scrolled.scroll_end, animate=False)

    def _fit(self, width: int, height: int) -> None:
        # Nine tenths of the screen are the box; frame, blanks and the bar for scrolling take six columns.
        self.body.update("\n".join(broken(self.plain(self.text), width * 9 // 10 - 6)))
        self.scrolled.styles.max_height = max(1, height - 8)

    def action_leave(self) -> None:
        """Closes the text."""
        self.dismiss(None)

    def action_scroll(self, rows: int) -> None:
        """Scrolls without animation."""
        self.scrolled.scroll_relative(y=rows, animate=False)
        self.at_end = self.at_end and rows > 0
