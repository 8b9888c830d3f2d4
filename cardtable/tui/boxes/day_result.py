"""The scene of a day whose deal is over: how it went, and what is sent to friends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.worker import get_current_worker

from cardtable.engine.text import clean, say, say_count
from cardtable.puzzles.day_told import DayTold, Level, squares
from cardtable.tui.boxes.day_picture import WEEKDAYS, DayPicture
from cardtable.tui.boxes.dialogs import Box, Read
from cardtable.tui.boxes.ending import Way
from cardtable.tui.draw.canvas import Canvas
from cardtable.tui.draw.cells import width_of
from cardtable.tui.draw.keyline import Hint, KeyLine
from cardtable.tui.draw.lines import Line
from cardtable.tui.keys import TWINS, quiet, twins
from cardtable.words import Words

Judged = tuple[tuple[Level, ...], tuple[int, str] | None]
"""What the decisions of the deal have cost, and which was the dearest, with what was done."""


class DayResult(Box[None]):
    """How a day went. Enter copies the lines for friends, and then leaves, as Esc does at once.

    `ways` are what else can be done, each with its own keys; `look_back` judges the decisions of the deal, in a thread.
    """

    DEFAULT_CSS = """
    DayResult { background: $table; }
    DayResult > Vertical { width: 100%; max-width: 100%; height: 1fr; max-height: 100%; background: $table;
        border: outer $rim; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "go_on"),
        quiet("escape", "leave"),
        quiet(twins("q"), "leave"),
        quiet(twins("c"), "copy"),
        quiet("question_mark,f1", "help"),
    ]
    alone = True

    def __init__(
        self,
        words: Words,
        told: DayTold,
        game: str,
        ways: Sequence[Way],
        look_back: Callable[[Callable[[], bool]], Judged] | None,
        leave: Callable[[], None],
    ) -> None:
        weekday = words.say(WEEKDAYS[told.day.date.weekday()])
        super().__init__(words, f"{words.say('The deal of the day')} · {weekday} {told.day.name}")
        self.told = told
        self.ways = ways
        self.look_back = look_back
        self.leave = leave
        self.copied = not told.lines
        self.picture = DayPicture(words, told, game)
        self.head = Line(words, "bar")
        self.keys = KeyLine(words)

    def compose(self) -> ComposeResult:
        yield self.head
        with Vertical():
            yield self.picture
        yield self.keys

    def on_mount(self) -> None:
        """Tells it, and begins to look back at the deal."""
        days = self.told.in_a_row
        said = say_count("{count} day in a row", "{count} days in a row", days)
        self.head.show(clean(self.heading), [self.words.text(said)] if days > 1 else [])
        self._show_keys()
        if self.look_back is None:
            self.picture.judged((), None)
        else:
            self.run_worker(self._look_back, thread=True)

    def _look_back(self) -> None:
        worker = get_current_worker()
        assert self.look_back is not None
        judged = self.look_back(lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.app.call_from_thread(self.picture.judged, *judged)

    @property
    def lines(self) -> list[str]:
        """What is sent to friends; how it went with a square a decision as soon as they are judged.

        The line that is checked has none: of a club's day there is no other.
        """
        first, *others = self.told.lines or ("",)
        judged = "" if self.told.day.club else squares(self.picture.levels or ())
        return [first if not judged or judged in first else f"{first} {judged}", *others]

    def _labels(self) -> list[tuple[str, str, str]]:
        """Every key but Enter with what it does and its action."""
        copy = [] if not self.told.lines else [(self._key("c"), self.words.say("copy"), "copy")]
        ways = []
        for nth, way in enumerate(self.ways):
            key, does = way.label.split(" ", 1)
            ways.append((key, does.removeprefix("– "), f"way({nth})"))
        return [*copy, *ways, ("Esc", self.words.say("leave"), "leave")]

    def _key(self, key: str) -> str:
        """A key with its twin where the words are Russian."""
        return f"{key}/{TWINS[key]}" if self.words.language.startswith("ru") else key

    @property
    def _then(self) -> str:
        return self.words.say("leave") if self.copied else self.words.say("copy the lines for friends")

    def _show_keys(self) -> None:
        hints = [
            Hint(key, does, action, 0 if action == "leave" else 2 + nth)
            for nth, (key, does, action) in enumerate(self._labels())
            if action != "copy" or self.copied
        ]
        hints.append(Hint("?", self.words.say("help"), "help", 1))
        self.keys.show(hints, Hint("⏎", self._then, "go_on", 0))

    def on_key(self, event: events.Key) -> None:
        """Opens what this key opens, on either layout; over an open box nothing more."""
        way = next((way for way in self.ways if event.key in way.keys.split(",")), None)
        if way is not None and self.is_active:
            event.stop()
            way.act()

    async def on_canvas_clicked(self, message: Canvas.Clicked) -> None:
        """A click on a key's label does what the key does."""
        await message.obey(self)

    def action_way(self, nth: int) -> None:
        """Something else to do, by a click on its label."""
        if self.is_active:
            self.ways[nth].act()

    def action_copy(self) -> None:
        """Copies the lines, and shows them: some terminals refuse to copy."""
        if not self.told.lines:
            return
        lines = self.lines
        self.app.copy_to_clipboard("\n".join(lines))
        told = self.words.say("Both lines lie in the clipboard.")
        if len(lines) == 1:
            told = self.words.text(say("Copied: {line}", line=lines[0]))
        self.app.notify(clean(told), markup=False)
        self.copied = True
        self._show_keys()

    def action_go_on(self) -> None:
        """Copies the lines; once that is done, leaves. Not by the Enter that ended the deal."""
        if self.fresh.too_soon:
            return
        if self.copied:
            self.action_leave()
        else:
            self.action_copy()

    def action_leave(self) -> None:
        """Leaves the table."""
        self.dismiss(None)
        self.leave()

    def action_help(self) -> None:
        """Every key that does something here."""
        rows = [("⏎", self._then), *((key, does) for key, does, _ in self._labels())]
        wide = max(width_of(key) for key, _ in rows)
        lines = [f"{key}{' ' * (wide - width_of(key))}  {does}" for key, does in rows]
        self.app.push_screen(Read(self.words, self.words.say("Keys"), "\n".join(lines)))
