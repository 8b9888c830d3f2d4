"""What is refused in the same words in every game; each under the rule that the game names for it.

A function that gives None has nothing to say against the move, so that a game joins them by `or`.
"""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import Reason
from cardtable.engine.text import Who, faces, say


def other_turn(rule: str, seat: Seat) -> Reason:
    """It is the turn of this seat and no other."""
    return rule, say("It is {who}'s turn.", who=Who(seat))


def nothing_chosen(rule: str, move: Move) -> Reason | None:
    """A move that needs a card, without any."""
    return None if move.cards else (rule, say("Choose a card first."))


def not_held(rule: str, hand: Cards, move: Move) -> Reason | None:
    """Cards that are not in the player's hand."""
    missing = move.cards & ~hand
    return (rule, say("You do not hold {cards}.", cards=faces(missing))) if missing else None


def several(rule: str, move: Move) -> Reason | None:
    """More cards than the one that may be played."""
    if not move.cards & (move.cards - 1):
        return None
    return rule, say("One card at a time: it may not be {cards} at once.", cards=faces(move.cards))


def with_cards(rule: str, move: Move) -> Reason | None:
    """Cards with a move that has none."""
    return (rule, say("No card goes with this move.")) if move.cards else None


def aimed(rule: str, move: Move) -> Reason | None:
    """An aim (a card, a suit, a seat) of a move that has none."""
    return (rule, say("This move is not aimed at anything.")) if move.arg else None
