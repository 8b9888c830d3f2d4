"""Passing without being asked, so that an evening of four does not become an evening of pressing keys."""

from __future__ import annotations

from collections.abc import Callable

from cardtable.engine.moves import Event, Move, Seat
from cardtable.engine.scene import Scene
from cardtable.tui.choosing import open_choices
from cardtable.tui.keys import DECLINES

BEGINNINGS = ("deal", "bout")
"""Events with which a promise to pass ends."""


class Passing:
    """Who passes without being asked: where he could do nothing else, or for the rest of a bout because he said so.

    The first tells the table that he holds no card that fits, as a quick pass tells it at a real one; the second tells
    nothing but that he has given up this bout.
    """

    def __init__(self, *, when_i_cannot: bool) -> None:
        self.when_i_cannot = when_i_cannot
        self._bout: set[Seat] = set()

    def promise(self, seat: Seat) -> None:
        """He passes for the rest of this bout."""
        self._bout.add(seat)

    def notice(self, events: list[Event]) -> None:
        """Ends the promises when a bout begins."""
        if any(event.kind in BEGINNINGS for event in events):
            self._bout.clear()

    def move(self, seat: Seat, look: Callable[[], Scene]) -> Move | None:
        """The pass that is made for him; None when he is to be asked. Looks at his scene only where that is agreed."""
        if not self.when_i_cannot and seat not in self._bout:
            return None
        scene = look()
        choices = open_choices(scene)
        declines = [choice.move for choice in choices if choice.move.verb in DECLINES]
        if not declines or len(declines) == len(scene.choices) > 1:
            return None
        promised = seat in self._bout
        forced = self.when_i_cannot and len(scene.choices) == 1
        return declines[0] if promised or forced else None
