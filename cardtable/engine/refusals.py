"""Refusals worded the same in every game, each with the rule id that the game passes in.

A function returns None if it has no objection to the move, so games combine them with `or`.
"""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import Reason
from cardtable.engine.text import Who, faces, say


def other_turn(rule: str, seat: Seat) -> Reason:
    """The refusal when it is another seat's turn."""
    return rule, say("It is {who}'s turn.", who=Who(seat))


def nothing_chosen(rule: str, move: Move) -> Reason | None:
    """Refuses a move that needs a card but has none."""
    return None if move.cards else (rule, say("Choose a card first."))


def not_held(rule: str, hand: Cards, move: Move) -> Reason | None:
    """Refuses cards that are not in the player's hand."""
    missing = move.cards & ~hand
    return (rule, say("You do not hold {cards}.", cards=faces(missing))) if missing else None


def several(rule: str, move: Move) -> Reason | None:
    """Refuses more cards than the one allowed."""
    if not move.cards & (move.cards - 1):
        return None
    return rule, say("One card at a time: it may not be {cards} at once.", cards=faces(move.cards))


def with_cards(rule: str, move: Move) -> Reason | None:
    """Refuses cards on a move that takes none."""
    return (rule, say("No card goes with this move.")) if move.cards else None


def aimed(rule: str, move: Move) -> Reason | None:
    """Refuses an argument (a card, a suit, a seat) on a move that takes none."""
    return (rule, say("This move is not aimed at anything.")) if move.arg else None
