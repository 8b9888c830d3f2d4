"""What all reasons are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from cardtable.cards import Cards
from cardtable.engine.moves import Seat
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, say, say_count


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


def fewest_beat(beaters: Cards, of_others: Iterable[Cards]) -> bool:
    """Whether fewer cards beat this one than any of the others that take the trick too; never where there are none."""
    counts = [cards.bit_count() for cards in of_others]
    return bool(counts) and beaters.bit_count() < min(counts)


HIGHEST: Final = Said(
    "highest",
    57,
    say("your highest that takes it: fewer cards beat it"),
    say("the highest that takes it: fewer cards beat it"),
)
HIGHER_TRUMP: Final = Said("higher trump", 48, say("only a higher trump beats it"))
ONLY_TAKER: Final = Said(
    "only taker", 46, say("no other card you may play takes it"), say("no other card that may be played takes it")
)


def keeps_high(heights: Iterable[int], height: int) -> Iterator[Said]:
    """Of a card that stands so high, with those that may be played: none of them stands lower, and one stands higher.

    It comes after what tells more.
    """
    found = [*heights]
    above = sum(one > height for one in found)
    if height > min(found) or not above:
        return
    if above == 1:
        yield Said(
            "keeps high",
            38,
            say("the lowest you may play: the higher one stays"),
            say("the lowest that may be played: the higher one stays"),
        )
    else:
        yield Said(
            "keeps high",
            38,
            say("the lowest you may play: the higher ones stay"),
            say("the lowest that may be played: the higher ones stay"),
        )


def draws_trumps(out: Cards) -> Said:
    """Of a trump that is led where all must follow, with these trumps out."""
    count = out.bit_count()
    told = say_count("it draws trumps: one of them is out", "it draws trumps: {count} of them are out", count)
    return Said("draws trumps", 50, told)
