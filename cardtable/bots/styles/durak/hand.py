"""What every Durak player considers: the value of cards, how they cover each other, and the unseen cards."""

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
"""Cards not thrown away while there is a stock."""
SMALL: Cards = sum(RANK_CARDS[: RANKS.index("9")])
"""Twos to eights."""
LOW: Cards = sum(RANK_CARDS[: RANKS.index("J")])
"""Twos to tens."""

TRUMP_PRICE = 100
JOKER_PRICE = 200
"""A trump costs more than any plain card, and a joker more than any trump."""

Price = Callable[[Card], int]
"""How much a card is worth keeping."""


class Prices(dict[int, list[int]]):
    """Tables by trump suit (-1 for none) and card of how much the card is worth keeping. Built on demand."""

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
    """A decision as its player sees it."""

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
        """The stock is gone: the cards now in hand are those to play the deal out with."""
        others = state.active & ~(1 << seen.seat)
        self.opponent = only_card(others) if others and not others & (others - 1) else None
        """The opponent, if just two players are left, however many there were."""
        self.trumps = (SUIT_CARDS[state.trump] if state.trump >= 0 else 0) | JOKERS
        """The trumps, and the jokers, which are treated like them."""
        self.prices = prices[state.trump]
        self.verbs = {move.verb for move in choices}

    def of(self, *verbs: str) -> list[Move]:
        """The choices with these verbs."""
        return [move for move in self.choices if move.verb in verbs]

    def cost(self, cards: Cards) -> int:
        """The total price of these cards."""
        prices = self.prices
        return sum([prices[card] for card in bits(cards)])

    def cheapest(self, cards: Cards) -> Card:
        """The least valuable card of a set."""
        prices = self.prices
        return min(bits(cards), key=lambda card: (prices[card], card))

    def covers(self, dear: Price) -> dict[Card, Card] | None:
        """Assigns a cover to every open attack card, those with the lowest `dear` first; None if a card stays open."""
        hand, state = self.hand, self.state
        beaters = self.rules.beaters_of
        return cheapest_covers(
            {attack: sorted(bits(hand & beaters(state, attack)), key=dear) for attack in bits(state.uncovered)}
        )


def ranks_held_twice(cards: Cards) -> list[Cards]:
    """The sets of two or more cards of the same rank, lowest rank first."""
    found = []
    for rank in RANK_CARDS:
        mates = cards & rank
        if mates & (mates - 1):
            found.append(mates)
    return found


def has_mate(card: Card, cards: Cards) -> bool:
    """Whether another of these cards has the same rank."""
    return bool(cards & RANK_MATES[card] & ~(1 << card))


def unseen(rules: DurakRules, seen: Observation) -> Cards:
    """The cards whose place this player does not know: they are in hidden hands or in the stock."""
    cards = rules.all_cards
    for place in seen.state.places:
        cards &= ~place
    return cards
