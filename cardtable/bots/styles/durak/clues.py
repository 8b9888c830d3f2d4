"""What the play in Durak reveals about the other hands: a player who leads a nine hardly holds a six, and so on.

Clues come from the events of the deal as its observer saw them, and they are guesses: nobody is bound to play like
that. A search deals the hidden cards accordingly, so that it looks more often at likely hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.bots.styles.durak.foresight import MODELLED
from cardtable.bots.styles.durak.hand import COURT, Prices
from cardtable.cards import RANK_MATES, SUIT_CARDS, Card, Cards, bits
from cardtable.engine.moves import Event, Seat
from cardtable.engine.state import Observation, Odds
from cardtable.games.durak.options import HAND
from cardtable.games.durak.ranking import JOKERS
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

READABLE: Final = MODELLED - {"pass_hands"} | {
    "transfer",
    "transfer_first_bout",
    "transfer_over_trump",
    "late_transfer",
    "travel_card",
    "travel_scope",
    "travel_again",
}
"""The house rules under which clues hold: not where hands are passed round, nor where cheating is allowed."""
Rarer = tuple[float, float, float]
"""The factors by which a clue changes the odds of holding a card: a plain card up to the jack, a plain court card, a
trump.

Fitted to deals of the documented styles and of the expert, which has no habits: what they all have in common.
"""
LED: Final[Rarer] = (0.25, 0.6, 1.0)
"""For cards below a single card that was led."""
MATES: Final[Rarer] = (0.25, 0.35, 1.0)
"""For cards of the led rank that were not led with it."""
PASSED: Final[Rarer] = (0.06, 0.3, 0.85)
"""For cards that could have been thrown in but were not."""
COVERED: Final[Rarer] = (0.2, 0.3, 0.2)
"""For cheaper cards that could have covered: plain on plain or trump on trump."""
TRUMPED: Final[Rarer] = (0.15, 0.3, 0.4)
"""For cards that could have covered a plain card and are cheaper than the trump spent on it."""
TAKEN: Final[Rarer] = (0.1, 0.3, 0.7)
"""For cards that could have covered a single attack card that was taken."""


class Clues:
    """What the play of one deal tells its observer about the other hands."""

    def __init__(self, rules: DurakRules, prices: Prices, seen: Observation) -> None:
        state = seen.state
        assert isinstance(state, DurakState)
        self._rules = rules
        self._state = state
        self._prices = prices[state.trump]
        self._trumps = (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS
        unseen = rules.all_cards
        for cards in state.places:
            unseen &= ~cards
        self._unseen = unseen
        self._odds: dict[Seat, dict[Card, float]] = {seat: {} for seat in range(rules.seats) if seat != seen.seat}
        self._sizes = [HAND] * rules.seats
        self._taken: list[Cards] = [0] * rules.seats
        """For each hand, the cards everybody saw it take that are still there."""
        self._table: Cards = 0
        self._uncovered: Cards = 0

    def read(self, events: Sequence[Event]) -> Odds:
        """Reads the events so far and returns the odds of each hidden card being in each other hand."""
        for event in events:
            kind, seat, cards = event.kind, event.seat, event.cards
            if seat in self._odds:
                self._note_event(event)
            match kind:
                case "attack" | "throw" | "transfer" | "cover":
                    self._sizes[seat] -= event.size
                    self._taken[seat] &= ~cards
                    self._table |= cards
                    self._uncovered = (
                        self._uncovered & ~(1 << event.arg) if kind == "cover" else self._uncovered | cards
                    )
                case "taken":
                    self._sizes[seat] += event.size
                    self._taken[seat] |= cards
                case "draw":
                    self._sizes[seat] += event.size
                case "bout":
                    self._table = self._uncovered = 0
        return self._odds

    def _note_event(self, event: Event) -> None:
        kind, seat, cards = event.kind, event.seat, event.cards
        match kind:
            case "attack":
                self._note_lead(seat, cards)
            case "cover":
                self._note_cover(seat, cards, event.arg)
            case "throw":
                # A player throws in the cheapest cards first.
                self._note(seat, self._cheaper(max(bits(cards), key=self._prices.__getitem__), self._fitting()), PASSED)
            case "pass":
                self._note(seat, self._fitting(), PASSED)
            case "take" if not self._uncovered & (self._uncovered - 1):
                for attack in bits(self._uncovered):
                    self._note(seat, self._rules.beaters_of(self._state, attack), TAKEN)
            case "draw":
                self._note_draw(seat, event.size)

    def _note(self, seat: Seat, cards: Cards, rarer: Rarer) -> None:
        """Multiplies the odds that this hand holds these cards by the factors of a clue."""
        odds = self._odds[seat]
        low, court, trump = rarer
        for card in bits(cards & self._unseen):
            factor = trump if self._trumps >> card & 1 else court if COURT >> card & 1 else low
            odds[card] = odds.get(card, 1.0) * factor

    def _note_draw(self, seat: Seat, drawn: int) -> None:
        """Weakens all clues about a hand after a draw: nothing is known about the new cards among its unseen ones."""
        old = self._sizes[seat] - self._taken[seat].bit_count()
        odds = self._odds[seat]
        for card, ratio in odds.items():
            odds[card] = (ratio * old + drawn) / (old + drawn)

    def _note_lead(self, seat: Seat, cards: Cards) -> None:
        if cards & self._trumps:
            return  # There are many reasons to lead a trump.
        first = bits(cards)[0]
        plain = ~self._trumps
        if not cards & (cards - 1):  # Several cards are also led over lower single ones.
            self._note(seat, self._cheaper(first, plain), LED)
        self._note(seat, RANK_MATES[first] & plain, MATES)

    def _note_cover(self, seat: Seat, cards: Cards, attack: Card) -> None:
        trumped = cards & self._trumps and not self._trumps >> attack & 1
        cheaper = self._cheaper(bits(cards)[0], self._rules.beaters_of(self._state, attack))
        self._note(seat, cheaper, TRUMPED if trumped else COVERED)

    def _fitting(self) -> Cards:
        """The cards of the ranks on the table, except jokers that may only cover."""
        ranks = 0
        for card in bits(self._table):
            ranks |= RANK_MATES[card]
        return ranks & ~self._rules.banned_attacks

    def _cheaper(self, card: Card, among: Cards) -> Cards:
        prices = self._prices
        return sum([1 << other for other in bits(among & self._unseen) if prices[other] < prices[card]])
