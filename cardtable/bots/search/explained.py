"""The bots' thoughts behind the moves of a deal, for players who ask why."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

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
    """The number of sampled deals in which it was tried."""
    value: float
    """Its average score in them, 0 to 1."""
    made: bool


class Explained(NamedTuple):
    """A bot's move and the reason for it."""

    seat: Seat
    label: Text
    why: Text
    weighed: tuple[Considered, ...]
    """The moves it was chosen from by searching, the most tried first; empty if nothing was searched. They reveal the
    bot's hand, so they are shown only to a player practising against bots alone, and marked in the record as help.
    """


class Thought(NamedTuple):
    """A bot's decision with what its seat knew at the time."""

    at: int
    """The number of moves made in the deal before it."""
    seen: Observation
    decision: Decision
    weighed: tuple[tuple[Move, int, float], ...] = ()
    """Moves with the number of tries and the average score of each, as an expert reports them."""


class Reasons:
    """The thoughts behind the bots' moves of a deal that everybody could notice."""

    def __init__(self) -> None:
        self._last: Thought | None = None
        """The last decision; it may still not be played."""
        self._kept: list[Thought] = []

    def note(self, thought: Thought) -> None:
        """Stores a bot's latest decision."""
        self._last = thought

    def moved(self, at: int, seat: Seat, move: Move, *, noticed: bool) -> None:
        """Keeps the last decision if this move, number `at` of the deal, carries it out and is one that everybody
        notices.
        """
        last, self._last = self._last, None
        if noticed and last is not None and (last.at, last.seen.seat, last.decision.move) == (at, seat, move):
            self._kept.append(last)

    def take_back(self, at: int) -> None:
        """Forgets the decisions for move number `at` of the deal and later."""
        self._kept = [thought for thought in self._kept if thought.at < at]

    def after(self, at: int, rules: AnyRules) -> list[Explained]:
        """The moves made after move number `at` of the deal, the latest first, each with its reason."""
        return [_explained(thought, rules) for thought in reversed(self._kept) if thought.at > at]


def _explained(thought: Thought, rules: AnyRules) -> Explained:
    seen, (move, why) = thought.seen, thought.decision
    labels = labels_of(rules, seen)
    weighed = tuple(
        Considered(labels[other], other.cards, tried, value, other == move) for other, tried, value in thought.weighed
    )
    return Explained(seen.seat, labels[move], why, weighed)


class Labels(dict[Move, Text]):
    """Maps each move to the label it was offered under, or to its plain text if it had no label of its own."""

    def __init__(self, rules: AnyRules, labels: dict[Move, Text]) -> None:
        super().__init__(labels)
        self._rules = rules

    def __missing__(self, move: Move) -> Text:
        return Text("{move}", {"move": self._rules.move_text(move)})


def labels_of(rules: AnyRules, seen: Observation) -> Labels:
    """The labels of the seat's choices."""
    return Labels(rules, {choice.move: choice.label for choice in rules.scene(seen).choices})
