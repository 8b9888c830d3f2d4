"""The last tricks of a two-player deal, once the stock is empty: a player who has counted knows every card."""

from __future__ import annotations

from typing import Final

from cardtable.bots.styles.bura.player import BuraLook
from cardtable.cards import Cards
from cardtable.engine.moves import Move, Seat
from cardtable.engine.options import only_changes
from cardtable.games.bura.laying import leads, replies
from cardtable.games.bura.rules import BuraRules
from cardtable.games.tricks import points_of

HARMLESS: Final = frozenset(
    {
        "trump_place",
        "next_deal_lead",
        "multi_beat",
        "win_detection",
        "nobody_61",
        "combo_order",
        "combo_lead",
        "hand_size",
        "target",
        "moscow",
        "four_ends",
        "combo_redeal",
        "manual_draw",
        "pretend_draw",
        "fault_result",
        "open_hands",
        "open_bonus",
        "target_wins",
        "show_counts",
        "show_bought",
    }
)
"""The house rules under which the last tricks can be solved: no announcements and no draws happen in them."""
_Hands = tuple[int, Cards, Cards, int, int]
"""The trump suit, the leader's hand and the other hand; and the points of both if either could still win, else 0."""
_REMEMBERED: Final = 20_000
_WON: Final = 1_000
"""More than all card points: the value of reaching the target first."""


class Endgame:
    """Plays the last tricks for the most card points, or to reach the target first, once both hands are known."""

    def __init__(self, rules: BuraRules) -> None:
        self._rules = rules
        self._is_known = rules.seats == 2 and only_changes(rules.options, HARMLESS)
        self._is_race = 2 * rules.options.target <= points_of(rules.all_cards) + sum(rules.bonus)
        """Both players may reach the target: then the first one wins, and points do not tell who that is (B-14)."""
        self._worth: dict[_Hands, int] = {}

    def other_hand(self, look: BuraLook) -> Cards | None:
        """The opponent's cards; None while there is a stock, or with more than one opponent or other house rules."""
        state = look.state
        if not self._is_known or state.stock:
            return None
        unseen = self._rules.all_cards
        for cards in state.places:
            unseen &= ~cards
        other = unseen | state.places[1 - look.seat]
        return other if other.bit_count() == state.size(1 - look.seat) else None

    def lead(self, look: BuraLook, other: Cards, move: Move) -> int:
        """How many more of the remaining points the leader wins than the opponent after this lead."""
        return self._led(
            look, look.hand, other, move.cards, self._count(look, look.seat), self._count(look, 1 - look.seat)
        )

    def reply(self, look: BuraLook, other: Cards, move: Move) -> int:
        """The same for the player who replies, including the open trick."""
        own, theirs = self._count(look, 1 - look.seat), self._count(look, look.seat)
        return -self._replied(look, other, look.hand, look.state.best, move.cards, own, theirs)

    def _count(self, look: BuraLook, seat: Seat) -> int:
        return self._rules.count(look.state, seat) if self._is_race else 0

    def _best(self, look: BuraLook, leader: Cards, other: Cards, own: int, theirs: int) -> int:
        """The leader's surplus of points over the opponent from these hands on."""
        if not leader:
            return 0
        key = look.state.trump, leader, other, own, theirs
        worth = self._worth.get(key)
        if worth is None:
            if len(self._worth) >= _REMEMBERED:
                self._worth.clear()
            worths = [self._led(look, leader, other, move.cards, own, theirs) for move in leads(leader)]
            worth = self._worth[key] = max(worths)
        return worth

    def _led(self, look: BuraLook, leader: Cards, other: Cards, lead: Cards, own: int, theirs: int) -> int:
        rest = leader ^ lead
        return min([self._replied(look, rest, other, lead, move.cards, own, theirs) for move in replies(other, lead)])

    def _replied(
        self, look: BuraLook, rest: Cards, other: Cards, lead: Cards, reply: Cards, own: int, theirs: int
    ) -> int:
        """The leader's surplus after this reply; `rest` is the leader's hand."""
        points = points_of(lead) + points_of(reply)
        beaten = self._rules.wins_over(look.state, lead, reply)
        hands = (other ^ reply, rest) if beaten else (rest, other ^ reply)
        # The winner of the trick may claim first (B-14).
        first, second = (theirs, own) if beaten else (own, theirs)
        first += points if self._is_race else 0
        if max(first, second) >= self._rules.options.target:
            worth = _WON if first >= self._rules.options.target else -_WON
        else:
            worth = self._best(look, *hands, first, second)
        return -points - worth if beaten else points + worth
