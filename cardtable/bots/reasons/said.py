"""What all reasons are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardtable.cards import Cards
from cardtable.engine.moves import Seat
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


def elsewhere(rules: Any, seen: Observation) -> Cards:
    """The cards that other hands may hold, for all that the seat knows, those that it has seen there among them."""
    places = seen.state.places
    gone = places[seen.seat]
    for cards in places[rules.seats :]:
        gone |= cards
    out: Cards = rules.all_cards & ~gone
    return out


def held_by(rules: Any, seen: Observation, seats: Iterable[Seat]) -> Cards:
    """The cards that one of these seats may hold, for all that everybody could see of what they hold and lack."""
    state = seen.state
    unplaced: Cards = rules.all_cards
    for cards in state.places:
        unplaced &= ~cards
    held = 0
    for seat in seats:
        held |= state.places[seat] | unplaced & ~(state.lacks[seat] if state.lacks is not None else 0)
    return held
