"""The deal of the day on the screen: a table like any other, and how it compares once it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.worker import get_current_worker

from cardtable.engine.faults import told
from cardtable.engine.text import Text, mark, say
from cardtable.puzzles import board
from cardtable.puzzles.daily import DayTable
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.program import program
from cardtable.tui.table.afterwards import open_record
from cardtable.tui.table.table_screen import TableScreen

if TYPE_CHECKING:
    from cardtable.puzzles.dayline import DayLine


class DayScreen(TableScreen):
    """One deal of one day."""

    THEN: ClassVar[str] = mark("go on")
    table: DayTable

    def on_mount(self) -> None:
        """Sits down; says whether the deal counts."""
        super().on_mount()
        self.tell(self.table.troubles)
        if self.table.counted is None:
            said = say("The deal of {day} is counted already: this time it is for practice.", day=self.table.day.name)
            self.app.notify(self.picture.line(said), markup=False)

    def _says_why_not(self) -> bool:
        """Says why nobody is helped, where the deal counts."""
        if self.table.unaided:
            self.picture.remark(
                self.words.say("The day's deal is compared with others': no hints, open hands or take-backs.")
            )
        return self.table.unaided

    def action_hint(self) -> None:
        """A hint, for practice only."""
        if not self._says_why_not():
            super().action_hint()

    def action_why(self) -> None:
        """What the bots thought, for practice only."""
        if not self._says_why_not():
            super().action_why()

    def action_undo(self) -> None:
        """Takes back, for practice only."""
        if not self._says_why_not():
            super().action_undo()

    def action_open_hands(self) -> None:
        """Opens the hands, for practice only."""
        if not self._says_why_not():
            super().action_open_hands()

    def after_deal(self, on: bool | None) -> None:
        """The strongest bot plays the same cards; then it is told who did better. The menu for those who do not go on.

        From there one comes back to the result.
        """
        trouble, self.table.trouble = self.table.trouble, None
        if trouble is not None:
            program(self).warn(trouble)
        if not on:
            super().after_deal(on)
            return
        self.picture.remark(self.words.say("The strongest bot plays the same cards in your seat…"), "dim")
        self.run_worker(self._compare, thread=True, group="par", exclusive=True)

    def _compare(self) -> None:
        """Finds out how the deal compares, or why that cannot be said."""
        puzzles = self.picture.settings.puzzles
        assert puzzles is not None
        worker = get_current_worker()
        try:
            told_of = puzzles().day_told(self.table, lambda: worker.is_cancelled)
        except (OSError, ValueError) as wrong:
            told_of = self.words.text(told(wrong), ())
        if not worker.is_cancelled:
            self.app.call_from_thread(self._compared, told_of)

    def _compared(self, told_of: str) -> None:
        """Tells how the deal compares; from there to the board of friends, or away with the lines to be shown."""
        self.picture.remark("")
        say = self.words.say

        def take(nth: int | None) -> None:
            if nth == 0:
                self._open_board(lambda: self._compared(told_of))
            elif nth == 1:
                self.app.copy_to_clipboard("\n".join(told_of.splitlines()[-2:]))
                self.app.notify(say("Both lines lie in the clipboard."), markup=False)
                self._compared(told_of)
            else:
                self.flow.instead(program(self).leave_table)

        lines = [say("Friends of this day"), say("Copy the lines to share"), say("Leave")]
        self.app.push_screen(Choose(self.words, told_of, lines, ("b", "c", "q")), take)

    def _open_board(self, back: Callable[[], None]) -> None:
        """Friends of this day: what they made of it, each to be looked at, and one more to be added."""
        puzzles = self.picture.settings.puzzles
        assert puzzles is not None
        heading = self.picture.line(say("{day} among friends, by honour", day=self.table.day.name))
        try:
            rows = puzzles().board(self.table)
        except (OSError, ValueError) as wrong:
            rows = ()
            heading += f"\n{board.FILE}: {self.picture.line(told(wrong))}"

        def take(nth: int | None) -> None:
            if nth is None:
                back()
            elif nth == len(rows):
                example = self.words.say("A friend's line, such as: cardtable 2026-11-29 Anna 3ak4-n88k-6cje-h9")
                field = TypedLine(self.words, example, self.words.say("⏎ add it  Esc back"), add)
                self.app.push_screen(field, lambda _: self._open_board(back))
            else:
                self._show_friend(rows[nth][0], back)

        def add(line: str) -> Text | None:
            try:
                puzzles().add_friend(line)
            except (OSError, ValueError) as wrong:
                return told(wrong)
            return None

        lines = [self.picture.line(text) for _, text in rows]
        self.app.push_screen(Choose(self.words, heading, [*lines, self.words.say("Add a friend's line")]), take)

    def _show_friend(self, line: DayLine, back: Callable[[], None]) -> None:
        """A friend's deal, move by move."""
        puzzles = self.picture.settings.puzzles
        assert puzzles is not None
        try:
            path = puzzles().deal_of(line)
        except (OSError, ValueError) as wrong:
            program(self).warn(told(wrong))
            back()
            return
        open_record(program(self), path, lambda replay: 0, lambda: self._open_board(back))
