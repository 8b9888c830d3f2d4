"""The scene at the end of a deal or match: how it ended, the last round, and what can be done now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.worker import get_current_worker

from cardtable.engine.text import clean
from cardtable.tui.boxes.dialogs import Box, Read
from cardtable.tui.boxes.end_curve import EndCurve
from cardtable.tui.boxes.end_picture import CELEBRATION, MOST_WIDE, EndPicture, sizes
from cardtable.tui.boxes.ended import Again, End
from cardtable.tui.boxes.looking_back import RoundCards
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import Hint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import quiet
from cardtable.words import Words


class Way(NamedTuple):
    """Something else to do in the box after a deal."""

    keys: str
    """Every key that does it, with commas between."""
    label: str
    """The key as it is shown, and what it does."""
    act: Callable[[], None]
    rank: int = 5
    """The higher, the sooner its label gives way where there is little room."""


class DealResult(Box[bool]):
    """How a deal ended and where the match stands. Gives True to go on, False for the menu.

    `ways` are what else can be done there, each with its own keys; `look_back` finds, in a thread, the decision that
    was dearest; `then` is the label of Enter where it does not lead to the next deal or away, `away` that of Esc where
    it does not lead to the menu. A way without a label is not shown: its key does what another one does, too.
    """

    DEFAULT_CSS = """
    DealResult { background: $table; }
    DealResult > Vertical { width: 100%; max-width: 100%; height: 1fr; max-height: 100%; background: $table;
        border: outer $rim; padding: 0 1; align: center middle; }
    DealResult VerticalScroll { width: 100%; height: auto; max-height: 100%; align: center top; }
    DealResult .-below { width: 100%; height: auto; margin-bottom: 1; align: center top; }
    """
    # Not the space bar: who hurries the bots with it would never see the box.
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "done(True)"),
        quiet("escape", "done(False)"),
        quiet("down", "scroll(1)"),
        quiet("up", "scroll(-1)"),
        quiet("l", "look"),
        quiet("question_mark,f1", "help"),
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
        self.picture = EndPicture(words, end)
        self.round = None if end.last is None else RoundCards(words, end.last, end.names)
        """The cards of the last round, where there is room for them."""
        self.curve = EndCurve(words)
        self.called = self.line(words.say(end.last_called))
        self.below = Vertical(self.called, *([] if self.round is None else [self.round]), classes="-below")
        self.scrolled = VerticalScroll(self.picture, self.curve, self.below, can_focus=False)
        self.head = Line(words, "bar")
        self.frame = Vertical()
        self.keys = KeyLine(words)
        over = end.outcome.winners is not None
        self.then = then or (words.say("⏎ leave the table") if over else words.say("⏎ next deal"))
        self.away = away or words.say("Esc menu")

    def compose(self) -> ComposeResult:
        yield self.head
        with self.frame:
            yield self.scrolled
        yield self.keys

    def _show_keys(self) -> None:
        """Enter with what it does, and what else can be done; each answers to the mouse too."""
        found = self._look is not None
        ways = [(way.label, f"way({nth})", way.rank) for nth, way in enumerate(self.ways) if way.label]
        look = [(self.words.say("l look there"), "look", 3)] if found else []
        hints = []
        for label, action, rank in (*look, *ways, (self.away, "done(False)", 0)):
            key, does = label.split(" ", 1)
            hints.append(Hint(key, does.removeprefix("– "), action, rank))
        hints.append(Hint("?", self.words.say("help"), "help", 1))
        key, does = self.then.split(" ", 1)
        self.keys.show(hints, Hint(key, does.removeprefix("– "), "done(True)", 0))

    def on_mount(self) -> None:
        """Tells it, celebrates, and begins to look back."""
        self.head.show(clean(self.heading))
        self._show_keys()
        self._fit(self.app.size.width, self.app.size.height)
        self.picture.start(CELEBRATION)
        if self.look_back is not None:
            self.run_worker(self._look_back, thread=True)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps headline and keys in sight."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        # The rim and a blank at both sides of it; its own two rows, the head and the foot.
        inside, room = max(20, min(width - 4, MOST_WIDE)), max(3, height - 4)
        left = room - self.picture.compose_for(inside, height, room)
        # Its name, and a blank line below its cards.
        left -= self.curve.fit(inside, left)
        self.below.display = self.round is not None and self.round.fit(inside, left - 2, sizes(height))

    @property
    def _look(self) -> Callable[[], None] | None:
        """Opens the replay at the dearest decision; None while none has been found."""
        return None if self.picture.again is None else self.picture.again.look

    def _look_back(self) -> None:
        worker = get_current_worker()
        assert self.look_back is not None
        again = self.look_back(lambda: worker.is_cancelled)
        if again is not None and not worker.is_cancelled:
            self.app.call_from_thread(self._found, again)

    def _found(self, again: Again) -> None:
        self.picture.again = self.curve.again = again
        self._show_keys()
        self._fit(self.app.size.width, self.app.size.height)

    def on_key(self, event: events.Key) -> None:
        """Ends the celebration, and opens what this key opens, on either layout; over an open box nothing more."""
        self.picture.settle()
        way = next((way for way in self.ways if event.key in way.keys.split(",")), None)
        if way is not None and self.is_active:
            event.stop()
            way.act()

    def action_help(self) -> None:
        """Every key that does something here."""
        look = [] if self._look is None else [self.words.say("l look there")]
        labels = [self.then, *look, *(way.label for way in self.ways if way.label), self.away]
        rows = [label.split(" ", 1) for label in labels]
        wide = max(width_of(key) for key, _ in rows)
        lines = [f"{key}{' ' * (wide - width_of(key))}  {does.removeprefix('– ')}" for key, does in rows]
        self.app.push_screen(Read(self.words, self.words.say("Keys"), "\n".join(lines)))

    def action_way(self, nth: int) -> None:
        """Something else to do, by a click on its label."""
        if self.is_active:
            self.ways[nth].act()

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on a key's label does what the key does."""
        await message.obey(self)

    def action_scroll(self, rows: int) -> None:
        """Scrolls a long result."""
        self.scrolled.scroll_relative(y=rows, animate=False)

    def action_look(self) -> None:
        """Opens the replay at the dearest decision."""
        if self._look is not None:
            self._look()

    def action_done(self, on: bool) -> None:
        """Goes on, or opens the menu; not by the Enter that ended the deal."""
        if not (on and self.fresh.too_soon):
            self.dismiss(on)
