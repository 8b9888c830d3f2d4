"""Lists of games with a panel beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets.option_list import Option

from cardtable.tui.draw.canvas import RIMMED
from cardtable.tui.draw.menu import Menu
from cardtable.tui.keys import quiet
from cardtable.tui.menus.doors import Doors
from cardtable.tui.menus.game_panel import GamePanel
from cardtable.tui.protocol import Home
from cardtable.words import Words

WIDE = 120
"""Minimum columns for the panel beside the list."""


class GameMenu(Doors):
    """A list of games with a panel that describes the current line."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  (Textual declares it so)
        (0, "-narrow"),
        (WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012  (the same)
        (0, "-low"),
        (RIMMED, "-rimmed"),
    ]
    DEFAULT_CSS = """
    GameMenu { background: $table; }
    GameMenu OptionList { height: 1fr; border: none; background: $table; padding: 0 1; scrollbar-size: 1 1; }
    GameMenu OptionList:focus { border: none; }
    GameMenu Line { height: 1; }
    GameMenu #body { height: 1fr; layout: vertical; }
    GameMenu.-rimmed #body { border: outer $rim; }
    GameMenu.-ascii.-rimmed #body { border: ascii $rim; }
    GameMenu #left { height: 1fr; }
    GameMenu.-wide #body { layout: horizontal; }
    GameMenu.-wide #left { width: 2fr; height: 1fr; }
    GameMenu.-wide GamePanel { width: 1fr; height: 1fr; margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("down,j", "step(1)", priority=True),
        quiet("up,k", "step(-1)", priority=True),
        quiet("escape,q", "back"),
    ]

    def __init__(self, words: Words, home: Home) -> None:
        super().__init__(words, home)
        self.rows = Menu(markup=False)
        self.panel = GamePanel(words)
        self.set_class(words.glyphs == "ascii", "-ascii")

    def body(self, *above: Widget, below: Widget | None = None) -> ComposeResult:
        """Composes the list, what is above and below it, the panel beside or below, and the keys."""
        with Container(id="body"):
            with Vertical(id="left"):
                yield from above
                yield self.rows
                if below is not None:
                    yield below
            yield self.panel
        yield self.keys

    @property
    def room(self) -> int:
        """Columns of a line of the list; the panel beside it takes a third of a wide screen."""
        width = self.size.width - (2 if self.size.height >= RIMMED else 0)
        return width * 2 // 3 - 5 if self.size.width >= WIDE else width - 4

    def list_rows(self, rows: Sequence[Option], highlighted: int | None) -> None:
        """Lists these lines."""
        self.rows.clear_options()
        self.rows.add_options(rows)
        self.rows.highlighted = highlighted

    def action_step(self, by: int) -> None:
        """Moves the cursor a line up or down."""
        self.rows.step(by)

    def action_take(self) -> None:
        """Plays the current line."""
        self.rows.action_select()
