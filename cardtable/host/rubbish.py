"""When Python looks for rubbish in a host: while it looks, all tables stand still, so each time it looks at little."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

SELDOM = 5_000, 3, 1
"""How often it looks (`gc.set_threshold`): among so much that is new that it is done in some 15 ms."""
WHOLE = 128
"""Looks among the old after which all is looked through once more: what was in use then may be rubbish by now."""
FEW = 20
"""Guests with whom that is done at most: it takes some 2 ms for each, and everybody waits."""


class Rubbish:
    """Python looks at nothing twice: what was in use at a look among the old is put aside (`gc.freeze`).

    A hundred screens would take it 200 ms. All is looked through when nobody is there, and now and then with few.
    """

    def __init__(self, people: Callable[[], int]) -> None:
        """`people` tells how many would wait for a look."""
        self._people = people
        self._looks = 0

    def begin(self) -> None:
        """It is so from now on, in the whole process."""
        gc.callbacks.append(self._beside)
        gc.set_threshold(*SELDOM)
        self.look()

    def end(self) -> None:
        """It looks as usual again."""
        gc.callbacks.remove(self._beside)
        gc.unfreeze()

    def look(self) -> None:
        """It looks now, so that what has just come, or has just gone, is not looked at when others play."""
        gc.collect()

    def _beside(self, phase: str, info: dict[str, Any]) -> None:
        """Called by Python before and after each look."""
        if info["generation"] and phase == "stop":
            gc.freeze()
        elif info["generation"] == 2:
            self._looks += 1
            people = self._people()
            if not people or (people <= FEW and self._looks >= WHOLE):
                self._looks = 0
                gc.unfreeze()
