"""What the bots of a deal thought when they moved, for those who ask why."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.bots import Decision
from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text


class Considered(NamedTuple):
    """A move that an expert weighed."""

    label: Text
    cards: Cards
    tried: int
    """In how many of the deals that it looked at."""
    value: float
    """What it got in them on the average, 0 to 1."""
    made: bool


class Explained(NamedTuple):
    """A bot's move, and why it was made."""

    seat: Seat
    label: Text
    why: Text
    weighed: tuple[Considered, ...]
    """What it was chosen from by looking ahead, tried most first; empty where nothing was searched. These moves are of
    the bot's hand, so they are for somebody who practises against bots alone, and marked in the record as help.
    """


class Thought(NamedTuple):
    """What a bot decided, from what its seat knew then."""

    at: int
    """How many moves of the deal had been made."""
    seen: Observation
    decision: Decision
    weighed: tuple[tuple[Move, int, float], ...] = ()
    """Moves with how often each was tried and what it got, as an expert tells them."""


class Reasons:
    """What stands behind the bots' moves of a deal that everybody could notice."""

    def __init__(self) -> None:
        self._last: Thought | None = None
        """What was decided last; whether it comes to that is not yet sure."""
        self._kept: list[Thought] = []

    def note(self, thought: Thought) -> None:
        """Takes what a bot has just decided."""
        self._last = thought

    def moved(self, at: int, seat: Seat, move: Move, *, noticed: bool) -> None:
        """After so many moves of the deal a seat makes this one; what nobody is to notice is not kept."""
        last, self._last = self._last, None
        if noticed and last is not None and (last.at, last.seen.seat, last.decision.move) == (at, seat, move):
            self._kept.append(last)

    def take_back(self, at: int) -> None:
        """Forgets the moves that were made after so many of the deal."""
        self._kept = [thought for thought in self._kept if thought.at < at]

    def after(self, at: int, rules: AnyRules) -> list[Explained]:
        """The moves that were made after so many of the deal, the last one first, each with its reason."""
        return [_explained(thought, rules) for thought in reversed(self._kept) if thought.at > at]


def _explained(thought: Thought, rules: AnyRules) -> Explained:
    seen, (move, why) = thought.seen, thought.decision
    labels = labels_of(rules, seen)
    weighed = tuple(
        Considered(labels[other], other.cards, tried, value, other == move) for other, tried, value in thought.weighed
    )
    return Explained(seen.seat, labels[move], why, weighed)


class Labels(dict[Move, Text]):
    """By move how it was offered to the seat that chose; the text of the move where it was not offered by itself."""

    def __init__(self, rules: AnyRules, labels: dict[Move, Text]) -> None:
        super().__init__(labels)
        self._rules = rules

    def __missing__(self, move: Move) -> Text:
        return Text("{move}", {"move": self._rules.move_text(move)})


def labels_of(rules: AnyRules, seen: Observation) -> Labels:
    """What the seat could choose, in words."""
    return Labels(rules, {choice.move: choice.label for choice in rules.scene(seen).choices})
