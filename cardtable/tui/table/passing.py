"""Passing without being asked where several people play, so that an evening is not one of pressing keys."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.scene import Scene
from cardtable.tui.felt.choosing import open_choices

OFTEN = 5
"""So many times somebody is asked who can only pass, until it is offered to pass for them."""


class Passing:
    """Who passes without being asked: because they could do nothing else, or promised it for the rest of a bout.

    The first tells the table that they hold no card that fits, as a quick pass tells it at a real one, so all agree to
    it between two deals; the second tells nothing but that they have given up this bout. Where everybody knows that
    there is nothing else to do, the table says so itself.
    """

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.when_i_cannot = False
        """Whether the people here have agreed that who can do nothing else is not asked."""
        self.is_offered = False
        """Whether they were asked already if they agree."""
        self._needless = 0
        self._bout: set[Seat] = set()

    def promise(self, seat: Seat) -> None:
        """They pass for the rest of this bout."""
        self._bout.add(seat)

    def notice(self, events: list[Event]) -> None:
        """Ends the promises when a bout begins."""
        if any(event.kind in self.rules.rounds.begins for event in events):
            self._bout.clear()

    def count(self, move: Move, look: Callable[[], Scene]) -> None:
        """Counts a pass that a person has made, if they could do nothing else."""
        if self.rules.verbs[move.verb].declines and len(look().choices) == 1:
            self._needless += 1

    @property
    def is_offer_due(self) -> bool:
        """Whether people have passed often enough where they could do nothing else."""
        return self._needless >= OFTEN and not self.is_offered and not self.when_i_cannot

    def move(self, seat: Seat, look: Callable[[], Scene]) -> Move | None:
        """The pass that is made for a seat, None when it is to be asked.

        Looks at the seat's scene only where that is agreed.
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
