"""The styles of the ladder of the court (section 8 of the catalogue).

A style's friend follows from a rule, not from an agreement: the courtier's is the current king, the kingmaker's the
player sitting half-way round the table.

Mean places over whole matches of `palace_ladder` (1 for king, 0 for stablehand), 200 decks from every seat, each ±
0.016: usurper 0.706, steady 0.524, suspicious_king 0.513, loyal_courtier 0.415, kingmaker 0.342, measured by

    arena palace_ladder --deals 1000 --seed 7000 --bots steady,loyal_courtier,usurper,suspicious_king,kingmaker
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots import Bot, Decision
from cardtable.bots.styles.palace.steady import HIGH, Steady, price
from cardtable.cards import RANK_MATES, SUIT_CARDS, Cards, bits, only_card
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text, Who, faces, say
from cardtable.games.palace import course
from cardtable.games.palace.rules import ASK, PalaceRules
from cardtable.games.palace.state import JOKERS, PalaceState

FEW_CARDS: Final = 2
"""A climber is dangerous with a hand at least this many cards smaller than any other."""


class LoyalCourtier(Steady):
    """Serves the current king: never harms them, and leaves them their throw-ins."""

    def throw(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        if state.defender == state.king:
            return Decision(Move("pass"), say("throws nothing in against the king"))
        if ASK in choices:
            kings = state.places[state.king]
            spare = [
                card
                for card in bits(self.rules.throwable(state, seat) & ~(trumps | HIGH | JOKERS))
                if not RANK_MATES[card] & kings
            ]
            if spare and state.ladder.index(state.defender) < state.ladder.index(seat):
                return Decision(ASK, say("would throw in what the king is not known to have"))
            return Decision(Move("pass"), say("leaves it to the king"))
        return super().throw(state, seat, choices, trumps)

    def attack(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        if state.defender != state.king:
            return super().attack(state, seat, choices, trumps)
        return _lowest(choices, trumps, say("has to attack the king, and does it as gently as can be"))

    def defend(self, state: PalaceState, seat: Seat, trumps: Cards) -> Decision:
        """Takes, and loses a place, rather than beat an attack right below the king and have to attack them."""
        if state.king != seat and state.climbs and course.next_up(state, seat) == state.king:
            return Decision(Move("take"), say("takes rather than attack the king"))
        return super().defend(state, seat, trumps)


class Usurper(Steady):
    """Saves its trumps for the king, and throws in whatever else it can."""

    def attack(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        attacks = [move for move in choices if move.verb == "attack"]
        plain = [move for move in attacks if not move.cards & trumps]
        if state.defender != state.king or not state.climbs:
            return super().attack(state, seat, plain or attacks, trumps)

        def force(move: Move) -> tuple[int, int]:
            return move.cards.bit_count(), max(price(card, trumps) for card in bits(move.cards))

        move = max(attacks, key=force)
        return Decision(move, say("strikes at the king with {cards}", cards=faces(move.cards)))

    def throw(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        kept = 0 if state.defender == state.king and state.attacker == seat else trumps
        fitting = [move for move in choices if move.verb == "throw" and not move.cards & kept]
        if fitting:
            move = min(fitting, key=lambda move: price(only_card(move.cards), trumps))
            return Decision(move, say("throws in whatever it may, {cards}", cards=faces(move.cards)))
        if ASK in choices and self.rules.throwable(state, seat) & ~(kept | JOKERS):
            return Decision(ASK, say("would like to throw in against {who}", who=Who(state.defender)))
        return Decision(Move("pass"), say("keeps its trumps for the king"))


class SuspiciousKing(Steady):
    """As king, lets others throw in only against players who may soon unseat it."""

    def leave(self, state: PalaceState, seat: Seat) -> Decision:
        if state.defender == seat:
            return Decision(Move("refuse"), say("is the one attacked"))
        if state.defender == state.ladder[1]:
            return Decision(Move("allow"), say("fears {who}, who is next to the throne", who=Who(state.defender)))
        if state.defender == strongest_climber(self.rules, state):
            return Decision(Move("allow"), say("fears {who}, who has few cards left", who=Who(state.defender)))
        return Decision(Move("refuse"), say("has nothing to fear from {who}", who=Who(state.defender)))


class Kingmaker(Steady):
    """Has a friend, lifts them, and is content to stay below them."""

    def friend(self, seat: Seat) -> Seat:
        """The player sitting half-way round the table."""
        return (seat + self.rules.seats // 2) % self.rules.seats

    def victim(self, state: PalaceState, seat: Seat) -> Decision:
        others = [other for other in course.victims(state, seat) if other != self.friend(seat)]
        if not others:
            return super().victim(state, seat)
        victim = others[-1]
        return Decision(Move("choose", 0, victim), say("spares its friend, and attacks {who}", who=Who(victim)))

    def attack(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        if state.defender != self.friend(seat):
            return super().attack(state, seat, choices, trumps)
        return _lowest(choices, trumps, say("has to attack its friend, and does it as gently as can be"))

    def defend(self, state: PalaceState, seat: Seat, trumps: Cards) -> Decision:
        friend = self.friend(seat)
        if state.climbs and state.attacker == friend:
            return Decision(Move("take"), say("takes, so that {who} may climb", who=Who(friend)))
        return super().defend(state, seat, trumps)

    def throw(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        friend = self.friend(seat)
        if state.defender == friend:
            return Decision(Move("pass"), say("throws nothing in against its friend"))
        ladder = state.ladder
        lift = ladder.index(state.defender) < ladder.index(friend) < ladder.index(seat) and course.active(state, friend)
        if not (lift and self._strong(state, seat, trumps)):
            return super().throw(state, seat, choices, trumps)
        fitting = [move for move in choices if move.verb == "throw"]
        if fitting:
            move = min(fitting, key=lambda move: price(only_card(move.cards), trumps))
            return Decision(move, say("clears the way of {who} with {cards}", who=Who(friend), cards=faces(move.cards)))
        if ASK in choices:
            return Decision(ASK, say("would like to throw in for {who}", who=Who(friend)))
        return Decision(Move("pass"), say("has nothing to throw in"))

    def leave(self, state: PalaceState, seat: Seat) -> Decision:
        if state.defender == self.friend(seat):
            return Decision(Move("refuse"), say("spares its friend"))
        return super().leave(state, seat)

    def _strong(self, state: PalaceState, seat: Seat, trumps: Cards) -> bool:
        """Whether it holds more than its share of the trumps still in play."""
        if state.trump < 0:
            return False
        held = (state.places[seat] & trumps).bit_count()
        gone = (state.places[self.rules.discard] & trumps).bit_count()
        playing = sum(course.active(state, other) for other in state.ladder)
        left = (self.rules.all_cards & SUIT_CARDS[state.trump]).bit_count() - gone
        return held * playing >= left


def strongest_climber(rules: PalaceRules, state: PalaceState) -> Seat:
    """The player below the king who is nearest to going out, if by a clear margin; else -1."""
    sizes = sorted((state.size(seat), seat) for seat in state.ladder[1:] if course.active(state, seat))
    if len(sizes) > 1 and sizes[0][0] + FEW_CARDS <= sizes[1][0]:
        return sizes[0][1]
    return -1


def _lowest(choices: Sequence[Move], trumps: Cards, why: Text) -> Decision:
    """The attack with the lowest single card."""
    singles = [move for move in choices if move.verb == "attack" and not move.cards & (move.cards - 1)]
    return Decision(min(singles, key=lambda move: price(only_card(move.cards), trumps)), why)


def loyal_courtier(rules: AnyRules) -> Bot:
    """Creates a player that serves the king."""
    assert isinstance(rules, PalaceRules)
    return LoyalCourtier(rules)


def usurper(rules: AnyRules) -> Bot:
    """Creates a player that wants the throne."""
    assert isinstance(rules, PalaceRules)
    return Usurper(rules)


def suspicious_king(rules: AnyRules) -> Bot:
    """Creates a player that trusts nobody near its throne."""
    assert isinstance(rules, PalaceRules)
    return SuspiciousKing(rules)


def kingmaker(rules: AnyRules) -> Bot:
    """Creates a player that lifts a friend."""
    assert isinstance(rules, PalaceRules)
    return Kingmaker(rules)
