"""Automatic passing for several people at a keyboard, so that an evening is more than pressing keys."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.scene import Scene
from cardtable.tui.felt.choosing import open_choices

OFTEN = 5
"""The number of passes without a choice after which automatic passing is offered."""


class Passing:
    """The players who pass automatically: because they cannot do anything else, or have given up the bout.

    The first tells the table that they hold no card that fits, as a quick pass does at a real one, so everybody agrees
    to it between two deals; the second tells only that they have given up this bout. If everybody knows that there is
    no choice, the table passes anyway.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.when_i_cannot = False
        """Whether the people here have agreed that a player without a choice is not asked."""
        self.is_offered = False
        """Whether they have already been asked to agree."""
        self._needless = 0
        self._bout: set[Seat] = set()

    def promise(self, seat: Seat) -> None:
        """Passes for this seat for the rest of the bout."""
        self._bout.add(seat)

    def notice(self, events: list[Event]) -> None:
        """Cancels the promises when a bout begins."""
        if any(event.kind in self.rules.rounds.begins for event in events):
            self._bout.clear()

    def count(self, move: Move, look: Callable[[], Scene]) -> None:
        """Counts a pass made by a person who had no choice."""
        if self.rules.verbs[move.verb].declines and len(look().choices) == 1:
            self._needless += 1

    @property
    def is_offer_due(self) -> bool:
        """Whether people have passed without a choice often enough."""
        return self._needless >= OFTEN and not self.is_offered and not self.when_i_cannot

    def move(self, seat: Seat, look: Callable[[], Scene]) -> Move | None:
        """Returns the automatic pass of a seat; None if it must be asked.

        Looks at the seat's scene only if the seat has agreed to that.
        """
        if not self.when_i_cannot and seat not in self._bout:
            return None
        scene = look()
        offered = [(choice.move, self.rules.verbs[choice.move.verb]) for choice in open_choices(scene)]
        declines = [(move, verb) for move, verb in offered if verb.declines]
        if not declines or len(declines) == len(scene.choices) > 1:
            return None
        move, verb = declines[0]
        promised = seat in self._bout and verb.for_bout
        forced = self.when_i_cannot and len(scene.choices) == 1
        return move if promised or forced else None
