"""What every player of Durak weighs: what cards are worth, what covers what, and which cards are out of sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtable.bots.covering import cheapest_covers
from cardtable.cards import PACK, RANK_CARDS, RANK_MATES, RANKS, SUIT_CARDS, Card, Cards, bits, only_card
from cardtable.engine.moves import Move
from cardtable.engine.state import Observation
from cardtable.games.durak.ranking import JOKERS, value
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.state import DurakState

COURT: Cards = sum(RANK_CARDS[RANKS.index("Q") : RANKS.index("A") + 1])
"""Queens, kings and aces."""
HIGH: Cards = COURT | JOKERS
"""What is not thrown away while there is a stock."""
SMALL: Cards = sum(RANK_CARDS[: RANKS.index("9")])
"""Twos to eights."""
LOW: Cards = sum(RANK_CARDS[: RANKS.index("J")])
"""Twos to tens."""

TRUMP_PRICE = 100
JOKER_PRICE = 200
"""A trump costs more than any plain card, a joker more than any trump."""

Price = Callable[[Card], int]
"""What a card is worth keeping."""


class Prices(dict[int, list[int]]):
    """By trump suit (-1 for none), by card what it is worth keeping. Made when first asked for."""

    def __init__(self, rules: DurakRules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, trump: int) -> list[int]:
        table = self[trump] = [0] * (2 * PACK)
        trumps = SUIT_CARDS[trump] if trump >= 0 else 0
        for card in self._rules.deck:
            if JOKERS >> card & 1:
                table[card] = JOKER_PRICE
            else:
                table[card] = value(self._rules.options, card) + (TRUMP_PRICE if trumps >> card & 1 else 0)
        return table


class DurakLook:
    """One decision as its player sees it."""

    __slots__ = (
        "choices",
        "hand",
        "late",
        "opponent",
        "prices",
        "rules",
        "seat",
        "seen",
        "state",
        "stock",
        "trumps",
        "verbs",
    )

    def __init__(self, rules: DurakRules, prices: Prices, seen: Observation, choices: Sequence[Move]) -> None:
        state = seen.state
        assert isinstance(state, DurakState)
        self.rules = rules
        self.state = state
        self.seen = seen
        self.seat = seen.seat
        self.choices = choices
        self.hand = state.places[seen.seat]
        self.stock = len(state.stock)
        self.late = not state.stock
        """The stock is gone: what is held now is what the deal is played out with."""
        others = state.active & ~(1 << seen.seat)
        self.opponent = only_card(others) if others and not others & (others - 1) else None
        """The other player where just two are left to play, at whatever table."""
        self.trumps = (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS
        """The trumps, and the jokers, which are kept like them."""
        self.prices = prices[state.trump]
        self.verbs = {move.verb for move in choices}

    def of(self, *verbs: str) -> list[Move]:
        """The choices with these verbs."""
        return [move for move in self.choices if move.verb in verbs]

    def cost(self, cards: Cards) -> int:
        """What laying these cards costs, in all."""
        prices = self.prices
        return sum([prices[card] for card in bits(cards)])

    def cheapest(self, cards: Cards) -> Card:
        """The card of a set that is worth least."""
        prices = self.prices
        return min(bits(cards), key=lambda card: (prices[card], card))

    def covers(self, dear: Price) -> dict[Card, Card] | None:
        """A cover for every open attack card, those that are least `dear` first; None when one stays open."""
        hand, state = self.hand, self.state
        beaters = self.rules.beaters_of
        return cheapest_covers(
            {attack: sorted(bits(hand & beaters(state, attack)), key=dear) for attack in bits(state.uncovered)}
        )


def ranks_held_twice(cards: Cards) -> list[Cards]:
    """The sets of two and more cards of one rank among these, lowest rank first."""
    found = []
    for rank in RANK_CARDS:
        mates = cards & rank
        if mates & (mates - 1):
            found.append(mates)
    return found


def has_mate(card: Card, cards: Cards) -> bool:
    """Whether a card belongs to a pair of this hand."""
    return bool(cards & RANK_MATES[card] & ~(1 << card))


def unseen(rules: DurakRules, seen: Observation) -> Cards:
    """The cards that this player cannot place: hidden hands and the stock hold them."""
    cards = rules.all_cards
    for place in seen.state.places:
        cards &= ~place
    return cards
