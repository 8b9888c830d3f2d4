"""The screen at the end of a deal or match: the result, the last round, and the choices from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.worker import get_current_worker

from cardtable.engine.text import clean
from cardtable.tui.boxes.full import FullBox, Way, split
from cardtable.tui.boxes.looking_back import RoundCards
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.ends.course import EndCourse
from cardtable.tui.ends.curve import EndCurve
from cardtable.tui.ends.ended import Again, End, names_of
from cardtable.tui.ends.parts import sizes
from cardtable.tui.ends.picture import MOST_WIDE, EndPicture
from cardtable.tui.ends.sparks import CELEBRATION
from cardtable.tui.keys import quiet
from cardtable.words import Words


class DealResult(FullBox[bool]):
    """The result of a deal and the state of the match. Returns True to go on, False for the menu.

    `ways` are the other actions, each with its own keys; `look_back` finds, in a thread, the course of the deal and
    then its costliest decision. `then` replaces the label of Enter if it does not lead to the next deal or away from
    the table, `away` that of Esc if it does not lead to the menu. A way without a label is not shown: another key does
    the same.
    """

    DEFAULT_CSS = """
    DealResult > Vertical { align: center middle; }
    DealResult VerticalScroll { width: 100%; height: auto; max-height: 100%; align: center top; }
    DealResult .-below { width: 100%; height: auto; margin-bottom: 1; align: center top; }
    """
    # Space is not bound: a player hurrying the bots with it would never see the box.
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "done(True)"),
        quiet("escape", "done(False)"),
        quiet("down", "scroll(1)"),
        quiet("up", "scroll(-1)"),
        quiet("l", "look"),
        quiet("question_mark,f1", "help"),
    ]

    def __init__(
        self,
        words: Words,
        end: End,
        ways: Sequence[Way] = (),
        look_back: Callable[[Callable[[], bool]], Iterator[Again]] | None = None,
        then: str = "",
        away: str = "",
    ) -> None:
        super().__init__(words, end.game, ways)
        self.end = end
        self.look_back = look_back
        self.picture = EndPicture(words, end)
        called = [names_of(end, (seat,), words) for seat in range(len(end.names))]
        self.round = None if end.last is None else RoundCards(words, end.last, called)
        """The cards of the last round, shown if they fit."""
        self.curve = EndCurve(words)
        self.course = EndCourse(words, end)
        self.called = self.line(words.say(end.last_called))
        self.below = Vertical(self.called, *([] if self.round is None else [self.round]), classes="-below")
        self.scrolled = VerticalScroll(self.picture, self.curve, self.course, self.below, can_focus=False)
        self.frame = Vertical()
        over = end.outcome.winners is not None
        self.then = then or (words.say("⏎ leave the table") if over else words.say("⏎ next deal"))
        self.away = away or words.say("Esc menu")

    def compose(self) -> ComposeResult:
        yield self.head
        with self.frame:
            yield self.scrolled
        yield self.keys

    def _show_keys(self) -> None:
        """Shows Enter with its action, then the other keys; all of them can be clicked."""
        found = self._look is not None
        ways = [(way.label, f"way({nth})", way.rank) for nth, way in enumerate(self.ways) if way.label]
        look = [(self.words.say("l look there"), "look", 3)] if found else []
        hints = []
        for label, action, rank in (*look, *ways, (self.away, "done(False)", 0)):
            hints.append(KeyHint(*split(label), action, rank))
        hints.append(KeyHint("?", self.words.say("help"), "help", 1))
        self.keys.show(hints, KeyHint(*split(self.then), "done(True)", 0))

    def on_mount(self) -> None:
        """Shows the result, celebrates, and starts judging the deal."""
        self.head.show(clean(self.heading))
        self._show_keys()
        self._fit(self.app.size.width, self.app.size.height)
        self.picture.start(CELEBRATION)
        if self.look_back is not None:
            self.run_worker(self._look_back, thread=True)

    def on_resize(self, event: events.Resize) -> None:
        """Keeps the headline and the keys visible."""
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        # The rim and a blank column on either side; the rim's two rows, the heading and the key line.
        inside, room = max(20, min(width - 4, MOST_WIDE)), max(3, height - 4)
        # As wide as the picture: anything wider would push it to the left.
        for one in (self.curve, self.course, self.below):
            one.styles.width = inside
        left = room - self.picture.compose_for(inside, height, room)
        # For the title of the round, and a blank line below its cards.
        left -= self.curve.fit(inside, left)
        left -= self.course.fit(inside, left)
        self.below.display = self.round is not None and self.round.fit(inside, left - 2, sizes(height))
        if self.round is not None and self.below.display:
            left -= self.round.tall + 2
        self.picture.crown(left)

    @property
    def _look(self) -> Callable[[], None] | None:
        """Opens the replay at the costliest decision; None until one is found."""
        return None if self.picture.again is None else self.picture.again.look

    def _look_back(self) -> None:
        worker = get_current_worker()
        assert self.look_back is not None
        for again in self.look_back(lambda: worker.is_cancelled):
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._found, again)

    def _found(self, again: Again) -> None:
        self.picture.again = self.curve.again = again
        self.course.course = again.course
        self._show_keys()
        self._fit(self.app.size.width, self.app.size.height)

    def on_key(self, event: events.Key) -> None:
        """Ends the celebration."""
        self.picture.settle()

    def action_help(self) -> None:
        """Lists every key that works here."""
        look = [] if self._look is None else [self.words.say("l look there")]
        labels = [self.then, *look, *(way.label for way in self.ways if way.label), self.away]
        self.open_keys(labels)

    def action_scroll(self, rows: int) -> None:
        """Scrolls a long result."""
        self.scrolled.scroll_relative(y=rows, animate=False)

    def action_look(self) -> None:
        """Opens the replay at the costliest decision."""
        if self._look is not None:
            self._look()

    def action_done(self, on: bool) -> None:
        """Goes on, or opens the menu; ignores the Enter that ended the deal."""
        if not (on and self.fresh.too_soon):
            self.dismiss(on)
