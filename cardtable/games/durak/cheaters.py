"""Durak where people may cheat, and be caught (D-73, D-74)."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.moves import Log, Move, Seat
from cardtable.games.durak import cheating
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState


class CheatersRules(DurakRules):
    """Durak with false covers and transfers, and with accusations, out of turn too."""

    CHEATS = True
    __slots__ = ("_catching",)

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._catching = options.catching
        self._by_verb["accuse"] = self._accuse

    def legal(self, state: DurakState, seat: Seat) -> Sequence[Move]:
        """Every legal move of this seat; out of turn there is at most something to accuse (D-74)."""
        moves = super().legal(state, seat)
        return (*moves, *cheating.accusations(self, state, seat)) if self._catching and seat in state.to_act else moves

    def handing_on(self, state: DurakState, seat: Seat) -> tuple[Move, ...]:
        """The defender's ways to pass the attack on, and to cheat (D-40, D-47, D-73)."""
        return super().handing_on(state, seat) + cheating.fakes(self, state, seat)

    def play(self, state: DurakState, seat: Seat, move: Move, log: Log = None) -> None:
        """Changes the state given by a legal move, which is noted; then everybody who can accuse may act."""
        cheating.note(state, seat, move)
        # A cheat looks like any cover or transfer.
        super().play(state, seat, move._replace(verb=move.verb.removeprefix("cheat_")), log)
        cheating.call_accusers(self, state)

    def _accuse(self, state: DurakState, seat: Seat, move: Move, log: Log) -> None:
        """Somebody says that a cover or transfer was no honest one (D-74)."""
        cheating.accuse(self, state, seat, move, log)

    def close(self, state: DurakState, log: Log) -> None:
        """Before a beaten bout closes, everybody is asked once more (D-74)."""
        if cheating.last_call(self, state):
            self.call_next(state, log)
        else:
            self.end_bout(state, log)
