"""What all reasons are made of."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtable.cards import Cards
from cardtable.engine.state import Observation
from cardtable.engine.text import Text


class Said(NamedTuple):
    """One reason for a move."""

    key: str
    """Which of its family's reasons."""
    weight: int
    """What is said first: facts about other hands above facts about the own one."""
    text: Text
    """Said to whoever may make the move."""
    of_another: Text | None = None
    """The same said of a player; None where it is in the same words."""

    @property
    def told(self) -> Text:
        """The reason as it is told of a player."""
        return self.of_another or self.text


CHEAP: Final = 4
"""Tricks of fewer card points are not worth a trump."""


def elsewhere(rules: Any, seen: Observation) -> Cards:
    """The cards that other hands may hold, for all that the seat knows, those that it has seen there among them."""
    places = seen.state.places
    gone = places[seen.seat]
    for cards in places[rules.seats :]:
        gone |= cards
    out: Cards = rules.all_cards & ~gone
    return out
