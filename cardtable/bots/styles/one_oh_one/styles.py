"""The documented styles of 101: five ways in which people play it, by section 8 of the catalogue.

Where a style does not care, the card with more points goes first, then the suits in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from cardtable.bots import Decision
from cardtable.cards import RANKS, SUIT_CARDS, Card, Cards, bits, only_card, rank_of
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Suit, Text, faces, say
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.scoring import QUEEN_OF_SPADES, card_points, loser_points
from cardtable.games.one_oh_one.state import NAME, OneOhOneState
from cardtable.games.one_oh_one.tables import ADDS, ASKS_ACE, STRIKES

FEW = 3
"""With so few cards the next player is about to go out. To strike with three already, not only with two, is worth two
points in a hundred of the score, and the fingerprint leaves it open."""


class OneOhOneLook(NamedTuple):
    """One decision: what the player sees, and the moves by the card that they lay."""

    state: OneOhOneState
    seat: int
    hand: Cards
    laying: dict[Card, list[Move]]
    choices: Sequence[Move]

    @property
    def cards(self) -> Cards:
        """The cards that may be laid now."""
        return sum(1 << card for card in self.laying)

    def rest(self, card: Card) -> Cards:
        """What is left in the hand once this card lies on the pile."""
        return self.hand & ~(1 << card)

    def may(self, verb: str) -> Move | None:
        """The move of this verb that lays no particular card, where it is legal."""
        return next((move for move in self.choices if move.verb == verb and not move.cards), None)


class Documented:
    """What the styles share: who can go out does, and who need not draw, pass or decline does not."""

    def __init__(self, rules: OneOhOneRules) -> None:
        self.rules = rules
        self.points = tuple(card_points(rules.options, 1 << card) for card in range(len(RANKS) * len(SUIT_CARDS)))

    def choose(self, seen: Observation, choices: Sequence[Move], rng: Random) -> Decision:
        """Decides by rule, never at random."""
        state = seen.state
        assert isinstance(state, OneOhOneState)
        laying: dict[Card, list[Move]] = {}
        for move in choices:
            if move.cards:
                laying.setdefault(only_card(move.cards), []).append(move)
        look = OneOhOneLook(state, seen.seat, state.places[seen.seat], laying, choices)
        dump = look.may("dump")
        if dump:
            return Decision(dump, say("goes out with the whole hand"))
        if not laying:
            return Decision(choices[0], _NO_CHOICE[choices[0].verb])
        if state.step == NAME:
            move = self.order(choices, look.hand)
            return Decision(move, self.order_reason(Suit(move.arg - 1)))
        return self.rather(look) or self._lay(look)

    def _lay(self, look: OneOhOneLook) -> Decision:
        card, why = self.card(look)
        if not look.rest(card):
            why = say("lays its last card, {cards}", cards=faces(1 << card))
        elif len(look.laying) == 1:
            why = say("has no other card that fits than {cards}", cards=faces(1 << card))
        moves = look.laying[card]
        if not moves[0].arg:
            return Decision(moves[0], why)
        move = self.order(moves, look.rest(card))
        return Decision(move, say("{why}; {order}", why=why, order=self.order_reason(Suit(move.arg - 1))))

    # What a style wants

    def rather(self, look: OneOhOneLook) -> Decision | None:
        """What it does instead of laying a card that it could lay; None: nothing."""
        return None

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """The card to lay, and why."""
        card = self.dearest(look.laying)
        return card, say("gets rid of {cards}, its dearest card that fits", cards=faces(1 << card))

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """Which of these orders to give with `rest` left in the hand: here its longest suit.

        Of equals the one that most of the hand could follow, which is that with fewer cards that fit anyway.
        """

        def held(move: Move) -> tuple[int, int, int, int]:
            suit = rest & SUIT_CARDS[move.arg - 1]
            followers = rest & self.rules.obeying[move.arg - 1]
            return suit.bit_count(), followers.bit_count(), self.worth(suit), -move.arg

        return max(moves, key=held)

    def order_reason(self, suit: Suit) -> Text:
        """Why it orders the suit that it orders."""
        return say("orders {suit}, its longest suit", suit=suit)

    # What cards are worth

    def worth(self, cards: Cards) -> int:
        """The points of these cards (O-27)."""
        return sum(self.points[card] for card in bits(cards))

    def dearest(self, cards: Iterable[Card]) -> Card:
        """The card with most points; of equals the first suit, then the higher rank."""
        return max(cards, key=self.dear)

    def dear(self, card: Card) -> tuple[int, int, int]:
        """By what cards are ordered where a style does not care."""
        return self.points[card], -(card & 3), rank_of(card)


_NO_CHOICE = {
    "draw": say("has no card that fits"),
    "pass": say("has nothing to lay"),
    "skip": say("has no ace"),
    "take": say("holds no seven to add"),
    "decline": say("has nothing to cover the ace with"),
}


class Unloader(Documented):
    """Lays the card with the most points, and orders the suit in which it holds the most."""

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """The suit with most points, however many cards they are."""
        return max(moves, key=lambda move: (self.worth(rest & SUIT_CARDS[move.arg - 1]), -move.arg))

    def order_reason(self, suit: Suit) -> Text:
        """As it orders."""
        return say("orders {suit}, where most of its points are", suit=suit)


class LadyKeeper(Documented):
    """Lays a queen only when nothing else fits, that of spades last of all, so as to go out with one.

    Where jacks order a suit it keeps those: there a queen is worth nothing as last card, and hardly anything goes on
    it. Who keeps queens there wins 37 matches of a hundred against who keeps jacks.
    """

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """Nothing that orders a suit; then not the queen of spades."""
        ladies = self.rules.order_cards
        if look.cards & ~ladies:
            card = self.dearest(bits(look.cards & ~ladies))
            if look.hand & ladies:
                return card, say("keeps {cards} for the end", cards=faces(look.hand & ladies))
            return card, say("gets rid of {cards}, its dearest card that fits", cards=faces(1 << card))
        card = self.dearest(bits(look.cards & ~QUEEN_OF_SPADES or look.cards))
        return card, say("has nothing else that fits and parts with {cards}", cards=faces(1 << card))

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """The longest suit but for what it keeps."""
        return super().order(moves, rest & ~self.rules.order_cards)


class Harasser(Documented):
    """Saves the cards that cost the next player cards or the turn, and lays the strongest when they have few cards."""

    def __init__(self, rules: OneOhOneRules) -> None:
        super().__init__(rules)
        effects = rules.effects
        self._strikes = sum(1 << card for card in rules.deck if effects[card].kind in (STRIKES, ASKS_ACE, ADDS))

    def _force(self, card: Card) -> tuple[int, bool, bool]:
        """How hard a card strikes: the cards that it costs, then the turn, which an ace may ward off (O-13 to O-19)."""
        effect = self.rules.effects[card]
        asks = effect.kind == ASKS_ACE
        return effect.draws, effect.skips or asks, not asks

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """Strikes, or anything else first."""
        strikes = bits(look.cards & self._strikes)
        others = look.cards & ~self._strikes
        next_seat = self.rules.after[look.state.active][look.seat]
        if strikes and look.state.size(next_seat) <= FEW:
            card = max(strikes, key=lambda card: (self._force(card), self.dear(card)))
            return card, say("strikes the next player, who is about to go out, with {cards}", cards=faces(1 << card))
        if not others:
            card = min(strikes, key=lambda card: (self._force(card), -self.points[card], card & 3))
            return card, say("has to spend {cards}, the weakest of its strong cards that fit", cards=faces(1 << card))
        plain = others & ~self.rules.order_cards or others
        card = self.dearest(bits(plain))
        saved = look.hand & self._strikes
        if saved:
            return card, say("saves {cards} till the next player has few cards", cards=faces(saved))
        return card, say("gets rid of {cards}, its dearest card that fits", cards=faces(1 << card))


class SuitSteerer(Documented):
    """Lays the card on which most of its other cards could follow, and orders its longest suit."""

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """The one with most followers in the hand, by O-08."""
        followers = {card: self._followers(look, card) for card in look.laying}
        card = max(followers, key=lambda card: (followers[card].bit_count(), self.dear(card)))
        if not followers[card]:
            return card, say("can follow none of its cards that fit, and gets rid of {cards}", cards=faces(1 << card))
        return card, say("can follow {cards} with {others}", cards=faces(1 << card), others=faces(followers[card]))

    def _followers(self, look: OneOhOneLook, card: Card) -> Cards:
        moves, rest = look.laying[card], look.rest(card)
        if not moves[0].arg:
            return rest & self.rules.fitting[card]
        return rest & self.rules.obeying[self.order(moves, rest).arg - 1]


class ResetSeeker(Unloader):
    """Would rather have its total fall back to nothing than save points: keeps a hand that brings it to the limit."""

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """A card that leaves exactly what is missing to the limit; else the costliest."""
        options = self.rules.options
        if options.exact_resets:
            missing = options.limit - look.state.totals[look.seat]
            exact = [card for card in look.laying if loser_points(options, look.rest(card)) == missing]
            if exact:
                card = self.dearest(exact)
                return card, say("keeps exactly the {count} points that bring its total back to nothing", count=missing)
        return super().card(look)


def _rules(rules: AnyRules) -> OneOhOneRules:
    assert isinstance(rules, OneOhOneRules)
    return rules


def lady_keeper(rules: AnyRules) -> LadyKeeper:
    """A player of 101 who saves their queens."""
    return LadyKeeper(_rules(rules))


def unloader(rules: AnyRules) -> Unloader:
    """A player of 101 who gets rid of points."""
    return Unloader(_rules(rules))


def harasser(rules: AnyRules) -> Harasser:
    """A player of 101 who saves their blows."""
    return Harasser(_rules(rules))


def suit_steerer(rules: AnyRules) -> SuitSteerer:
    """A player of 101 who makes the suit their own."""
    return SuitSteerer(_rules(rules))


def reset_seeker(rules: AnyRules) -> ResetSeeker:
    """A player of 101 who counts their way to the limit."""
    return ResetSeeker(_rules(rules))
