"""The last tricks of a deal of two when nothing is left to draw: then a player who has counted knows every card."""

from __future__ import annotations

from typing import Final

from cardtable.bots.styles.bura.player import BuraLook
from cardtable.cards import Cards
from cardtable.engine.moves import Move
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
"""The house rules with which the last tricks are played as here: nobody announces anything, and nothing is drawn."""
_Hands = tuple[int, Cards, Cards]
"""The trump suit, the leader's hand, and the other hand."""
_REMEMBERED: Final = 20_000


class Endgame:
    """Plays the last tricks for the most card points, as far as both hands are known."""

    def __init__(self, rules: BuraRules) -> None:
        self._rules = rules
        self._is_known = rules.seats == 2 and only_changes(rules.options, HARMLESS)
        self._worth: dict[_Hands, int] = {}

    def other_hand(self, look: BuraLook) -> Cards | None:
        """The opponent's cards; None while there is a stock, more than one opponent, or another house rule."""
        state = look.state
        if not self._is_known or state.stock:
            return None
        unseen = self._rules.all_cards
        for cards in state.places:
            unseen &= ~cards
        other = unseen | state.places[1 - look.seat]
        return other if other.bit_count() == state.size(1 - look.seat) else None

    def lead(self, look: BuraLook, other: Cards, move: Move) -> int:
        """How many of the points that are left the leader gets beyond the opponent's by leading this."""
        return self._led(look, look.hand, other, move.cards)

    def reply(self, look: BuraLook, other: Cards, move: Move) -> int:
        """The same for the player who replies, the open trick included."""
        return -self._replied(look, other, look.hand, look.state.best, move.cards)

    def _best(self, look: BuraLook, leader: Cards, other: Cards) -> int:
        """The leader's points beyond the opponent's from these hands on."""
        if not leader:
            return 0
        key = look.state.trump, leader, other
        worth = self._worth.get(key)
        if worth is None:
            if len(self._worth) >= _REMEMBERED:
                self._worth.clear()
            worth = self._worth[key] = max([self._led(look, leader, other, move.cards) for move in leads(leader)])
        return worth

    def _led(self, look: BuraLook, leader: Cards, other: Cards, lead: Cards) -> int:
        rest = leader ^ lead
        return min([self._replied(look, rest, other, lead, move.cards) for move in replies(other, lead)])

    def _replied(self, look: BuraLook, rest: Cards, other: Cards, lead: Cards, reply: Cards) -> int:
        """The same for the leader, of whose hand this is the rest, after such a reply."""
        points = points_of(lead) + points_of(reply)
        if self._rules.wins_over(look.state, lead, reply):
            return -points - self._best(look, other ^ reply, rest)
        return points + self._best(look, rest, other ^ reply)
