"""Log lines for cards drawn from the stock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import EVERYBODY
from cardtable.engine.text import Text, Who, faces, say, say_as, say_count

SUMS: Final = ("drew", "takes")
"""Events that repeat everything drawn in one turn."""


def drawn(event: Event) -> Text:
    """Gives only the number of cards drawn, even to the player who drew them, unless everybody sees them: the turn-up.

    The turn-up is an event of its own and has to be named; otherwise a player who draws it with another card would seem
    to draw twice.
    """
    who = Who(event.seat)
    if event.to == EVERYBODY:
        return say_as("from the stock", "{who} draws {cards}.", who=who, cards=faces(event.cards))
    return say_count("{who} draws {count} card.", "{who} draws {count} cards.", event.size, who=who)


def own_draw(event: Event, seat: Seat) -> Text | None:
    """The line telling a player which cards they alone drew, when no hand is on screen; None for other events."""
    if event.kind != "draw" or event.seat != seat or not event.cards or event.to == EVERYBODY:
        return None
    return say("You draw {cards}.", cards=faces(event.cards))


def is_told_again(event: Event, later: Iterable[Event]) -> bool:
    """Whether a later event in the same report names the cards of this draw again."""
    return any(
        after.kind in SUMS and after.seat == event.seat and after.cards & event.cards == event.cards for after in later
    )
