"""What a search knows about Kozel: playouts feed partners and take worthwhile tricks; endings are solved once all is
known.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from cardtable.bots.search.thoughts import Counted, Thoughts
from cardtable.bots.styles.tricks_ending import TricksSolver, best_moves
from cardtable.bots.styles.tricks_natural import LaidToTrick, is_odd_last
from cardtable.cards import only_card
from cardtable.engine.moves import Move, Seat, Seats
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import PLAY, KozelState
from cardtable.games.tricks import points_of

WORTH_TAKING: Final = 4
"""Card points for which a playout takes a trick with an unbeatable card."""
WORTH_A_TRUMP: Final = 10
"""The same for a trump that may be beaten."""
POINT: Final = 100
TRUMP: Final = 50
"""The prices in playouts of one card point and of being a trump; a step in rank within the suit counts one."""
SURE: Final = 10_000
"""More than the price of any card."""
POSITIONS: Final = 20_000
"""Positions visited in an ending before falling back to a search."""


class KozelThoughts(Thoughts[KozelRules]):
    """Playouts go by the neutral baseline with the cards each player has seen; endings are solved once all is known."""

    def exact(self, seen: Observation, moves: Sequence[Move]) -> Counted | None:
        """The best moves once the place of every card is known (K-11 to K-18)."""
        state = seen.state
        assert isinstance(state, KozelState)
        if state.stage != PLAY:
            return None
        world = self.rules.only_world(seen)
        if world is None:
            return None
        side = self.rules.side
        friends = sum(1 << seat for seat in range(self.rules.seats) if side[seat] == side[seen.seat])
        return best_moves(self.rules, world, seen.seat, friends, moves, POSITIONS, sides=self.rules.sides == 2)

    def is_odd(self, seen: Observation, moves: Sequence[Move], move: Move) -> bool:
        """Whether the last play to a trick is one that nobody would make."""
        state = seen.state
        assert isinstance(state, KozelState)
        if move.verb != "play" or state.trump < 0 or len(state.trick) != self.rules.seats - 1:
            return False
        suits, lying = self.rules.by_trump[state.trump], sum(points_of(1 << card) for card in state.trick)
        beaters = suits.beaters[state.best]
        # Cards with special capturing rules have their own reasons to be played or kept (K-17, K-25).
        special = self.rules.capturing
        if move.cards & special:
            return False
        made, *others = (
            LaidToTrick(
                points_of(one.cards),
                bool(one.cards & beaters),
                self.rules.height(only_card(one.cards), state.trump),
                bool(one.cards & suits.trumps),
            )
            for one in (move, *moves)
            if one.verb == "play" and not one.cards & special
        )
        side = self.rules.side
        ours = self.rules.seats > self.rules.sides and side[state.winning] == side[seen.seat]
        return is_odd_last(made, others, lying=lying, ours=ours)

    def pick(self, state: KozelState, seat: Seat, moves: Sequence[Move], rng: Random) -> Move:
        """Leads unbeatable cards, gives points to a winning partner, takes worthwhile tricks; else plays its cheapest
        card.
        """
        if state.stage != PLAY:
            return moves[0]
        rules, places, trick = self.rules, state.places, state.trick
        suits = rules.by_trump[state.trump]
        trumps, beaten_by, strength = suits.trumps, suits.beaters, suits.strength
        out = rules.all_cards & ~(places[seat] | places[rules.table] | places[rules.taken] | places[rules.aside])
        beaters = lying = 0
        last = ours = safe = False
        if trick:
            beaters, lying = beaten_by[state.best], points_of(places[rules.table])
            last = len(trick) == rules.seats - 1
            ours = rules.side[state.winning] == rules.side[seat]
            safe = last or not beaters & out
        chosen, best = moves[0], -2 * SURE
        for move in moves:
            cards = move[1]
            card, points, trump = cards.bit_length() - 1, points_of(cards), bool(cards & trumps)
            value = -POINT * points - TRUMP * trump - strength[card]
            stands = last or not beaten_by[card] & out
            if not trick:
                value = SURE + points if stands else value
            elif not cards & beaters:
                value = POINT * points - TRUMP * trump if ours and safe else value
            elif ours:
                value -= SURE
            elif last and not trump:
                value = 2 * SURE + points
            elif stands and lying >= WORTH_TAKING:
                value = SURE - strength[card]
            elif trump and not stands and lying >= WORTH_A_TRUMP:
                value = SURE // 2 + strength[card]
            if value > best:
                best, chosen = value, move
        return chosen

    def endings(self, state: KozelState, seat: Seat, friends: Seats) -> TricksSolver | None:
        """A solver for the last tricks."""
        return TricksSolver(self.rules, seat, friends, 0) if state.stage == PLAY else None


def make(rules: AnyRules) -> KozelThoughts:
    assert isinstance(rules, KozelRules)
    return KozelThoughts(rules)
