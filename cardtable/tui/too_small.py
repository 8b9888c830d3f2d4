"""What stands on the screen while the terminal is too small."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from cardtable.engine.text import say
from cardtable.tui.lines import Line
from cardtable.words import Words


class TooSmall(Screen[None]):
    """Stands on top of everything while the terminal is too small."""

    def __init__(self, words: Words, needed: tuple[int, int]) -> None:
        super().__init__()
        self.words = words
        self.needed = needed
        self.line = Line(words, "prompt")

    def compose(self) -> ComposeResult:
        """One sentence."""
        self.line.styles.height = "1fr"
        yield self.line

    def on_mount(self) -> None:
        """Says it."""
        self.tell(self.app.size.width, self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        """Says the new size."""
        self.tell(event.size.width, event.size.height)

    def tell(self, width: int, height: int) -> None:
        """How large the terminal is, and how large it must be."""
        text = say(
            "The terminal is {width} × {height}, the table needs {columns} × {rows}. "
            "Make it larger, or leave with Ctrl+Q.",
            width=width,
            height=height,
            columns=self.needed[0],
            rows=self.needed[1],
        )
        self.line.show(self.words.text(text, ()))
