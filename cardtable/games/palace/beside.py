"""The badge and the side panel of the Palace Ladder: trumps, room for cards, the ladder and the bout."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.moves import Seat
from cardtable.engine.scene import Section
from cardtable.engine.text import Suit, Text, Who, say
from cardtable.games import beside
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import PalaceState


def arrows(state: PalaceState) -> tuple[tuple[Seat, Seat], ...]:
    """The attacker and the defender of the current bout, once both are known."""
    if state.to_act and state.bout and state.defender >= 0:
        return ((state.attacker, state.defender),)
    return ()


def badge(rules: PalaceRules, state: PalaceState) -> tuple[Text, ...]:
    """The trump suit, the player who takes or the effect of taking, and the room for more cards."""
    lines = [say("trumps {suit}", suit=Suit(state.trump)) if state.trump >= 0 else say("no trumps yet")]
    if arrows(state):
        if state.taking:
            lines.append(say("{who} takes", who=Who(state.defender)))
        elif state.climbs:
            lines.append(say("taking swaps places"))
        if state.attacks and state.room:
            lines.append(say("room for {room} more", room=state.room))
    return tuple(lines)


def sections(rules: PalaceRules, state: PalaceState) -> tuple[Section, ...]:
    """The ladder from the king down, empty before the first hand has given the places; and this bout."""
    found = [Section(say("The ladder"), tuple(_ladder(rules, state)), 1)]
    for attacker, defender in arrows(state):
        pairs = zip(state.attacks, state.covers, strict=True)
        found.append(beside.bout(attacker, defender, pairs))
    return tuple(found)


def _ladder(rules: PalaceRules, state: PalaceState) -> Iterator[beside.Line]:
    names = [beside.name(seat) for seat in state.ladder] or [beside.OPEN] * rules.seats
    for place, (title, name) in enumerate(zip(rules.place_titles, names, strict=True), 1):
        yield beside.amount(place), title, name
