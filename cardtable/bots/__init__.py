"""Computer players: the protocols and records that every bot shares. Bots get observations, never a state or a table.

`entries.bots()` is the only list of them; `finding` creates the one asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, Protocol

from cardtable.engine.moves import Event, Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say

LIMIT = 10.0
"""Seconds a third-party bot may take for a decision, unless the table says otherwise."""


class Decision(NamedTuple):
    """A bot's move and the reason for it."""

    move: Move
    why: Text = say("chosen by a program")


class Bot(Protocol):
    """One computer player at one table."""

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses one of the legal moves from what its seat knows. Its only source of randomness is `rng`."""
        ...


class Watcher(Protocol):
    """A computer player that uses the history of the deal, not only the cards now on the table."""

    def watch(self, events: Sequence[Event]) -> None:
        """Receives the events of this deal so far, as its seat may know them. Called before each of its decisions."""
        ...


class Thinker(Protocol):
    """A computer player that needs time to think and can be stopped between time slices."""

    def think(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Iterator[Decision | None]:
        """Yields None after every slice of a few milliseconds, and finally the decision that `choose` would return."""
        ...
