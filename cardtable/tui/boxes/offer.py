"""The choices of a player at the table: a panel on the felt that leaves the hand and the prompt visible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.markup import escape

from cardtable.cards import Card
from cardtable.engine.text import mark
from cardtable.tui.boxes.dialogs import Pick
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import width_of
from cardtable.tui.felt.layout import is_wide
from cardtable.tui.felt.panel import Offered, Panel
from cardtable.tui.keys import quiet, twins
from cardtable.words import Words

FRAME = 4, 2
"""Columns and rows the frame takes, including a blank on either side."""

TITLE_FRAME = 6
"""Columns the frame takes around a title in it."""
KEYS = mark("↑↓ choose  ⏎ take it  Esc back")

Rooms = Callable[[], tuple[Region, ...]]
"""The regions the list may cover, in order of preference; it takes the last one if it fits in none."""


class Offer(Pick):
    """Choices beside the cards they are about: the viewer's own part of the table is neither covered nor dimmed."""

    DEFAULT_CSS = """
    Offer { align: left top; }
    Offer > Vertical {
        max-width: 100%; max-height: 100%; background: $table; border: round $accent;
        border-title-color: $foreground; border-subtitle-color: $foreground; align-horizontal: center;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("up", "move(0, -1)"),
        quiet("down", "move(0, 1)"),
        quiet("left", "move(-1, 0)"),
        quiet("right", "move(1, 0)"),
        quiet("enter", "take"),
    ]

    def __init__(
        self,
        words: Words,
        heading: str,
        lines: Sequence[str],
        worths: Sequence[str],
        rooms: Rooms,
        covered: Callable[[Region | None], None],
        keys: Sequence[str] = (),
        *,
        unasked: bool = False,
        cards: Sequence[Card] = (),
        first: int = 0,
    ) -> None:
        """`covered` is called with the region the panel covers; `cards` picture the choices if they fit.

        The cursor starts on the line `first`.
        """
        super().__init__(words, heading, lines, keys)
        # The app dims everything below a box.
        self.styles.background = "transparent"
        self.rooms = rooms
        self.covered = covered
        self.unasked = unasked
        """Whether it opened by itself: then unknown keys go to the table, and a choice typed too early is ignored."""
        keyed = map(self.key_of, range(len(lines)))
        self.panel = Panel(words, [Offered(*one) for one in zip(keyed, lines, worths, strict=True)], first, cards=cards)
        self.box = Vertical(self.panel)

    def compose(self) -> ComposeResult:
        self.box.border_title = escape(self.plain(self.heading))
        self.box.border_subtitle = self.plain(self.words.say(KEYS))
        yield self.box

    def on_mount(self) -> None:
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def on_unmount(self) -> None:
        """Uncovers the felt."""
        self.covered(None)

    def _fit(self) -> None:
        titles = max(width_of(self.heading), width_of(self.words.say(KEYS)))
        for room in self.rooms():
            whole = self.panel.fit(room.width - FRAME[0], room.height - FRAME[1])
            wanted = max(self.panel.columns + FRAME[0], titles + TITLE_FRAME)
            if whole and wanted <= room.width:
                break
        # If it cannot go beside players, it takes the full width: its edges would cut their text in two.
        width = min(wanted, room.width) if is_wide(*self.app.size) else room.width
        height = self.panel.plan.height + FRAME[1]
        # Low on the felt, near the hand it is about.
        self.box.styles.width, self.box.styles.height = width, height
        top, left = max(0, room.bottom - height), max(0, room.x + (room.width - width) // 2)
        self.box.styles.margin = (top, 0, 0, left)
        self.covered(Region(left, top, width, height))

    def on_key(self, event: events.Key) -> None:
        """Keeps a player from choosing with a key pressed before they saw the choice."""
        if not self.unasked:
            return
        known = event.key.isdecimal() or any(event.key in twins(key).split(",") for key in self.keys)
        if not known and event.key not in self.active_bindings:
            event.stop().prevent_default()
            self.dismiss(None)
            self.app.simulate_key(event.key)
        elif known and self.fresh.too_soon:
            event.stop().prevent_default()
            self.fresh.notice(event)

    def action_move(self, across: int, down: int) -> None:
        self.panel.move(across, down)

    def action_down(self) -> None:
        self.panel.move(0, 1)

    def action_up(self) -> None:
        self.panel.move(0, -1)

    def action_take(self) -> None:
        """Picks the choice under the cursor; ignores the Enter that opened the panel."""
        if not self.fresh.too_soon:
            self.dismiss(self.panel.highlighted)

    def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """Moves the cursor on the first click and picks on the second."""
        message.stop()
        nth = int(message.action.removeprefix("take(").removesuffix(")"))
        if nth == self.panel.highlighted:
            self.action_take()
        else:
            self.panel.highlighted = nth
            self.panel.repaint()
