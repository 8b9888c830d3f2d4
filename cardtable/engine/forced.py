"""Moves that are no decision: the only one there is, and passes that everybody at the table can see to be that."""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import State, observe


def only_move(rules: AnyRules, state: State, seat: Seat) -> Move | None:
    """The one move of a seat that can do nothing else, quietly neither; None where it decides something.

    None too where it may be asked in secret, for such a move would tell that it was asked.
    """
    if seat not in state.to_act or rules.is_aside(state):
        return None
    moves = rules.legal(state, seat)
    return moves[0] if len(moves) == 1 else None


def plain_pass(rules: AnyRules, state: State, seat: Seat) -> Move | None:
    """The pass of a seat that can do nothing else, where every other player knows that it cannot; None elsewhere.

    The others are asked one by one: what they know is not what all of them know together.
    """
    moves = rules.legal(state, seat)
    if len(moves) != 1 or not rules.verbs[moves[0].verb].declines:
        return None
    for other in range(rules.seats):
        if other != seat:
            seen = observe(state, other).state
            seen.places[seat] |= might_hold(rules, seen, seat)
            # Whatever a hand can do, the hand of all its cards and more can do, so this takes in every hand it may be.
            if list(rules.legal(seen, seat)) != [moves[0]]:
                return None
    return moves[0]


def might_hold(rules: AnyRules, seen: State, seat: Seat) -> Cards:
    """The cards that this seat may hold beside those it is known to hold, for all that whoever sees this can tell."""
    assert seen.hidden is not None
    if not seen.hidden[seat]:
        return 0
    cards = rules.all_cards
    for known in seen.places:
        cards &= ~known
    return cards & ~seen.lacks[seat] if seen.lacks is not None else cards
