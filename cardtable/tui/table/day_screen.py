"""The deal of the day on the screen: a table like any other, and how it compares once it is over."""

from __future__ import annotations

from typing import ClassVar

from textual.worker import get_current_worker

from cardtable.engine.faults import told
from cardtable.engine.text import mark, say
from cardtable.puzzles.daily import DayTable
from cardtable.tui.program import program
from cardtable.tui.table.table_screen import TableScreen


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
        self.picture.remark("")
        self.go_where(told_of, ())
