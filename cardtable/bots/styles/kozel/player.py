"""The decisions of a Kozel player: the frame shared by all styles, and the preferences in which they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from cardtable.bots import Decision
from cardtable.cards import RANK_CARDS, RANKS, SUIT_CARDS, Card, Cards, only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, faces, say
from cardtable.games.kozel.calls import EXECUTED_CALLS
from cardtable.games.kozel.cards import SHAMKA, SHAMOK
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.state import KozelState
from cardtable.games.tricks import Suits, points_of

JACKS: Cards = RANK_CARDS[RANKS.index("J")]
GOOD_PRAISE = 15
"""With this many card points won in a praise, it does not ask for another deal."""


@dataclass(frozen=True, slots=True)
class Wants:
    """A style's preferences about tricks. The defaults are the neutral baseline."""

    worth_a_trump: int = 10
    """Card points in a trick that make it worth a trump before all have played."""
    worth_taking: int = 4
    """Card points for which the last player spends a trump on a trick, or anyone an unbeatable card."""
    collects_from: int | None = None
    """Card points from which it takes an opponents' trick whenever possible, as cheaply as possible; poorer tricks are
    left to them with the emptiest card. None to weigh every trick.
    """
    jacks_first: bool = False
    """Prefers to take with a jack."""
    leads: Literal["sure", "empty", "top"] = "sure"
    """The lead: "sure" is an unbeatable card, else its cheapest; "empty" always its cheapest; "top" an unbeatable card,
    then the highest of a plain suit, which only a trump beats, before its cheapest.
    """
    spares_shamka: bool = False
    """Never plays the queen of clubs where she may be caught, if there is another card (K-17, K-25)."""
    saves_shamok: bool = False
    """Saves the card that catches the queen of clubs for her (K-17, K-25)."""


