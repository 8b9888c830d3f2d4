"""The screen shown when the deal of the day is over: the result, and the lines to send to friends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.worker import get_current_worker

from cardtable.engine.text import clean, say, say_count
from cardtable.puzzles.day_told import DayTold, Level, squares
from cardtable.tui.boxes.day_picture import WEEKDAYS, DayPicture
from cardtable.tui.boxes.full import FullBox, Way, split
from cardtable.tui.draw.keyline import KeyHint
from cardtable.tui.keys import quiet, twins, with_twin
from cardtable.words import Words

Judged = tuple[tuple[Level, ...], tuple[int, str] | None]
"""What each decision of the deal cost, and the number and move of the costliest one."""


class DayResult(FullBox[None]):
    """The result of a day. Enter first copies the lines for friends, then leaves; Esc leaves at once.

    `ways` are the other actions, each with its own keys; `look_back` judges the decisions of the deal, in a thread.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        quiet("enter", "go_on"),
        quiet("escape", "leave"),
        quiet(twins("q"), "leave"),
        quiet(twins("c"), "copy"),
        quiet("question_mark,f1", "help"),
    ]

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
        super().__init__(words, f"{words.say('The deal of the day')} · {weekday} {told.day.name}", ways)
        self.told = told
        self.look_back = look_back
        self.leave = leave
        self.copied = not told.lines
        self.picture = DayPicture(words, told, game)

    def compose(self) -> ComposeResult:
        yield self.head
        with Vertical():
            yield self.picture
        yield self.keys

    def on_mount(self) -> None:
        """Shows the result and starts judging the deal."""
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
        """The lines to send to friends; the first one gains a square for each decision once they are judged.

        A club's day has only the line that gets checked, and that one carries no squares.
        """
        first, *others = self.told.lines or ("",)
        judged = "" if self.told.day.club else squares(self.picture.levels or ())
        return [first if not judged or judged in first else f"{first} {judged}", *others]

    @property
    def _then(self) -> str:
        return self.words.say("leave") if self.copied else self.words.say("copy the lines for friends")

    @property
    def _copy(self) -> str:
        return f"{with_twin('c', self.words)} {self.words.say('copy')}"

    @property
    def _away(self) -> str:
        return f"Esc {self.words.say('leave')}"

    def _show_keys(self) -> None:
        """Shows Enter with its action, then the other keys."""
        copy = [(self._copy, "copy")] if self.copied and self.told.lines else []
        others = [*copy, *((way.label, f"way({nth})") for nth, way in enumerate(self.ways))]
        hints = [KeyHint(*split(label), action, 2 + nth) for nth, (label, action) in enumerate(others)]
        hints += [KeyHint(*split(self._away), "leave", 0), KeyHint("?", self.words.say("help"), "help", 1)]
        self.keys.show(hints, KeyHint("⏎", self._then, "go_on", 0))

    def action_copy(self) -> None:
        """Copies the lines and also shows them, since some terminals refuse to copy."""
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
        """Copies the lines, or leaves if they have been copied. Ignores the Enter that ended the deal."""
        if self.fresh.too_soon:
            return
        if self.copied:
            self.action_leave()
        else:
            self.action_copy()

    def action_leave(self) -> None:
        self.dismiss(None)
        self.leave()

    def action_help(self) -> None:
        """Lists every key that works here."""
        copy = [self._copy] if self.told.lines else []
        self.open_keys([f"⏎ {self._then}", *copy, *(way.label for way in self.ways), self._away])
