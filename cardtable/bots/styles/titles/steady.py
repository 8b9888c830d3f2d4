"""The neutral baseline of King, Prince, Soldier, Peasant: takes every trick that it can take cheaply."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.cards import SUIT_CARDS, Card, Cards, bits, only_card, rank_of, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Text, faces, say
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.state import PLAYERS, TITLES, TitlesState

MANY_TRUMPS = 4
"""This many trumps are enough for the king's quota."""


class Steady:
    """Leads unbeatable cards, wins as cheaply as possible, and otherwise throws its lowest card."""

    def __init__(self, rules: TitlesRules) -> None:
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        seat, state = seen
        assert isinstance(state, TitlesState)
        verb = choices[0].verb
        if verb in TITLES:
            return self._title(state, seat, choices)
        if verb != "play":
            return self._hand_over(state, choices)
        legal = 0
        for move in choices:
            legal |= move.cards
        if not state.trick:
            return self.lead(state, seat, legal)
        return self.follow(state, seat, legal)

    def _title(self, state: TitlesState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """Claims king with many trumps, else prince; hands the other titles round the table."""
        strong = (state.places[seat] & SUIT_CARDS[state.trump]).bit_count() >= MANY_TRUMPS
        wanted = TITLES[0] if strong else TITLES[1]
        for move in choices:
            if move.arg == seat and move.verb == wanted:
                return Decision(move, say("has the cards for this quota"))
        others = [move for move in choices if move.arg != seat]
        return Decision(min(others, key=lambda move: (move.arg - seat) % PLAYERS), say("gives the titles round"))

    def _hand_over(self, state: TitlesState, choices: Sequence[Move]) -> Decision:
        """Gives its least valuable card in an exchange."""
        move = min(choices, key=lambda move: self.worth(state, only_card(move.cards)))
        return Decision(move, say("gives away the least it may, {cards}", cards=faces(move.cards)))

    def lead(self, state: TitlesState, seat: Seat, legal: Cards) -> Decision:
        """Leads an unbeatable card, else a low one."""
        gone = state.places[self.rules.taken] | state.places[seat]
        unseen = self.rules.all_cards & ~gone
        sure = [card for card in bits(legal) if not self.rules.beaters(state, card) & unseen]
        if sure:
            card = min(sure, key=lambda card: self.worth(state, card))
            return _play(card, say("leads {card}, which nobody can beat", card=Faces((card,))))
        plain = legal & ~SUIT_CARDS[state.trump] or legal
        lengths = [(plain & suit).bit_count() for suit in SUIT_CARDS]
        card = min(bits(plain), key=lambda card: (-lengths[suit_of(card) or 0], rank_of(card)))
        return _play(card, say("leads low from its longest suit, {card}", card=Faces((card,))))

    def follow(self, state: TitlesState, seat: Seat, legal: Cards) -> Decision:
        """Wins as cheaply as it can, or throws its lowest card."""
        winners = bits(legal & self.rules.beaters(state, self.best(state)))
        last = len(state.trick) + 1 == state.staying.bit_count()
        if winners:
            plain = [card for card in winners if not SUIT_CARDS[state.trump] >> card & 1]
            if last or not plain:
                card = min(winners, key=lambda card: self.worth(state, card))
                return _play(card, say("wins as cheaply as it can, {card}", card=Faces((card,))))
            card = max(plain, key=rank_of)
            return _play(card, say("plays its highest, {card}", card=Faces((card,))))
        card = min(bits(legal), key=lambda card: self.worth(state, card))
        return _play(card, say("cannot win and keeps its best"))

    def best(self, state: TitlesState) -> Card:
        """The card now winning the trick."""
        best = state.trick[0]
        for card in state.trick[1:]:
            if self.rules.beaters(state, best) >> card & 1:
                best = card
        return best

    def worth(self, state: TitlesState, card: Card) -> int:
        """How much a card is worth keeping: by rank, trumps above all."""
        return rank_of(card) + 100 * (suit_of(card) == state.trump)


def _play(card: Card, why: Text) -> Decision:
    return Decision(Move("play", 1 << card), why)


def make(rules: AnyRules) -> Steady:
    """Creates a neutral player of the four titles."""
    assert isinstance(rules, TitlesRules)
    return Steady(rules)
