"""Garbage collection in a host: since all tables stop during a collection, each one must be short."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

SELDOM = 5_000, 3, 1
"""The thresholds (`gc.set_threshold`): collections are rare enough, with many new objects, to take some 15 ms each."""
WHOLE = 128
"""Collections of the oldest generation after which everything is scanned: frozen objects may be garbage by now."""
FEW = 20
"""Maximum guests present during such a scan: it takes some 2 ms per guest, and everybody waits."""


class Garbage:
    """Makes Python scan nothing twice: objects that survive a collection of old ones are frozen (`gc.freeze`).

    Scanning a hundred screens would take 200 ms. Everything is scanned when nobody is there, now and then with few.
    """

    def __init__(self, people: Callable[[], int]) -> None:
        """`people` returns how many players would have to wait for a collection."""
        self._people = people
        self._collections = 0

    def begin(self) -> None:
        """Starts collecting this way, in the whole process."""
        gc.callbacks.append(self._beside)
        gc.set_threshold(*SELDOM)
        self.collect()

    def end(self) -> None:
        """Returns to normal collection."""
        gc.callbacks.remove(self._beside)
        gc.unfreeze()

    def collect(self) -> None:
        """Collects now, so that objects just created or dropped need no scan while others play."""
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
