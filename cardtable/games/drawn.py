"""What the log says of cards that somebody draws from the stock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import EVERYBODY
from cardtable.engine.text import Text, Who, faces, say, say_as, say_count

SUMS: Final = ("drew", "takes")
"""Events that name once more all that was drawn in one turn."""


def drawn(event: Event) -> Text:
    """Cards drawn are only counted, even for the player who drew them, unless everybody sees them: the turn-up.

    It is an event of its own and has to be named: else somebody who draws it with another card would draw twice.
    """
    who = Who(event.seat)
    if event.to == EVERYBODY:
        return say_as("from the stock", "{who} draws {cards}.", who=who, cards=faces(event.cards))
    return say_count("{who} draws {count} card.", "{who} draws {count} cards.", event.size, who=who)


def own_draw(event: Event, seat: Seat) -> Text | None:
    """What a player hears of cards that they alone have drawn, where they see no hand; None for any other event."""
    if event.kind != "draw" or event.seat != seat or not event.cards or event.to == EVERYBODY:
        return None
    return say("You draw {cards}.", cards=faces(event.cards))


def is_told_again(event: Event, later: Iterable[Event]) -> bool:
    """Whether a later event, of those that are told together with this one, names the cards of this draw again."""
    return any(
        after.kind in SUMS and after.seat == event.seat and after.cards & event.cards == event.cards for after in later
    )
