"""When Python collects garbage in a host: all tables stand still meanwhile, so each collection looks at little."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

SELDOM = 5_000, 3, 1
"""How often it collects (`gc.set_threshold`): so seldom, among so much that is new, that it takes some 15 ms."""
WHOLE = 128
"""Collections among the old after which everything is looked through: what was in use then may be garbage by now."""
FEW = 20
"""Guests with whom that is done at most: it takes some 2 ms for each, and everybody waits."""


class Garbage:
    """Python looks at nothing twice: what was in use at a collection among the old is put aside (`gc.freeze`).

    A hundred screens would take it 200 ms. All is looked through when nobody is there, and now and then with few.
    """

    def __init__(self, people: Callable[[], int]) -> None:
        """`people` tells how many would wait for a collection."""
        self._people = people
        self._collections = 0

    def begin(self) -> None:
        """Collects so from now on, in the whole process."""
        gc.callbacks.append(self._beside)
        gc.set_threshold(*SELDOM)
        self.collect()

    def end(self) -> None:
        """Collects as usual again."""
        gc.callbacks.remove(self._beside)
        gc.unfreeze()

    def collect(self) -> None:
        """Collects now, so that what has just come, or has just gone, is not looked at when others play."""
        gc.collect()

    def _beside(self, phase: str, info: dict[str, Any]) -> None:
        """Called by Python before and after each collection."""
        if info["generation"] and phase == "stop":
            gc.freeze()
        elif info["generation"] == 2:
            self._collections += 1
            people = self._people()
            if not people or (people <= FEW and self._collections >= WHOLE):
                self._collections = 0
                gc.unfreeze()
