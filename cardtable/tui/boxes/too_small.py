"""The minimum terminal size, and the screen shown while the terminal is too small."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.screen import Screen

from cardtable.engine.text import say
from cardtable.tui.draw.lines import Line
from cardtable.tui.program import Program
from cardtable.words import Words

WIDTH, HEIGHT = 80, 24
"""The terminal size that every table of up to seven players fits into."""


def needed_size(players: int) -> tuple[int, int]:
    """Returns the columns and rows a table needs, measured by `.build/sizes.py`; above six, opponents take two rows."""
    return WIDTH, HEIGHT if players <= 7 else HEIGHT + 2


class TooSmall(Screen[None]):
    """Covers everything while the terminal is too small."""

    def __init__(self, words: Words, needed: tuple[int, int]) -> None:
        super().__init__()
        self.words = words
        self.needed = needed
        self.line = Line(words, "prompt")

    def compose(self) -> ComposeResult:
        self.line.styles.height = "1fr"
        yield self.line

    def on_mount(self) -> None:
        self.tell(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self.tell(event.size.width, event.size.height)

    def on_new_words(self) -> None:
        self.tell(*self.app.size)

    def tell(self, width: int, height: int) -> None:
        """Shows the size of the terminal and the size it needs."""
        text = say(
            "The terminal is {width} × {height}, the table needs {columns} × {rows}. "
            "Make it larger, or leave with Ctrl+Q.",
            width=width,
            height=height,
            columns=self.needed[0],
            rows=self.needed[1],
        )
        self.line.show(self.words.text(text, ()))


def check_size(app: Program, players: int, width: int, height: int) -> None:
    """Shows or removes the note that the terminal is too small for this many players."""
    try:
        top = app.screen
    except NoMatches:
        return
    needed = needed_size(players)
    small = width < needed[0] or height < needed[1]
    if small and not isinstance(top, TooSmall):
        app.push_screen(TooSmall(app.words, needed))
    elif not small and len(app.screen_stack) > 1 and isinstance(top, TooSmall):
        app.pop_screen()
