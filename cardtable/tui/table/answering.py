"""A table with a script, whose caption answers a legal move that is not the one to be found."""

from __future__ import annotations

from cardtable.engine.rules import RuleBroken
from cardtable.engine.text import Text
from cardtable.match.practice import NotMade
from cardtable.match.view import View
from cardtable.tui.felt.table_picture import TablePicture


class AnsweringPicture(TablePicture):
    """The picture of a lesson's table, or of a puzzle's."""

    answered: Text | None = None
    """What is said of the move that was tried last, if it was legal."""

    def look(self, view: View) -> None:
        """What is seen now; what was said of a move is over."""
        self.answered = None
        super().look(view)

    def refuse(self, broken: RuleBroken) -> None:
        """Says why a move is not made: the rule under the hand, an answer in the place of the prompt."""
        if isinstance(broken, NotMade):
            self.answered = broken.text
            self.chosen_anew()
        else:
            super().refuse(broken)
