"""The neutral baseline of 101: sheds points, keeps the cards that order a suit, and strikes when it matters."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.cards import SUIT_CARDS, Card, Cards, only_card
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, faces, say
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import card_points
from cardtable.games.one_oh_one.state import CHAIN, NAME, OneOhOneState
from cardtable.games.one_oh_one.tables import ADDS, ASKS_ACE, REPLAYS, STRIKES

CLOSE = 2
"""An opponent with this many cards or fewer is about to go out."""
KEEP = 20
"""The value of keeping a card that orders a suit, in points; more than any card counts in the usual table of points."""
STRIKE = 30
"""The value of striking a player who is about to go out."""
STRAND = 25
"""The loss from a nine or a six that it cannot follow itself."""


class Steady:
    """Plays the costliest card, but holds back order cards and strikes a neighbour who is about to go out."""

    def __init__(self, rules: OneOhOneRules) -> None:
        self._rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        state = seen.state
        assert isinstance(state, OneOhOneState)
        first = choices[0]
        if any(move.verb == "dump" for move in choices):
            return Decision(Move("dump"), say("goes out with the whole hand"))
        laying = [move for move in choices if move.verb in ("play", "cover")]
        if not laying:
            return Decision(first, self._no_choice(first))
        hand = state.places[seen.seat]
        if state.step == NAME:
            return self._name(laying, hand)
        worth = {move.cards: self._worth(state, seen.seat, hand, only_card(move.cards)) for move in laying}
        best = max(worth, key=lambda cards: (worth[cards][0], cards))
        named = [move for move in laying if move.cards == best]
        if len(named) > 1:
            return self._name(named, hand & ~best)
        return Decision(named[0], worth[best][1])

    def _no_choice(self, move: Move) -> Text:
        reasons = {
            "draw": say("has no card that fits"),
            "pass": say("has nothing to lay"),
            "skip": say("has no ace"),
            "take": say("holds no seven to add"),
        }
        return reasons[move.verb]

    def _name(self, moves: Sequence[Move], rest: Cards) -> Decision:
        """Orders the suit with most cards left in the hand, not counting order cards, which always fit."""
        rest &= ~self._rules.order_cards

        def held(move: Move) -> tuple[int, int]:
            suit = rest & SUIT_CARDS[move.arg - 1]
            return suit.bit_count(), card_points(self._rules.options, suit)

        move = max(moves, key=held)
        if not any(held(move)):
            return Decision(move, say("orders {suit}, having to order something", suit=Suit(move.arg - 1)))
        return Decision(move, say("orders {suit}, its longest suit", suit=Suit(move.arg - 1)))

    def _worth(self, state: OneOhOneState, seat: int, hand: Cards, card: Card) -> tuple[int, Text]:
        """The value of playing this card now, and the reason to."""
        rules = self._rules
        bit = 1 << card
        rest = hand & ~bit
        points = card_points(rules.options, bit)
        told = say("gets rid of its dearest card that fits, {cards}", cards=faces(bit))
        if not rest and not bit & rules.must_cover:
            return points, say("goes out with {cards}", cards=faces(bit))
        next_seat = rules.after[state.active][seat]
        close = min(state.size(other) for other in range(rules.seats) if other != seat and state.active >> other & 1)
        if rules.order_cards & bit:
            if close <= CLOSE:
                return points, say("lays {cards} before somebody goes out", cards=faces(bit))
            return points - KEEP, say("has no better card that fits")
        effect = rules.effects[card]
        if effect.kind == REPLAYS:
            if rest & rules.fitting[card]:
                return points + 5, say("can follow its own {cards}", cards=faces(bit))
            return points - STRAND, told
        if effect.kind in (STRIKES, ASKS_ACE, ADDS):
            if state.size(next_seat) <= CLOSE:
                return points + STRIKE + effect.draws, say("strikes the next player, who is about to go out")
            if state.step == CHAIN:
                return points, say("adds {cards} and takes nothing", cards=faces(bit))
            return points - 3, told
        return points, told


def make(rules: AnyRules) -> Steady:
    assert isinstance(rules, OneOhOneRules)
    return Steady(rules)
