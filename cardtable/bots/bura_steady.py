"""A neutral baseline of Bura: weighs what a trick brings against the cards it costs, and counts its own points."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

from cardtable.bots import Decision
from cardtable.cards import SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import Rules
from cardtable.engine.state import Observation
from cardtable.engine.text import Text, faces, say, say_count
from cardtable.games.bura.beating import BEATERS, HIGHER, points_of
from cardtable.games.bura.drawing import BEGIN, DRAW, WAIT
from cardtable.games.bura.options import HAND
from cardtable.games.bura.rules import CLAIM, SAY_BURA, SILENT, BuraRules
from cardtable.games.bura.state import BuraState

# Found by trial: players with these values beat players with others.
THROWN = 6.0
"""What an opponent gives, about, on a card that he cannot beat."""
INITIATIVE = 3.0
"""What the right to lead is worth, in points."""
TRUMP = 10.0
"""What a trump is worth keeping while there are cards to draw."""


class Steady:
    """Takes what is worth its cards, leads what is hard to beat, claims when it has counted enough. Never by lot."""

    def __init__(self, rules: BuraRules) -> None:
        self._rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule; never pretends to draw."""
        state, seat = seen.state, seen.seat
        assert isinstance(state, BuraState)
        match state.moment:
            case "lead":
                return self._lead(state, seat, choices)
            case "replies":
                return self._reply(state, seat, choices)
            case "claims":
                return self._claim(state, seat)
            case "bura":
                return Decision(SAY_BURA, say("holds four trumps"))
            case "combinations":
                return self._announce(state, seat, choices)
            case _:
                return self._draw(choices)

    def _claim(self, state: BuraState, seat: Seat) -> Decision:
        count = self._rules.count(state, seat)
        counted = say_count("has counted {count} point", "has counted {count} points", count)
        return Decision(CLAIM if count >= self._rules.options.target else SILENT, counted)

    def _announce(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        if seat == state.leader:
            return Decision(SILENT, say("leads anyway and shows nothing"))
        calls = [move for move in choices if move != SILENT]
        if not calls:
            return Decision(SILENT, say("holds nothing to announce"))
        best = max(calls, key=lambda move: self._rules.ranking[move.arg])
        return Decision(best, say("wants the lead"))

    def _draw(self, choices: Sequence[Move]) -> Decision:
        if BEGIN in choices:
            return Decision(BEGIN, say("everybody has drawn"))
        if WAIT in choices:
            return Decision(WAIT, say("is not due to draw"))
        return Decision(DRAW, say("is due to draw"))

    # Playing cards

    def _lead(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        rules, places = self._rules, state.places
        unseen = rules.all_cards & ~(places[seat] | places[rules.table] | places[rules.taken])
        held = max(state.size(other) for other in range(self._rules.seats) if other != seat)

        def value(move: Move) -> float:
            cards = move.cards
            stands = 1.0
            for card in bits(cards):
                stands *= self._beaten(state, card, unseen, held)
            stands = (1 - stands) ** (self._rules.seats - 1)
            wins = points_of(cards) + THROWN * cards.bit_count() * (self._rules.seats - 1) + INITIATIVE
            return stands * wins - (1 - stands) * points_of(cards) - self._worth(state, cards)

        move = max(choices, key=lambda move: (value(move), -move.cards))
        if value(move) > 0:
            return Decision(move, say("leads {cards}, hard enough to beat", cards=faces(move.cards)))
        return Decision(move, say("leads {cards}, which it can best spare", cards=faces(move.cards)))

    def _beaten(self, state: BuraState, card: Card, unseen: Cards, held: int) -> float:
        """How likely one of so many cards, taken from the unseen ones, beats this card."""
        all_unseen = unseen.bit_count()
        safe = all_unseen - (unseen & BEATERS[state.trump][1 << card]).bit_count()
        return 1 - comb(safe, held) / comb(all_unseen, held) if all_unseen >= held else float(safe < all_unseen)

    def _worth(self, state: BuraState, cards: Cards) -> float:
        """What cards are worth in the hand, beside their points: trumps, and a little for rank."""
        trumps = cards & SUIT_CARDS[state.trump]
        rank = sum(HAND + HAND - HIGHER[1 << card].bit_count() for card in bits(cards)) / 10
        return rank + (TRUMP if state.stock else 1.0) * trumps.bit_count()

    def _reply(self, state: BuraState, seat: Seat, choices: Sequence[Move]) -> Decision:
        laid = sum(map(points_of, state.plays))
        count = self._rules.count(state, seat)
        target = self._rules.options.target

        def takes(move: Move) -> bool:
            return self._rules.wins_over(state, state.best, move.cards)

        def value(move: Move) -> float:
            points = points_of(move.cards)
            if not takes(move):
                return -points - self._worth(state, move.cards)
            enough = 1000 if count + laid + points >= target else 0
            return enough + laid + points + INITIATIVE - self._worth(state, move.cards)

        move = max(choices, key=lambda move: (value(move), -move.cards))
        return Decision(move, self._why(takes(move), laid + points_of(move.cards)))

    def _why(self, takes: bool, points: int) -> Text:
        if takes:
            return say_count("takes {count} point", "takes {count} points", points)
        return say("throws what it can best spare")


def make(rules: Rules[Any]) -> Steady:
    """A player of Bura."""
    assert isinstance(rules, BuraRules)
    return Steady(rules)
