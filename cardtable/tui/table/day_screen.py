"""The deal of the day: a table like any other, with a comparison at the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.worker import get_current_worker

from cardtable.engine.faults import told
from cardtable.engine.text import Text, mark, say
from cardtable.puzzles import board
from cardtable.puzzles.daily import DayTable
from cardtable.tui.boxes.day_result import DayResult, Judged
from cardtable.tui.boxes.dialogs import Choose
from cardtable.tui.boxes.typed_line import TypedLine
from cardtable.tui.keys import REVIEW_KEY, Key
from cardtable.tui.program import program
from cardtable.tui.table.afterwards import go_where, open_record
from cardtable.tui.table.results import judged, to_share, ways_of
from cardtable.tui.table.table_screen import TableScreen

if TYPE_CHECKING:
    from cardtable.puzzles.day_told import DayTold
    from cardtable.puzzles.dayline import DayLine


BOARD_KEY = Key("day-board", (("b", "board"),), "b", mark("friends"), mark("what friends have made of the day"))


class DayScreen(TableScreen):
    THEN: ClassVar[str] = mark("go on")
    table: DayTable

    def on_mount(self) -> None:
        """Starts the deal; says so if it no longer counts."""
        super().on_mount()
        self.tell(self.table.troubles)
        if self.table.counted is None:
            said = say("The deal of {day} is counted already: this time it is for practice.", day=self.table.day.name)
            self.app.notify(self.picture.line(said), markup=False)

    def _says_why_not(self) -> bool:
        """Says, if the deal counts, why there is no help; returns whether it does."""
        if self.table.unaided:
            self.picture.remark(
                self.words.say("The day's deal is compared with others': no hints, open hands or take-backs.")
            )
        return self.table.unaided

    def action_hint(self) -> None:
        """Gives a hint, in practice only."""
        if not self._says_why_not():
            super().action_hint()

    def action_why(self) -> None:
        """Shows the bots' reasons, in practice only."""
        if not self._says_why_not():
            super().action_why()

    def action_undo(self) -> None:
        """Takes back a decision, in practice only."""
        if not self._says_why_not():
            super().action_undo()

    def action_open_hands(self) -> None:
        """Turns the hands face up, in practice only."""
        if not self._says_why_not():
            super().action_open_hands()

    def after_deal(self, on: bool | None) -> None:
        """Lets the strongest bot play the same cards, then compares the results; opens the menu if not going on.

        The menu leads back to the result.
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
        """Finds out how the deal compares, or why it cannot be compared."""
        puzzles = self.picture.settings.puzzles
        assert puzzles is not None
        worker = get_current_worker()
        try:
            told_of: DayTold | Text = puzzles().day_told(self.table, lambda: worker.is_cancelled)
        except (OSError, ValueError) as wrong:
            told_of = told(wrong)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._compared, told_of)

    def _compared(self, told_of: DayTold | Text) -> None:
        """Shows the comparison, with ways to the board of friends, to the review, and away."""
        self.picture.remark("")
        app, picture, words = program(self), self.picture, self.words
        board_of_friends: tuple[str, Callable[[], None]] = words.say("Friends of this day"), self._open_board
        if isinstance(told_of, Text):
            go_where(app, self.flow.instead, picture.line(told_of), [board_of_friends])
            return
        leave = partial(self.flow.instead, app.leave_table)
        review = REVIEW_KEY, self.table.path is not None and picture.settings.archive is not None, self.action_review
        ways = ways_of(picture, ((BOARD_KEY, True, self._open_board), review, *to_share(picture)))
        title = picture.line(self.table.title)
        app.push_screen(DayResult(words, told_of, title, ways, self._judged(), leave))

    def _judged(self) -> Callable[[Callable[[], bool]], Judged] | None:
        """Returns the function that judges the decisions of the deal; None if it is not recorded."""
        review_of = judged(self.picture)
        if review_of is None:
            return None
        from cardtable.coach.told import named
        from cardtable.puzzles.day_told import levels_of

        def find(is_enough: Callable[[], bool]) -> Judged:
            review = review_of(is_enough)
            if review is None:
                return (), None
            if not review.dearest:
                return levels_of(review), None
            one = review.dearest[0]
            done = self.picture.line(named(review.replay, one.moment, one.verdict.move))
            return levels_of(review), (review.found.index(one), done)

        return find

    def _open_board(self) -> None:
        """Opens the board of friends' results for this day: each can be replayed, and another added."""
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
                return
            if nth == len(rows):
                example = self.words.say("A friend's line, such as: cardtable 2026-11-29 Anna 3ak4-n88k-6cje-h9")
                field = TypedLine(self.words, example, self.words.say("⏎ add it  Esc back"), add)
                self.app.push_screen(field, lambda _: self._open_board())
            else:
                self._show_friend(rows[nth][0])

        def add(line: str) -> Text | None:
            try:
                puzzles().add_friend(line)
            except (OSError, ValueError) as wrong:
                return told(wrong)
            return None

        lines = [self.picture.line(text) for _, text in rows]
        self.app.push_screen(Choose(self.words, heading, [*lines, self.words.say("Add a friend's line")]), take)

    def _show_friend(self, line: DayLine) -> None:
        """Opens the replay of a friend's deal."""
        puzzles = self.picture.settings.puzzles
        assert puzzles is not None
        try:
            path = puzzles().deal_of(line)
        except (OSError, ValueError) as wrong:
            program(self).warn(told(wrong))
            return
        open_record(program(self), path, lambda replay: 0, self._open_board)