class Player:
    """Decides by rule, never at random; knows its partner, and counts the cards still out."""

    def __init__(self, rules: KozelRules, wants: Wants) -> None:
        self._rules = rules
        self._wants = wants
        self._by_verb: dict[str, Callable[[KozelState, Seat, Sequence[Move]], Decision]] = {
            "cut": self._cut,
            "lay": self._lay,
            "call_redeal": self._call,
            "repraise": self._deal_again,
            "offer": self._offer,
            "keep": self._offer,
            "return": self._return,
            "name": self._name,
        }

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Returns one of the choices and the reason."""
        state, seat = seen.state, seen.seat
        assert isinstance(state, KozelState)
        decide = self._by_verb.get(choices[0].verb)
        if decide is not None:
            return decide(state, seat, choices)
        if len(choices) > 1 and self._rules.options.shamka_capture:
            caught = self._catch(state, seat, choices)
            if caught is not None:
                return caught
            choices = self._kept_back(state, seat, choices)
        if not state.trick:
            return self._lead(state, seat, choices)
        return self._follow(state, seat, choices)

    # Before the play

    def _cut(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        cuts = [move for move in choices if move.verb == "cut"]
        return Decision(cuts[len(cuts) // 2], say("cuts in the middle"))

    def _lay(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """The boaster lays a card that wins its column; their partner adds points, the others as few as possible
        (K-10).
        """
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
        """Makes no third call when its own team deals: it would cost that team (K-09)."""
        own_deal = self._rules.side[state.dealer] == self._rules.side[seat]
        if own_deal and state.calls >= EXECUTED_CALLS and self._rules.options.redeal_penalty:
            return Decision(Move("no_call"), say("does not pay for another deal"))
        return Decision(Move("call_redeal"), say("no queens to play with"))

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

    def _name(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        """The suit it holds most of, not counting cards that are always trumps; of equal ones the one with more points
        (K-29).
        """
        hand = state.places[seat] & ~(JACKS | 1 << SHAMOK)

        def held(move: Move) -> tuple[int, int]:
            suit = hand & SUIT_CARDS[move.arg]
            return suit.bit_count(), points_of(suit)

        move = max(choices, key=held)
        return Decision(move, say("names {suit}, its longest suit", suit=Suit(move.arg)))

    # The queen of clubs and the card that catches her

    def _catch(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision | None:
        """Plays the six of clubs (or the seven) on an opponent's queen of clubs (K-17, K-25)."""
        if state.places[self._rules.table] >> SHAMKA & 1 and self._laid_by_enemy(state, seat, SHAMKA):
            for move in choices:
                if move.cards >> self._rules.shamok & 1:
                    return Decision(move, say("catches the queen of clubs"))
        return None

    def _kept_back(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Sequence[Move]:
        """The choices without the cards the style is saving, unless no others are left."""
        kept: Cards = 0
        out = self._out(state, seat)
        if self._wants.saves_shamok and out >> SHAMKA & 1:
            kept |= 1 << self._rules.shamok
        if self._wants.spares_shamka:
            shamok = self._rules.shamok
            laid = state.places[self._rules.table] >> shamok & 1 and self._laid_by_enemy(state, seat, shamok)
            if laid or (out >> shamok & 1 and self._opponents_to_come(state, seat)):
                kept |= 1 << SHAMKA
        return [move for move in choices if not move.cards & kept] or choices

    def _laid_by_enemy(self, state: KozelState, seat: Seat, card: Card) -> bool:
        """Whether another side played this card of the trick."""
        laid_by = (state.leader + state.trick.index(card)) % self._rules.seats
        return self._rules.side[laid_by] != self._rules.side[seat]

    # Tricks

    def _price(self, suits: Suits, move: Move) -> tuple[int, int, int]:
        """The value of keeping a card: its points, then trumps, then its rank."""
        card = only_card(move.cards)
        return points_of(move.cards), suits.trumps >> card & 1, suits.strength[card]

    def _strength(self, suits: Suits, move: Move) -> int:
        return suits.strength[only_card(move.cards)]

    def _out(self, state: KozelState, seat: Seat) -> Cards:
        """The cards that others may still play."""
        rules = self._rules
        gone = state.places[seat] | state.places[rules.table] | state.places[rules.taken] | state.places[rules.aside]
        return rules.all_cards & ~gone

    def _opponents_to_come(self, state: KozelState, seat: Seat) -> list[Seat]:
        """The opponents who play to this trick after this seat."""
        rules = self._rules
        after = rules.clockwise_from[seat][1 : rules.seats - len(state.trick)]
        return [other for other in after if rules.side[other] != rules.side[seat]]

    def _lead(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        suits, out = self._rules.suits(state), self._out(state, seat)
        leads = self._wants.leads
        sure = [move for move in choices if leads != "empty" and not suits.beaters[only_card(move.cards)] & out]
        if sure:
            move = max(sure, key=lambda move: points_of(move.cards))
            return Decision(move, say("nothing beats {cards} any more", cards=faces(move.cards)))
        ruffed = [move for move in choices if not suits.beaters[only_card(move.cards)] & out & ~suits.trumps]
        top = [move for move in ruffed if leads == "top" and move.cards & suits.plain]
        if top:
            move = max(top, key=lambda move: points_of(move.cards))
            return Decision(move, say("only a trump beats {cards}", cards=faces(move.cards)))
        move = min(choices, key=lambda move: self._price(suits, move))
        return Decision(move, say("leads its cheapest card, {cards}", cards=faces(move.cards)))

    def _follow(self, state: KozelState, seat: Seat, choices: Sequence[Move]) -> Decision:
        rules = self._rules
        suits = rules.suits(state)
        beaters = suits.beaters[state.best]
        last = len(state.trick) == rules.seats - 1
        winners = [move for move in choices if move.cards & beaters]
        losers = [move for move in choices if not move.cards & beaters]
        if rules.options.shamka_capture and not last and self._out(state, seat) >> rules.shamok & 1:
            # The card that catches the queen of clubs is still out, so she had better wait.
            winners = [move for move in winners if not move.cards >> SHAMKA & 1]
            losers = [move for move in losers if not move.cards >> SHAMKA & 1]
            if not winners and not losers:
                return Decision(choices[0], say("has no choice"))
        if rules.side[state.winning] == rules.side[seat] and losers:
            if last or not beaters & self._out(state, seat):
                move = max(losers, key=lambda move: (points_of(move.cards), -self._price(suits, move)[1]))
                return Decision(move, say("gives the partner {cards}", cards=faces(move.cards)))
            move = min(losers, key=lambda move: self._price(suits, move))
            return Decision(move, say("leaves the trick to the partner, {cards}", cards=faces(move.cards)))
        if self._wants.collects_from is not None:
            return self._collect(state, seat, winners, losers)
        taking = self._taking(state, seat, winners, last)
        if taking is not None:
            return Decision(taking, say("takes the trick with {cards}", cards=faces(taking.cards)))
        move = min(losers or winners, key=lambda move: self._price(suits, move))
        return Decision(move, say("gives as little as it can, {cards}", cards=faces(move.cards)))

    def _taking(self, state: KozelState, seat: Seat, winners: Sequence[Move], last: bool) -> Move | None:
        """The card to win the trick with, if the trick is worth one."""
        if not winners:
            return None
        suits = self._rules.suits(state)
        at_stake = points_of(state.places[self._rules.table])
        plain = [move for move in winners if not move.cards & suits.trumps]
        trumps = [move for move in winners if move.cards & suits.trumps]
        if last:
            if plain:
                return max(plain, key=lambda move: points_of(move.cards))
            if at_stake >= self._wants.worth_taking:
                return min(trumps, key=lambda move: self._strength(suits, move))
            return None
        out = self._out(state, seat)
        safe = [move for move in winners if not suits.beaters[only_card(move.cards)] & out]
        if safe and at_stake >= self._wants.worth_taking:
            return min(safe, key=lambda move: self._strength(suits, move))
        if trumps and at_stake >= self._wants.worth_a_trump:
            return max(trumps, key=lambda move: self._strength(suits, move))
        return None

    def _collect(self, state: KozelState, seat: Seat, winners: Sequence[Move], losers: Sequence[Move]) -> Decision:
        """Takes an opponents' trick that is worth it with its weakest winner, else plays its emptiest card."""
        suits = self._rules.suits(state)
        jacks = JACKS & suits.trumps if self._wants.jacks_first else 0
        at_stake = points_of(state.places[self._rules.table])
        assert self._wants.collects_from is not None
        if winners and (at_stake >= self._wants.collects_from or not losers):
            move = min(
                winners,
                key=lambda move: (not move.cards & jacks, move.cards & suits.trumps != 0, self._strength(suits, move)),
            )
            return Decision(move, say("takes the trick with {cards}", cards=faces(move.cards)))
        empty = [*losers, *winners]
        fewest = min(points_of(move.cards) for move in empty)
        # Losers come first: an empty winner is played only if no loser is as empty.
        lost = [move for move in losers if points_of(move.cards) == fewest]
        move = min(lost or winners, key=lambda move: self._price(suits, move))
        return Decision(move, say("gives as little as it can, {cards}", cards=faces(move.cards)))
