"""Moves without a decision: the only legal move, and passes that everybody at the table can see to be forced."""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import State, observe


def only_move(rules: AnyRules, state: State, seat: Seat) -> Move | None:
    """The only move of a seat, which therefore has nothing to decide; None if it has a choice.

    Also None if the seat may have been asked in secret, because a move made for it would reveal that.
    """
    if seat not in state.to_act or rules.is_aside(state):
        return None
    moves = rules.legal(state, seat)
    return moves[0] if len(moves) == 1 else None


def plain_pass(rules: AnyRules, state: State, seat: Seat) -> Move | None:
    """The pass of a seat that can do nothing else, if each other player knows this; otherwise None.

    Each player's knowledge is checked separately, not what they could work out together.
    """
    moves = rules.legal(state, seat)
    if len(moves) != 1 or not rules.verbs[moves[0].verb].declines:
        return None
    for other in range(rules.seats):
        if other != seat:
            seen = observe(state, other).state
            seen.places[seat] |= might_hold(rules, seen, seat)
            # A larger hand can do everything a smaller one can, so this covers every possible hand.
            if list(rules.legal(seen, seat)) != [moves[0]]:
                return None
    return moves[0]


def might_hold(rules: AnyRules, seen: State, seat: Seat) -> Cards:
    """The cards that this seat may hold besides its known ones, as far as the observer can tell."""
    assert seen.hidden is not None
    if not seen.hidden[seat]:
        return 0
    cards = rules.all_cards
    for known in seen.places:
        cards &= ~known
    return cards & ~seen.lacks[seat] if seen.lacks is not None else cards
