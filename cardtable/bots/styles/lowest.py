"""The frozen reference that looks at ranks alone: the least a player of habits must beat."""

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
"""What may be false, or is against the rules: to judge that takes more than a look at ranks."""


class Lowest:
    """Lays its lowest card whenever it may lay one, whatever the suit and whatever a trump is worth.

    A measure that must not move: results against it are compared over years, so it is not to be improved.
    """

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """The own cards whose highest rank is lowest, as few as can be; without any, the first honest word."""
        hand = seen.state.places[seen.seat]
        honest = [move for move in choices if move.verb not in DARING] or choices
        laid = [move for move in honest if move.cards and not move.cards & ~hand]
        if not laid:
            # A word, a bid, a draw; to name another's card only where nothing else is left.
            return Decision(next((move for move in honest if not move.cards), honest[0]), say("has no card to lay"))
        move = min(laid, key=_lowness)
        return Decision(move, say("lays its lowest, {cards}", cards=faces(move.cards)))


def _lowness(move: Move) -> tuple[int, int, int, int]:
    cards = bits(move.cards)
    return max(map(rank_of, cards)), len(cards), move.cards, move.arg


def make(rules: AnyRules) -> Lowest:
    """A player for any game."""
    return Lowest()
