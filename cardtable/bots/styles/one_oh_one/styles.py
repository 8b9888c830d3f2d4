"""The documented styles of 101: five ways in which people play it, from section 8 of the catalogue.

Where a style has no preference, the card with more points goes first, then suits in pack order.
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
"""The next player is about to go out with this many cards. Striking at three cards, not only at two, gains two points
in a hundred of the score; the style's fingerprint leaves it open.
"""


class OneOhOneLook(NamedTuple):
    """A decision as its player sees it, with the moves grouped by the card they play."""

    state: OneOhOneState
    seat: int
    hand: Cards
    laying: dict[Card, list[Move]]
    choices: Sequence[Move]

    @property
    def cards(self) -> Cards:
        """The cards that may be played now."""
        return sum(1 << card for card in self.laying)

    def rest(self, card: Card) -> Cards:
        """The hand without this card."""
        return self.hand & ~(1 << card)

    def may(self, verb: str) -> Move | None:
        """The legal move with this verb and no particular card, if any."""
        return next((move for move in self.choices if move.verb == verb and not move.cards), None)


class Documented:
    """The common part of the styles: go out if possible, and never draw, pass or decline without need."""

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

    # Preferences of a style

    def rather(self, look: OneOhOneLook) -> Decision | None:
        """An alternative to playing a card that fits; None to play one."""
        return None

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """The card to play, and the reason."""
        card = self.dearest(look.laying)
        return card, say("gets rid of {cards}, its dearest card that fits", cards=faces(1 << card))

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """The suit to order with `rest` left in the hand; by default the longest.

        Of equal ones, the suit that most of the hand could follow, which leaves fewer cards that fit anyway.
        """

        def held(move: Move) -> tuple[int, int, int, int]:
            suit = rest & SUIT_CARDS[move.arg - 1]
            followers = rest & self.rules.obeying[move.arg - 1]
            return suit.bit_count(), followers.bit_count(), self.worth(suit), -move.arg

        return max(moves, key=held)

    def order_reason(self, suit: Suit) -> Text:
        """The reason for ordering this suit."""
        return say("orders {suit}, its longest suit", suit=suit)

    # Card values

    def worth(self, cards: Cards) -> int:
        """The points of these cards (O-27)."""
        return sum(self.points[card] for card in bits(cards))

    def dearest(self, cards: Iterable[Card]) -> Card:
        """The card with the most points; of equals the first suit, then the higher rank."""
        return max(cards, key=self.dear)

    def dear(self, card: Card) -> tuple[int, int, int]:
        """The sort key of cards where a style has no preference."""
        return self.points[card], -(card & 3), rank_of(card)


_NO_CHOICE = {
    "draw": say("has no card that fits"),
    "pass": say("has nothing to lay"),
    "skip": say("has no ace"),
    "take": say("holds no seven to add"),
    "decline": say("has nothing to cover the ace with"),
}


class Unloader(Documented):
    """Plays the card with the most points, and orders the suit in which it holds most points."""

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """The suit with the most points, however few cards that is."""
        return max(moves, key=lambda move: (self.worth(rest & SUIT_CARDS[move.arg - 1]), -move.arg))

    def order_reason(self, suit: Suit) -> Text:
        """The reason for ordering this suit."""
        return say("orders {suit}, where most of its points are", suit=suit)


class LadyKeeper(Documented):
    """Plays a queen only when nothing else fits, the queen of spades last of all, so as to go out with one.

    Where jacks order a suit it keeps jacks instead: a queen is then worth nothing as the last card, and hardly anything
    can follow it. There a keeper of queens wins 37 matches in a hundred against a keeper of jacks.
    """

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """Any card but those that order a suit; then any but the queen of spades."""
        ladies = self.rules.order_cards
        if look.cards & ~ladies:
            card = self.dearest(bits(look.cards & ~ladies))
            if look.hand & ladies:
                return card, say("keeps {cards} for the end", cards=faces(look.hand & ladies))
            return card, say("gets rid of {cards}, its dearest card that fits", cards=faces(1 << card))
        card = self.dearest(bits(look.cards & ~QUEEN_OF_SPADES or look.cards))
        return card, say("has nothing else that fits and parts with {cards}", cards=faces(1 << card))

    def order(self, moves: Sequence[Move], rest: Cards) -> Move:
        """The longest suit, not counting the cards it keeps."""
        return super().order(moves, rest & ~self.rules.order_cards)


class Harasser(Documented):
    """Saves the cards that make the next player draw or lose a turn; plays the strongest when they have few cards."""

    def __init__(self, rules: OneOhOneRules) -> None:
        super().__init__(rules)
        effects = rules.effects
        self._strikes = sum(1 << card for card in rules.deck if effects[card].kind in (STRIKES, ASKS_ACE, ADDS))

    def _force(self, card: Card) -> tuple[int, bool, bool]:
        """The force of a strike: cards drawn, then a missed turn, better if no ace can avert it (O-13 to O-19)."""
        effect = self.rules.effects[card]
        asks = effect.kind == ASKS_ACE
        return effect.draws, effect.skips or asks, not asks

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """The strongest strike against a player with few cards; until then any other card first."""
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
    """Plays the card that most of its other cards could follow, and orders its longest suit."""

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """The card with the most followers in the hand, by O-08."""
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
    """Prefers a reset of its total to saving points: keeps a hand that brings it exactly to the limit."""

    def card(self, look: OneOhOneLook) -> tuple[Card, Text]:
        """A card that leaves exactly the points missing to the limit; else the costliest."""
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
    """Creates a player of 101 that saves its queens."""
    return LadyKeeper(_rules(rules))


def unloader(rules: AnyRules) -> Unloader:
    """Creates a player of 101 that sheds points."""
    return Unloader(_rules(rules))


def harasser(rules: AnyRules) -> Harasser:
    """Creates a player of 101 that saves its strikes."""
    return Harasser(_rules(rules))


def suit_steerer(rules: AnyRules) -> SuitSteerer:
    """Creates a player of 101 that steers the suit."""
    return SuitSteerer(_rules(rules))


def reset_seeker(rules: AnyRules) -> ResetSeeker:
    """Creates a player of 101 that tries to hit the limit exactly."""
    return ResetSeeker(_rules(rules))
