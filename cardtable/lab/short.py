"""Durak with a few cards, for exact algorithms: most of the pack lies in the discard, as late in a real deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable.cards import Card, cards_of
from cardtable.engine.moves import Log


def short_deal(rules: Any, order: Sequence[Card], hand: int, log: Log = None) -> Any:
    """The deal of these cards: so many to each, the rest is the stock, whose last card is turned up."""
    seats, dealt = rules.seats, hand * rules.seats
    out = rules.all_cards & ~cards_of(order)
    places = [cards_of(order[seat:dealt:seats]) for seat in range(seats)] + [0, out, 0]
    state = rules.new_state(places, tuple(order[dealt:]), seats - 1)
    # What lies in the discard was seen by everybody.
    state.known = [known | out for known in state.known]
    state.first_deal, state.beaten_once, state.bout = False, True, 2
    rules.set_trump(state, order[-1], log)
    opener = rules.choose_opener(state, rules.start(), log)
    place = rules.seating.places[opener][opener]
    state.parts = rules.parts(place, rules.seating.defender(state.active, place), opener)
    state.to_act = state.parts.to_open
    rules.set_limit(state)
    rules.set_room(state)
    return state
