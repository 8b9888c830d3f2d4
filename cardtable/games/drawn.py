"""What the log says of cards that somebody draws from the stock."""

from __future__ import annotations

from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import EVERYBODY
from cardtable.engine.text import Text, Who, faces, say, say_as, say_count


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
