"""A puzzle: the table with all hands face up, the goal, and the way to the next one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from cardtable.engine.text import say
from cardtable.match.table import Table
from cardtable.puzzles.table import PuzzleKeyboard, PuzzleTable
from cardtable.tui.felt.look import Caption
from cardtable.tui.felt.table_keys import KEYS
from cardtable.tui.felt.table_picture import TablePicture
from cardtable.tui.keys import shown_key
from cardtable.tui.program import program
from cardtable.tui.protocol import Settings
from cardtable.tui.table import afterwards
from cardtable.tui.table.afterwards import go_where
from cardtable.tui.table.answering import AnsweringPicture
from cardtable.tui.table.table_screen import TableScreen
from cardtable.words import Words

ROWS = 3
"""Rows for the task: on a low screen the open hands leave room for no more."""


class PuzzlePicture(AnsweringPicture):
    """The table, with the task in place of the prompt."""

    table: PuzzleTable

    def caption(self) -> Caption:
        """Returns the task, or what a wrong move gives away."""
        table = self.table
        key = shown_key(KEYS["hint"], self.words, self.settings.keys)
        if table.showing and not table.deal_over:
            return Caption(self.words.say("The solution, played out against the best defence."), rows=ROWS)
        if self.answered is not None:
            said = self.line(say("{wrong} The position is as it was.", wrong=self.answered))
            return Caption(said, self.line(say("Try again; {key} shows the solution", key=key)), rows=ROWS)
        # On the viewer's turn the goal is the question they have to answer.
        return Caption("► " * self.view.is_turn + self.line(table.goal), rows=ROWS)


class PuzzleScreen(TableScreen):
    PICTURE: ClassVar[type[TablePicture]] = PuzzlePicture
    table: PuzzleTable

    def __init__(self, table: Table, words: Words, settings: Settings) -> None:
        assert isinstance(table, PuzzleTable)
        super().__init__(table, words, settings, open_hands=True)
        self.flow.keyboard = PuzzleKeyboard(table)

    def on_mount(self) -> None:
        """Starts the puzzle; reports puzzles that were skipped."""
        super().on_mount()
        self.tell(self.table.troubles)

    def action_hint(self) -> None:
        """Plays out the solution."""
        if not self.table.showing and not self.table.deal_over:
            self._show_solution()

    def _show_solution(self) -> None:
        self.table.show_solution()
        self.picture.forget()
        self.flow.advance()

    def _show_result(self) -> None:
        """Says after the deal whether the puzzle was solved, and offers what is next."""
        words, app, table = self.words, program(self), self.table
        if table.trouble is not None:
            app.warn(table.trouble)
        ways: list[tuple[str, Callable[[], object]]] = []
        puzzles = self.picture.settings.puzzles
        if puzzles is not None:
            following = words.say("The deal of the day") if table.of_day else words.say("Next puzzle")
            ways.append((following, partial(afterwards.open_and_move, app, partial(puzzles().after, table))))
        ways.append((words.say("See the solution played out"), self._show_solution))
        go_where(program(self), self.flow.instead, "\n".join(map(self.picture.line, table.told_result())), ways)
