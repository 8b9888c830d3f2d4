"""What all reasons are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from cardtable.cards import SUIT_CARDS, Card, Cards, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, say


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


def suit_with(card: Card) -> Cards:
    """All cards of the suit that a card is of, which is no joker."""
    return next(suit for suit in SUIT_CARDS if suit >> card & 1)


def last_of_suit(seen: Observation, move: Move, weight: int) -> Iterator[Said]:
    """With the card the hand is rid of its suit."""
    suit = suit_with(only_card(move.cards))
    if seen.state.places[seen.seat] & suit == move.cards:
        named = Suit(SUIT_CARDS.index(suit))
        yield Said(
            "gone suit",
            weight,
            say("with it your last {suit} goes", suit=named),
            say("with it the last {suit} goes", suit=named),
        )
