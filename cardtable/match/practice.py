"""Tables for practice: a position put down before somebody who sits with bots, as in lessons, puzzles and exercises."""

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
    """A legal move that the table answers instead of making it."""

    def __init__(self, move: Move, answer: Text) -> None:
        super().__init__("", answer)
        self.move = move


class PracticeTable(Table):
    """A table at which nothing is recorded and nothing taken back."""

    def __init__(
        self, game: Family, preset: str, rules: AnyRules, state: State, seat: Seat, names: Sequence[str], seed: int = 0
    ) -> None:
        """The position, before which nothing has happened; the player sits in this seat."""
        bot = f"bot:{adviser(game.id)}"
        kinds = tuple(PERSON if other == seat else bot for other in range(rules.seats))
        super().__init__(Match(rules, seed), make_header(game, preset, rules.options, tuple(names), kinds, seed))
        self.seat = seat
        """The player's."""
        self._match.put_down(state)

    @property
    def is_new(self) -> bool:
        """A position was there before anybody came."""
        return False

    def begin_at(self, state: State) -> None:
        """Another position: a deal of its own."""
        self._begin_log()
        self._moves = 0
        self._match.put_down(state)

    def to_take_back(self, seat: Seat) -> int:
        """Nothing is taken back: a move that is not the one to be found is not made."""
        return 0
