"""Practice tables: a given position, played by a person with bots, as in lessons, puzzles and exercises."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.bots.finding import adviser
from cardtable.engine.family import Family
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules, RuleBroken
from cardtable.engine.state import State
from cardtable.engine.text import Text
from cardtable.match.match import Match
from cardtable.match.record import make_header
from cardtable.match.table import Table
from cardtable.match.terms import PERSON


class NotMade(RuleBroken):
    """Raised for a legal move that the table comments on instead of making it."""

    def __init__(self, move: Move, answer: Text) -> None:
        super().__init__("", answer)
        self.move = move


class PracticeTable(Table):
    """A table without a record and without take-backs."""

    def __init__(
        self, game: Family, preset: str, rules: AnyRules, state: State, seat: Seat, names: Sequence[str], seed: int = 0
    ) -> None:
        """Sets up the position, with no earlier events; the player sits in this seat."""
        bot = f"bot:{adviser(game.id)}"
        kinds = tuple(PERSON if other == seat else bot for other in range(rules.seats))
        super().__init__(Match(rules, seed), make_header(game, preset, rules.options, tuple(names), kinds, seed))
        self.seat = seat
        """The player's seat."""
        self._match.put_down(state)

    @property
    def is_new(self) -> bool:
        """Never: the table starts from a given position."""
        return False

    def begin_at(self, state: State) -> None:
        """Starts another position as a deal of its own."""
        self._begin_log()
        self._moves = 0
        self._match.put_down(state)

    def to_take_back(self, seat: Seat) -> int:
        """Always 0: a move that is not the one to find is never made, so there is nothing to take back."""
        return 0
