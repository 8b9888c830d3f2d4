"""What a search knows about Bura: claims and draws follow from counting, and which cards to keep."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Thoughts
from cardtable.bots.styles.tricks_natural import LaidToTrick, is_odd_last
from cardtable.cards import SUIT_CARDS, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.bura.drawing import BEGIN, DRAW, WAIT
from cardtable.games.bura.rules import CLAIM, SAY_BURA, SILENT, BuraRules
from cardtable.games.bura.state import BURA, CLAIMS, DRAWING, REPLIES, BuraState
from cardtable.games.tricks import points_of

TRUMP: Final = 8
"""The value of keeping a trump, in card points."""


class BuraThoughts(Thoughts[BuraRules]):
    """Claims by count and draws in turn; playouts take tricks with points as cheaply as possible."""

    def prune(self, state: BuraState, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """Leaves a single answer where the count decides (B-14, B-15, B-18)."""
        if state.moment == CLAIMS:
            # Not by face-down cards: the sampled deal knows them, the player does not (B-27).
            return (CLAIM if self.rules.known_count(state, seat) >= self.rules.options.target else SILENT,)
        if state.moment == BURA:
            return (SAY_BURA,)
        if state.moment == DRAWING:
            return (next(move for move in (BEGIN, WAIT, DRAW) if move in moves),)
        return moves

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether the last play to a trick is one that nobody would make."""
        state, rules = seen.state, self.rules
        assert isinstance(state, BuraState)
        if state.moment != REPLIES or len(state.plays) != rules.seats - 1 or not move.cards:
            return False
        trumps, size = SUIT_CARDS[state.trump], move.cards.bit_count()
        made, *others = (
            LaidToTrick(
                points_of(one.cards),
                rules.wins_over(state, state.best, one.cards),
                max(rules.height(card, state.trump) for card in bits(one.cards)),
                bool(one.cards & trumps),
            )
            for one in (move, *moves)
            if one.cards.bit_count() == size
        )
        return is_odd_last(made, others, lying=sum(map(points_of, state.plays)), ours=False)

    def pick(self, state: BuraState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Takes tricks with points, else gives as little as possible; leads its cheapest cards."""
        trumps = SUIT_CARDS[state.trump]
        if state.moment != REPLIES:
            return min(moves, key=lambda move: _worth(move, trumps) / max(1, move.cards.bit_count()))
        laid = sum(map(points_of, state.plays))
        takes = self.rules.wins_over

        def cost(move: Move) -> int:
            worth = _worth(move, trumps)
            return worth - 2 * points_of(move.cards) - laid if takes(state, state.best, move.cards) else worth

        return min(moves, key=cost)


def _worth(move: Move, trumps: int) -> int:
    return points_of(move.cards) + TRUMP * (move.cards & trumps).bit_count()


def make(rules: AnyRules) -> BuraThoughts:
    assert isinstance(rules, BuraRules)
    return BuraThoughts(rules)
