"""What a player of King by contracts can tell: the cards still out, voids, and the dangers in the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from cardtable.cards import HEARTS, SUIT_CARDS, Card, Cards, bits, only_card, suit_of
from cardtable.engine.moves import Move, Seat
from cardtable.games.king.contracts import CONTRACTS, JOKERS, LAST_TWO
from cardtable.games.king.rules import KingRules
from cardtable.games.king.state import KingState

Tier = Literal["dearest", "catches", "counts", "longest"]
"""Why a card is dangerous: it is one of the costliest cards, it could catch one that is still out, it costs something,
or it is in the longest suit.
"""

DANGER_ORDER: Final[dict[str, tuple[Tier, ...]]] = {
    "no_tricks": ("longest",),
    "no_last_two": ("longest",),
    "no_jacks": ("dearest", "catches"),
    "no_queens": ("dearest", "catches"),
    "no_hearts": ("counts",),
    "spot_hearts": ("counts",),
    "trade_suit": ("counts",),
    "no_king": ("dearest", "catches"),
    "no_all": ("counts",),
    "omnibus": ("dearest", "catches", "counts"),
}
"""By contract, the order of discarding (section 8); within a tier the costlier card first, then the higher one. Cards
in no tier come last, the higher first.
"""

JOKER_HEIGHT: Final = 8.5
"""A joker ranks between the ten and the jack of hearts (G-29)."""


def height(card: Card) -> float:
    """The position of a card in its suit, 0 for a two."""
    return JOKER_HEIGHT if JOKERS >> card & 1 else card // 4


def suit_cards(card: Card) -> Cards:
    """All cards of its suit; a joker belongs to hearts."""
    suit = suit_of(card)
    return SUIT_CARDS[HEARTS if suit is None else suit]


class KingLook:
    """A hand in play with everything its player may know."""

    def __init__(self, rules: KingRules, state: KingState, seat: Seat, choices: Sequence[Move]) -> None:
        places = state.places
        self.state = state
        self.seat = seat
        self.hand = places[seat]
        self.count = rules.count(state)
        self.pays = CONTRACTS[state.contract].sign > 0
        self.plays: dict[Card, Move] = {only_card(move.cards): move for move in reversed(choices) if move.cards}
        self.trumps: Cards = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        gone = places[rules.table] | places[rules.captured] | places[rules.laid_out]
        self.unseen: Cards = rules.all_cards & ~(self.hand | gone)
        """The cards that other hands may hold."""
        self.leads = not state.trick
        self.last = len(state.trick) + 1 == len(state.players)
        """Whether this seat plays last to the trick."""
        self.later = state.players[len(state.trick) + 1 :]
        """The players who play to this trick after this seat."""
        self._rules = rules
        follow = rules.tricks.follow[state.led] if state.led >= 0 else 0
        self.void = bool(follow) and not any(follow >> card & 1 for card in self.plays)
        """Whether it cannot follow suit."""

    # Cards

    def cost(self, card: Card) -> float:
        """The cost of capturing this card; negative if it pays."""
        return -sum(worth for cards, worth in self.count.groups if cards >> card & 1)

    def trick_cost(self) -> float:
        """The cost of taking the trick as it is now, without the card that takes it."""
        return (
            sum(map(self.cost, self.state.trick)) - self.count.trick - (self.count.last_two if self.near_end() else 0)
        )

    def near_end(self) -> bool:
        """Whether this trick is one of the last two, judging by the size of the hand."""
        return self.hand.bit_count() <= LAST_TWO

    def is_free(self) -> bool:
        """Whether this trick and the next cost nothing, because only the last two do."""
        count = self.count
        return bool(count.last_two) and not count.trick and not count.cards and self.hand.bit_count() > LAST_TWO + 1

    def above(self, card: Card) -> Cards:
        """The higher cards of its suit that other hands may hold."""
        above = suit_cards(card) & self.unseen
        if JOKERS >> card & 1:
            return sum(1 << other for other in bits(above) if height(other) > JOKER_HEIGHT)
        return above >> (card + 1) << (card + 1)

    def below(self, card: Card) -> Cards:
        """The lower cards of its suit that other hands may hold."""
        return suit_cards(card) & self.unseen & ~self.above(card)

    def length(self, card: Card) -> int:
        """The number of cards of its suit in this hand."""
        return (self.hand & suit_cards(card)).bit_count()

    def wins_now(self, card: Card) -> bool:
        """Whether this card would be the best of the trick so far."""
        trick = (*self.state.trick, card)
        suit = suit_of(card)
        led = self.state.led if self.state.led >= 0 else -1 if suit is None else suit
        return self._rules.winner_of(trick, self.state.trump, led) == len(self.state.trick)

    # Other seats

    def may_hold(self, seat: Seat) -> Cards:
        """The cards that this seat may hold, from what everybody knows."""
        lacks = self.state.lacks
        return self.unseen & ~lacks[seat] if lacks is not None else self.unseen

    def beaten_by_later(self, card: Card) -> bool:
        """Whether a later player may hold a higher card of this suit."""
        above = self.above(card)
        return any(above & self.may_hold(seat) for seat in self.later)

    def ruffed_by_later(self, card: Card) -> bool:
        """Whether a later player is known to be void in this suit and may hold trumps."""
        if self.trumps >> card & 1 or not self.trumps:
            return False
        suit = suit_cards(card)
        return any(not self.may_hold(seat) & suit and self.may_hold(seat) & self.trumps for seat in self.later)

    # Danger

    def danger(self, card: Card) -> tuple[float, ...]:
        """How urgently to get rid of a card where tricks cost, by `DANGER_ORDER`; larger is worse."""
        tiers = DANGER_ORDER.get(self.state.contract, ())
        cost = self.cost(card)
        for place, tier in enumerate(tiers):
            if self._belongs(card, cost, tier):
                if tier == "longest":
                    return (len(tiers) - place, self.length(card), height(card), 0)
                return (len(tiers) - place, cost, height(card), -self.length(card))
        # A card that pays even here is thrown last.
        return (-1 if cost < 0 else 0, 0, height(card), -self.length(card))

    def _belongs(self, card: Card, cost: float, tier: Tier) -> bool:
        if tier == "longest":
            return True
        if tier == "counts":
            return cost > 0
        dearest = self._dearest()
        if tier == "dearest":
            return bool(dearest >> card & 1)
        return bool(self.below(card) & dearest)

    def _dearest(self) -> Cards:
        """The costliest cards of the contract."""
        groups = self.count.groups
        worst = min([worth for _, worth in groups], default=0)
        return sum(cards for cards, worth in groups if worth == worst and worth < 0)
