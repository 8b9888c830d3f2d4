"""A sensible player of Kozel: feeds a partner who wins, gives nothing to opponents, spends trumps on points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardtable.bots import Decision
from cardtable.cards import Card, Cards, only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import Rules
from cardtable.engine.state import Observation
from cardtable.engine.text import faces, say
from cardtable.games.kozel.calls import EXECUTED_CALLS
from cardtable.games.kozel.cards import SHAMKA, SHAMOK, points_of
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelState
from cardtable.games.tricks import Suits

WORTH_A_TRUMP = 10
"""Card points in a trick for which a trump is spent before all have played."""
WORTH_TAKING = 4
"""Card points for which the last player takes a trick with a trump."""
GOOD_PRAISE = 15
"""Card points won in a praise that are not given up for another deal."""


class Steady:
    """Decides by rule, never by lot; knows its partner, and counts what is out."""

    def __init__(self, rules: KozelRules) -> None:
        self._rules = rules
        self._by_verb: dict[str, Callable[[KozelState, Seat, Sequence[Move]], Decision]] = {
            "cut": self._cut,
            "lay": self._lay,
            "call_redeal": self._call,
            "repraise": self._deal_again,
            "offer": self._offer,
            "keep": self._offer,
            "return": self._return,
        }

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """One of the choices, with the reason."""
        state = seen.state
        assert isinstance(state, KozelState)
        decide = self._by_verb.get(choices[0].verb)
        if decide is not None:
            return decide(state, seen.seat, choices)
        if not state.trick:
            return self._lead(state, seen.seat, choices)
        return self._follow(state, seen.seat, choices)

    # Before the play

    def _cut(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        cuts = [move for move in choices if move.verb == "cut"]
        return Decision(cuts[len(cuts) // 2], say("cuts in the middle"))

    def _lay(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """The boaster lays what wins its column; his partner adds points, the others nothing that counts (K-10)."""
        if not state.columns:
            sure = [move for move in choices if not self._beatable_in_suit(move.cards)]
            if sure:
                move = max(sure, key=lambda move: points_of(move.cards))
                return Decision(move, say("lays what wins its column, {cards}", cards=faces(move.cards)))
            move = min(choices, key=lambda move: (points_of(move.cards), move.cards))
            return Decision(move, say("risks no points, {cards}", cards=faces(move.cards)))
        boaster = self._rules.left_of(state.dealer)
        if self._rules.side[boaster] == self._rules.side[seat]:
            move = max(choices, key=lambda move: points_of(move.cards))
            return Decision(move, say("adds points to the partner's praise, {cards}", cards=faces(move.cards)))
        move = min(choices, key=lambda move: (points_of(move.cards), move.cards))
        return Decision(move, say("gives the praise no points, {cards}", cards=faces(move.cards)))

    def _beatable_in_suit(self, cards: Cards) -> bool:
        """Whether one of these plain cards is not the highest of its suit."""
        suits = self._rules.by_trump[0]
        while cards:
            card = only_card(cards)
            if suits.beaters[card] & suits.plain:
                return True
            cards ^= 1 << card
        return False

    def _call(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """A third call would cost the own team when it deals (K-09)."""
        own_deal = self._rules.side[state.dealer] == self._rules.side[seat]
        if own_deal and state.calls >= EXECUTED_CALLS and self._rules.options.redeal_penalty:
            return Decision(Move("no_call"), say("does not pay for another deal"))
        return Decision(Move("call_redeal"), say("has no queens to play with"))

    def _deal_again(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        if points_of(state.won[self._rules.side[seat]]) >= GOOD_PRAISE:
            return Decision(Move("keep_praise"), say("keeps the points of the praise"))
        return Decision(Move("repraise"), say("gives up few points"))

    def _offer(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        for move in choices:
            if move.verb == "offer":
                return Decision(move, say("one trump is worth more with the partner"))
        return Decision(choices[0], say("has nothing to offer"))

    def _return(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        move = min(choices, key=lambda move: self._price(self._rules.suits(state), move))
        return Decision(move, say("gives its weakest card back, {cards}", cards=faces(move.cards)))

    # Tricks

    def _price(self, suits: Suits, move: Move) -> tuple[int, int, int]:
        """What a card is worth keeping: its points, then trumps, then its rank."""
        card = only_card(move.cards)
        return points_of(move.cards), suits.trumps >> card & 1, suits.strength[card]

    def _out(self, state: KozelState, seat: Seat) -> Cards:
        """Cards that may still be played by others."""
        rules = self._rules
        gone = state.places[seat] | state.places[rules.table] | state.places[rules.taken] | state.places[rules.aside]
        return rules.all_cards & ~gone

    def _lead(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        suits, out = self._rules.suits(state), self._out(state, seat)
        sure = [move for move in choices if not suits.beaters[only_card(move.cards)] & out]
        if sure:
            move = max(sure, key=lambda move: points_of(move.cards))
            return Decision(move, say("nothing beats {cards} any more", cards=faces(move.cards)))
        move = min(choices, key=lambda move: self._price(suits, move))
        return Decision(move, say("leads its cheapest card, {cards}", cards=faces(move.cards)))

    def _follow(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        rules = self._rules
        suits = rules.suits(state)
        table = state.places[rules.table]
        beaters = suits.beaters[state.best]
        last = len(state.trick) == rules.seats - 1
        winners = [move for move in choices if move.cards & beaters]
        losers = [move for move in choices if not move.cards & beaters]
        ours = rules.side[state.winning] == rules.side[seat]
        captures = bool(rules.options.shamka_capture)
        shamok = [move for move in choices if move.cards >> SHAMOK & 1]
        if captures and shamok and table >> SHAMKA & 1 and self._laid_by_enemy(state, seat, SHAMKA):
            return Decision(shamok[0], say("catches the queen of clubs"))
        if captures and not last and not (table | state.places[rules.taken] | state.places[seat]) >> SHAMOK & 1:
            # The six of clubs is out, so the queen of clubs had better wait.
            winners = [move for move in winners if not move.cards >> SHAMKA & 1]
            losers = [move for move in losers if not move.cards >> SHAMKA & 1]
            if not winners and not losers:
                return Decision(choices[0], say("has no choice"))
        if ours and losers:
            if last or not beaters & self._out(state, seat):
                move = max(losers, key=lambda move: (points_of(move.cards), -self._price(suits, move)[1]))
                return Decision(move, say("gives the partner {cards}", cards=faces(move.cards)))
            move = min(losers, key=lambda move: self._price(suits, move))
            return Decision(move, say("leaves the trick to the partner, {cards}", cards=faces(move.cards)))
        taking = self._taking(state, seat, winners, last)
        if taking is not None:
            return Decision(taking, say("takes the trick with {cards}", cards=faces(taking.cards)))
        move = min(losers or winners, key=lambda move: self._price(suits, move))
        return Decision(move, say("gives as little as it can, {cards}", cards=faces(move.cards)))

    def _taking(self, state: KozelState, seat: Seat, winners: Sequence[Move], last: bool) -> Move | None:
        """The card to win the trick with, if it is worth one."""
        if not winners:
            return None
        suits, out = self._rules.suits(state), self._out(state, seat)
        at_stake = points_of(state.places[self._rules.table])
        plain = [move for move in winners if not move.cards & suits.trumps]
        trumps = [move for move in winners if move.cards & suits.trumps]
        if last:
            if plain:
                return max(plain, key=lambda move: points_of(move.cards))
            if at_stake >= WORTH_TAKING:
                return min(trumps, key=lambda move: self._strength(suits, move))
            return None
        safe = [move for move in winners if not suits.beaters[only_card(move.cards)] & out]
        if safe and at_stake >= WORTH_TAKING:
            return min(safe, key=lambda move: self._strength(suits, move))
        if trumps and at_stake >= WORTH_A_TRUMP:
            return max(trumps, key=lambda move: self._strength(suits, move))
        return None

    def _strength(self, suits: Suits, move: Move) -> int:
        return suits.strength[only_card(move.cards)]

    def _laid_by_enemy(self, state: KozelState, seat: Seat, card: Card) -> bool:
        """Whether this card of the trick was laid by another side."""
        laid_by = (state.leader + state.trick.index(card)) % self._rules.seats
        return self._rules.side[laid_by] != self._rules.side[seat]


def make(rules: Rules[Any]) -> Steady:
    """A player of Kozel."""
    assert isinstance(rules, KozelRules)
    return Steady(rules)
