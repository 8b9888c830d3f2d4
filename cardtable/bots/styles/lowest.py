"""The frozen reference that goes by ranks alone: the least that any player of habits must beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.cards import bits, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import faces, say

DARING = ("claim", "accuse", "cheat_cover", "cheat_transfer", "pretend_draw")
"""Moves that may be false, or are against the rules: judging these takes more than a look at ranks."""


class Lowest:
    """Plays its lowest card whenever it may play one, ignoring suits and the value of trumps.

    A fixed yardstick: results against it are compared over years, so it must never be improved.
    """

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The move with the lowest top rank and the fewest cards; without a card to play, the first honest move."""
        hand = seen.state.places[seen.seat]
        honest = [move for move in choices if move.verb not in DARING] or choices
        laid = [move for move in honest if move.cards and not move.cards & ~hand]
        if not laid:
            # A call, a bid, a draw; one that names another player's card only if nothing else is left.
            return Decision(next((move for move in honest if not move.cards), honest[0]), say("has no card to lay"))
        move = min(laid, key=_lowness)
        return Decision(move, say("lays its lowest, {cards}", cards=faces(move.cards)))


def _lowness(move: Move) -> tuple[int, int, int, int]:
    cards = bits(move.cards)
    return max(map(rank_of, cards)), len(cards), move.cards, move.arg


def make(rules: AnyRules) -> Lowest:
    """Creates a player for any game."""
    return Lowest()
