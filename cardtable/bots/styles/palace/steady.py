"""The neutral baseline of the ladder game: sheds cheap cards and gives up no place that it can hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardtable.bots import Decision
from cardtable.bots.covering import cheapest_covers
from cardtable.cards import PACK, RANK_CARDS, RANKS, SUIT_CARDS, SUITS, Card, Cards, bits, only_card, rank_of
from cardtable.engine.moves import Move, Seat
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces, Suit, Who, faces, say
from cardtable.games.palace import course
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.state import JOKERS, PalaceState

HIGH = sum(RANK_CARDS[RANKS.index("Q") :])
"""Queens, kings, aces and jokers: not thrown in."""


class Steady:
    """Attacks low, covers what it can, throws in cheap cards against players above it, and breaks no etiquette."""

    def __init__(self, rules: PalaceRules) -> None:
        self.rules = rules

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random. Shows no cards and leaves chores to others."""
        seat, state = seen
        assert isinstance(state, PalaceState)
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        hand = state.places[seat]
        match state.moment:
            case "vote":
                said = [suit for suit in state.votes if suit >= 0]
                suit = said[0] if said else 0
                return Decision(Move("vote", 0, suit), say("has nothing against {suit}", suit=Suit(suit)))
            case "trump":
                suit = max(range(len(SUITS)), key=lambda suit: strength(hand & SUIT_CARDS[suit]))
                return Decision(Move("trump", 0, suit), say("{suit} is its best suit", suit=Suit(suit)))
            case "choose":
                return self.victim(state, seat)
            case "attack":
                return self.attack(state, seat, choices, trumps)
            case "defend":
                return self.defend(state, seat, trumps)
            case "joker":
                attack = max(bits(state.uncovered), key=lambda card: price(card, trumps))
                return Decision(Move("joker_cover", 0, attack), say("the joker covers the highest"))
            case "throw":
                return self.throw(state, seat, choices, trumps)
            case "leave":
                return self.leave(state, seat)
        return Decision(Move(state.moment), say("does what is due"))

    def victim(self, state: PalaceState, seat: Seat) -> Decision:
        """As king, chooses whom to attack: the player in the lowest place gains least by beating the attack."""
        victim = course.victims(state, seat)[-1]
        return Decision(Move("choose", 0, victim), say("attacks the lowest, {who}", who=Who(victim)))

    def leave(self, state: PalaceState, seat: Seat) -> Decision:
        """As king, decides whether another player may throw in."""
        if state.defender == seat:
            return Decision(Move("refuse"), say("is the one attacked"))
        return Decision(Move("allow"), say("lets others be attacked"))

    def attack(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        """Attacks with the lowest rank, with all plain cards of it that fit."""
        attacks = [move for move in choices if move.verb == "attack"]
        single = min(
            (move for move in attacks if not move.cards & (move.cards - 1)),
            key=lambda move: price(only_card(move.cards), trumps),
        )
        if single.cards & (trumps | HIGH):
            return Decision(single, say("attacks with its lowest card, {cards}", cards=faces(single.cards)))
        rank = RANK_CARDS[rank_of(only_card(single.cards))]
        several = [move for move in attacks if not move.cards & (trumps | ~rank)]
        move = max(several, key=lambda move: (move.cards.bit_count(), -move.cards))
        return Decision(move, say("attacks low, with {cards}", cards=faces(move.cards)))

    def defend(self, state: PalaceState, seat: Seat, trumps: Cards) -> Decision:
        """Covers everything as cheaply as possible, with a joker if necessary, or takes."""
        hand = state.places[seat]
        found = self.cheapest(state, hand, state.trump)
        if found is not None:
            attack, card = min(found.items(), key=lambda pair: price(pair[1], trumps))
            return Decision(
                Move("cover", 1 << card, attack), say("covers with its cheapest, {card}", card=Faces((card,)))
            )
        for joker in bits(hand & JOKERS):
            for suit in range(len(SUITS)):
                if suit != state.trump and self.cheapest(state, hand, suit) is not None:
                    return Decision(
                        Move("joker", 1 << joker, suit + 1),
                        say("with {suit} as trumps it can beat all", suit=Suit(suit)),
                    )
        return Decision(Move("take"), say("cannot cover everything"))

    def cheapest(self, state: PalaceState, hand: Cards, trump: int) -> dict[Card, Card] | None:
        """The cheapest covers for all open cards with this trump suit; None if a card stays open."""
        beaters = self.rules.beaters[trump]
        trumps = SUIT_CARDS[trump]
        return cheapest_covers(
            {
                attack: sorted(bits(hand & beaters[attack]), key=lambda card: price(card, trumps))
                for attack in bits(state.uncovered)
            }
        )

    def throw(self, state: PalaceState, seat: Seat, choices: Sequence[Move], trumps: Cards) -> Decision:
        """Throws in a cheap card; asks for permission only against players above it."""
        cheap = ~(trumps | HIGH)
        above = state.ladder.index(state.defender) < state.ladder.index(seat)
        fitting = [move for move in choices if move.verb == "throw" and move.cards & cheap]
        if fitting:
            move = min(fitting, key=lambda move: price(only_card(move.cards), trumps))
            return Decision(move, say("adds what it can spare, {cards}", cards=faces(move.cards)))
        if above and Move("ask") in choices and self.rules.throwable(state, seat) & cheap:
            return Decision(Move("ask"), say("would like to throw in against {who}", who=Who(state.defender)))
        return Decision(Move("pass"), say("keeps its cards"))


def strength(cards: Cards) -> int:
    """A suit's worth as trumps: each card counts, high ones more."""
    return sum(10 + rank_of(card) for card in bits(cards))


def price(card: Card, trumps: Cards) -> int:
    """How much a card is worth keeping: plain cards by rank, then trumps, jokers above all."""
    if JOKERS >> card & 1:
        return card + 2000
    return card % PACK + (1000 if trumps >> card & 1 else 0)


def make(rules: AnyRules) -> Steady:
    """Creates a neutral player of the ladder game."""
    assert isinstance(rules, PalaceRules)
    return Steady(rules)
