"""The neutral baseline of Bura: weighs a trick's gain against the cards it costs, and counts its own points."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from cardtable.bots import Decision
from cardtable.bots.styles.bura.player import BuraLook, Player
from cardtable.cards import Card, Cards, bits
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.text import Text, faces, say, say_count
from cardtable.games.bura.beating import BEATERS, HIGHER, ORDER
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.state import BuraState
from cardtable.games.tricks import points_of

# Found by trial: players with these values beat players with others.
THROWN = 6.0
"""Roughly the points an opponent gives away on each card they cannot beat."""
INITIATIVE = 3.0
"""The value of having the lead, in points."""
TRUMP = 10.0
"""The value of keeping a trump while there are cards to draw."""
ENOUGH = 1000
"""The value of winning the deal."""


class Steady(Player):
    """Takes tricks worth their cards, leads cards that are hard to beat, claims when its count reaches the target."""

    def lead(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Leads the cards with the best expected gain."""
        others = self.rules.seats - 1
        state, places = look.state, look.state.places
        unseen = self.rules.all_cards & ~(look.hand | places[self.rules.table] | places[self.rules.taken])
        held = max(state.size(other) for other in range(self.rules.seats) if other != look.seat)

        def value(move: Move) -> float:
            cards = move.cards
            stands = 1.0
            for card in bits(cards):
                stands *= self._beaten(state, card, unseen, held)
            stands = (1 - stands) ** others
            wins = points_of(cards) + THROWN * cards.bit_count() * others + INITIATIVE
            return stands * wins - (1 - stands) * points_of(cards) - self.worth(look, cards)

        move = max(choices, key=lambda move: (value(move), -move.cards))
        if value(move) > 0:
            return Decision(move, say("leads {cards}, hard enough to beat", cards=faces(move.cards)))
        return Decision(move, say("leads {cards}, which it can best spare", cards=faces(move.cards)))

    def _beaten(self, state: BuraState, card: Card, unseen: Cards, held: int) -> float:
        """The probability that one of `held` cards drawn from the unseen ones beats this card."""
        all_unseen = unseen.bit_count()
        safe = all_unseen - (unseen & BEATERS[state.trump][card]).bit_count()
        return 1 - comb(safe, held) / comb(all_unseen, held) if all_unseen >= held else float(safe < all_unseen)

    def worth(self, look: BuraLook, cards: Cards) -> float:
        """The value of keeping cards in the hand, besides their points: trumps, and a little for rank."""
        trumps = cards & look.trumps
        return height(cards) / 10 + (TRUMP if look.state.stock else 1.0) * trumps.bit_count()

    def reply(self, look: BuraLook, choices: Sequence[Move]) -> Decision:
        """Takes the trick if it is worth the cards, else throws the cards it can best spare."""

        def value(move: Move) -> float:
            points = points_of(move.cards)
            if not look.takes(move):
                return -points - self.worth(look, move.cards)
            enough = ENOUGH if look.wins_deal(move) else 0
            return enough + look.laid + points + INITIATIVE - self.worth(look, move.cards)

        move = max(choices, key=lambda move: (value(move), -move.cards))
        return Decision(move, self._why(look.takes(move), look.laid + points_of(move.cards)))

    def _why(self, takes: bool, points: int) -> Text:
        if takes:
            return taken(points)
        return say("throws what it can best spare")


def taken(points: int) -> Text:
    """Says that a trick of this many card points is taken."""
    if not points:
        return say("takes an empty trick")
    return say_count("takes {count} point", "takes {count} points", points)


def height(cards: Cards) -> int:
    """The summed rank of the cards: 0 for a six up to 8 for an ace."""
    return sum(len(ORDER) - 1 - HIGHER[card].bit_count() for card in bits(cards))


def make(rules: AnyRules) -> Steady:
    """Creates a neutral player of Bura."""
    assert isinstance(rules, BuraRules)
    return Steady(rules)
