"""What a search is told of the ladder of the court: offences and cards shown in secret are not searched."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.bots.thoughts import Thoughts
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.games.palace.course import CHORES
from cardtable.games.palace.state import PalaceState


class PalaceThoughts(Thoughts):
    """Nobody breaks the etiquette, which gains nothing, or shows what a search cannot weigh."""

    def prune(self, state: PalaceState, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """A chore only where it is due, and no card is shown in secret (G-53, G-63, G-66)."""
        idle = {"show", *CHORES} - {state.moment}
        return [move for move in moves if move.verb not in idle] or moves


def make(rules: AnyRules) -> PalaceThoughts:
    """The thoughts for a game of the ladder."""
    return PalaceThoughts(rules)
