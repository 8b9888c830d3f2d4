"""The box at the end of a deal or match: how it ended, the last round, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.worker import get_current_worker

from cardtable.engine.text import clean
from cardtable.tui.boxes.dialogs import Box
from cardtable.tui.boxes.end_picture import CELEBRATION, Again, End, EndPicture, sizes
from cardtable.tui.boxes.looking_back import RoundCards
from cardtable.tui.draw.cells import width_of
from cardtable.tui.keys import quiet
from cardtable.words import Words


class Way(NamedTuple):
    """Something else to do in the box after a deal."""

    keys: str
    """Every key that does it, with commas between."""
    label: str
    """The key as it is shown, and what it does."""
    act: Callable[[], None]


def side_by_side(labels: Sequence[str], width: int) -> list[str]:
    """The labels in lines, none of them broken.

    >>> side_by_side(["one", "two three", "four"], 15)
    ['one  two three', 'four']
    """
    lines: list[str] = []
    for label in labels:
        if lines and width_of(lines[-1]) + 2 + width_of(label) <= width:
            lines[-1] += f"  {label}"
        else:
            lines.append(label)
    return lines


class DealResult(Box[bool]):
    """How a deal ended and where the match stands. Gives True to go on, False for the menu.

    `ways` are what else can be done there, each with its own keys; `look_back` finds, in a thread, the decision that
    was dearest; `then` is the label of Enter where it does not lead to the next deal or away, `away` that of Esc where
    it does not lead to the menu. A way without a label is not shown: its key does what another one does, too.
    """

    DEFAULT_CSS = """
    DealResult VerticalScroll { width: auto; }
    DealResult .-below { width: auto; height: auto; margin-bottom: 1; }
    DealResult > Vertical { border: heavy $primary; padding: 1 2 0 2; max-width: 100%; max-height: 100%;
        background: $table; }
    """
    # Not the space bar: who hurries the bots with it would never see the box.
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "done(True)"),
        quiet("escape", "done(False)"),
        quiet("down", "scroll(1)"),
        quiet("up", "scroll(-1)"),
        quiet("l", "look"),
    ]
    alone = True

    def __init__(
        self,
        words: Words,
        end: End,
        ways: Sequence[Way] = (),
        look_back: Callable[[Callable[[], bool]], Again | None] | None = None,
        then: str = "",
        away: str = "",
    ) -> None:
        super().__init__(words, end.game)
        self.end = end
        self.ways = ways
        self.look_back = look_back
        self.then = then
        self.away = away
        self.picture = EndPicture(words, end)
        self.round = None if end.last is None else RoundCards(words, end.last, end.names)
        """The cards of the last round, where there is room for them."""
        self.called = self.line(words.say(end.last_called))
        self.below = Vertical(self.called, *([] if self.round is None else [self.round]), classes="-below")
        self.scrolled = VerticalScroll(self.picture, self.below, can_focus=False)
        self.frame = Vertical()
        self.labels: list[str] = []
        self.keys = self.line("")

    def compose(self) -> ComposeResult:
        on = self.words.say("⏎ next deal") if self.end.outcome.winners is None else self.words.say("⏎ leave the table")
        ways = [way.label for way in self.ways if way.label]
        self.labels = [self.then or on, *ways, self.away or self.words.say("Esc menu")]
        with self.frame:
            yield self.scrolled
            yield self.keys

    def on_mount(self) -> None:
        """Tells it, celebrates, and begins to look back."""
        self.frame.border_title = clean(self.heading).replace("[", "(").replace("]", ")")
        self._fit(self.app.size.width, self.app.size.height)
        self.picture.start(CELEBRATION)
        if self.look_back is not None:
            self.run_worker(self._look_back, thread=True)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps headline and keys in sight."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        # The frame, blanks beside it and the bar for scrolling.
        inside = self.picture.columns_of(max(20, width - 8), height)
        keys = side_by_side(self.labels, inside)
        self.keys.update(self.plain("\n".join(keys)))
        # The frame, a blank line at its top, and the keys.
        room = max(3, height - 3 - len(keys))
        self.scrolled.styles.max_height = room
        room -= self.picture.compose_for(inside, height, room)
        # Its name, and a blank line below its cards.
        self.below.display = self.round is not None and self.round.fit(inside, room - 2, sizes(height))

    def _look_back(self) -> None:
        worker = get_current_worker()
        assert self.look_back is not None
        again = self.look_back(lambda: worker.is_cancelled)
        if again is not None and not worker.is_cancelled:
            self.app.call_from_thread(self._found, again)

    def _found(self, again: Again) -> None:
        self.picture.again = again
        self.labels.insert(1, self.words.say("l look there"))
        self._fit(self.app.size.width, self.app.size.height)

    def on_key(self, event: events.Key) -> None:
        """Ends the celebration, and opens what this key opens, on either layout; over an open box nothing more."""
        self.picture.settle()
        way = next((way for way in self.ways if event.key in way.keys.split(",")), None)
        if way is not None and self.is_active:
            event.stop()
            way.act()

    def action_scroll(self, rows: int) -> None:
        """Scrolls a long result."""
        self.scrolled.scroll_relative(y=rows, animate=False)

    def action_look(self) -> None:
        """Opens the replay at the dearest decision."""
        if self.picture.again is not None:
            self.picture.again.look()

    def action_done(self, on: bool) -> None:
        """Goes on, or opens the menu; not by the Enter that ended the deal."""
        if not (on and self.fresh.too_soon):
            self.dismiss(on)
