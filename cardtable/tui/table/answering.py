"""A scripted table, whose caption responds to a legal move other than the one to be found."""

from __future__ import annotations

from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text
from cardtable.match.practice import NotMade
from cardtable.match.view import View
from cardtable.tui.felt.table_picture import TablePicture


class AnsweringPicture(TablePicture):
    """The picture of a lesson's or a puzzle's table."""

    answered: Text | None = None
    """The response to the last move tried, if it was legal."""

    def look(self, view: View) -> None:
        """Takes a new view; the response to a move is over."""
        self.answered = None
        super().look(view)

    def refuse(self, broken: RuleBroken) -> None:
        """Says why a move is not made: a broken rule below the hand, a response in place of the prompt."""
        if isinstance(broken, NotMade):
            self.answered = broken.text
            self.chosen_anew()
        else:
            super().refuse(broken)
