"""Computer players: what each of them is. They know observations, never a state or a table.

`entries.BOTS` is the only list of them, `finding` makes the one that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, Protocol

from cardtable.engine.moves import Event, Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say

LIMIT = 10.0
"""Seconds that a bot of somebody else's may take for a decision, unless the table says otherwise."""


class Decision(NamedTuple):
    """What a bot does, and why."""

    move: Move
    why: Text = say("chosen by a program")


class Bot(Protocol):
    """One computer player at one table."""

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Chooses one of the legal moves from what its seat knows. Uses no other source of chance than `rng`."""
        ...


class Watcher(Protocol):
    """A computer player who goes by what was played before, and not only by what still lies on the table."""

    def watch(self, events: Sequence[Event]) -> None:
        """Sees what has happened in this deal so far, as its seat may know it; before each of its decisions."""
        ...


class Thinker(Protocol):
    """A computer player who takes its time: it can be stopped between the slices of its thought."""

    def think(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Iterator[Decision | None]:
        """None after every slice of a few milliseconds, and at last what `choose` would say."""
        ...
