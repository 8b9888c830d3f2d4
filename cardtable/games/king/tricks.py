"""Tricks in King by contracts: legal leads and plays, and the winner (G-06 to G-16, G-27, G-29)."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import HEARTS, RANKS, SUIT_CARDS, Card, Cards, cards_of, rank_of, suit_of
from cardtable.engine.moves import Seat
from cardtable.games.king.contracts import JOKERS, KING
from cardtable.games.king.counting import Count
from cardtable.games.king.options import KingOptions
from cardtable.games.king.state import KingState
from cardtable.games.tricks import suits_of_cards

_THE_KING = 1 << KING
_HIGH_HEARTS = RANKS.index("J")


class Tricks:
    """The rules of a trick at one table."""

    def __init__(self, options: KingOptions, deck: Sequence[Card]) -> None:
        plain = tuple(card for card in deck if suit_of(card) is not None)
        self._deck = cards_of(deck)
        self._joker_play = options.joker_play
        self._top_heart = options.joker_sunk_winner == "top_heart"
        self._first_joker = options.joker_tie == "first"
        self._must_trump = options.must_trump
        self._must_overtrump = options.must_overtrump
        self._king_before_trump = options.king_before_trump
        self._fine = options.forced_king_mode == "penalty"
        self._privilege = options.trump_lead_privilege
        self.suits = [
            suits_of_cards(plain, tuple(card for card in plain if suit_of(card) == trump)) for trump in (0, 1, 2, 3, -1)
        ]
        """The order of the cards for each trump suit; the last entry, also reached as -1, is for no trumps."""
        self.follow: list[Cards] = list(SUIT_CARDS)
        """For each suit led, the cards that follow it (G-07); a joker may belong to hearts (G-29)."""
        if self._joker_play == "as_heart":
            self.follow[HEARTS] |= JOKERS
        self.free = JOKERS if self._joker_play == "free" else 0
        """Cards that may be played whatever suit was led."""
        self.beaters = [suits.beaters for suits in self.suits]

    def leads(self, state: KingState, seat: Seat, hand: Cards, count: Count) -> Cards:
        """The cards of this hand that may be led; a ban that would leave nothing is ignored (G-16)."""
        cards = hand
        if self._joker_play == "void_only":
            cards = cards & ~JOKERS or cards
        if self._privilege:
            cards = cards & ~self.reserved(state, seat) or cards
        return cards & ~count.ban or cards

    def reserved(self, state: KingState, seat: Seat) -> Cards:
        """The trumps that only the orderer may lead in a praise (G-27)."""
        if self._privilege and state.contract == "praise" and state.trump >= 0 and seat != state.orderer:
            return SUIT_CARDS[state.trump]
        return 0

    def discards(self, state: KingState, hand: Cards, count: Count) -> Cards:
        """What a player who cannot follow may play: the king, a trump, or anything, in the order of G-16."""
        king = hand & _THE_KING if count.forced else 0
        trumps = self.owed_trumps(state, hand) if state.trump >= 0 else 0
        if king and self._king_before_trump:
            return king if not self._fine else king | (trumps or hand)
        if trumps:
            return trumps
        return king if king and not self._fine else hand

    def owed_trumps(self, state: KingState, hand: Cards) -> Cards:
        """The trumps of a hand if the player, unable to follow, must play one of them (G-15)."""
        if state.trump < 0 or not self._must_trump:
            return 0
        trumps = hand & SUIT_CARDS[state.trump]
        if self._must_overtrump and trumps:
            lying = [card for card in state.trick if suit_of(card) == state.trump]
            if lying:
                trumps = trumps & self.beaters[state.trump][max(lying)] or trumps
        return trumps

    def is_fined(self, state: KingState, hand: Cards, card: Card, count: Count) -> bool:
        """Whether playing this card, unable to follow, wrongly keeps the king back (G-12)."""
        if not self._fine or state.fined or card == KING or not (count.forced and hand & _THE_KING):
            return False
        return self._king_before_trump or not self.owed_trumps(state, hand)

    def shown_lacks(self, state: KingState, seat: Seat, card: Card, count: Count) -> Cards:
        """The cards that playing this card proves the seat not to hold (G-07, G-11, G-12, G-15, G-27)."""
        played = 1 << card
        if not state.trick:
            lacks = 0
            jokers = JOKERS if self._joker_play == "void_only" else 0
            if played & jokers:
                lacks |= self._deck & ~jokers
            reserved = self.reserved(state, seat)
            if played & reserved:
                lacks |= self._deck & ~reserved
                reserved = 0
            if played & count.ban:
                # They may still hold trumps that they were not allowed to lead.
                lacks |= self._deck & ~(count.ban | jokers | reserved)
            return lacks
        if state.led < 0 or played & (self.follow[state.led] | self.free):
            return 0
        lacks = self.follow[state.led]
        if card == KING and count.forced:
            # They may or may not hold trumps: the king had to go first, or there were none.
            return lacks
        trump = SUIT_CARDS[state.trump] if state.trump >= 0 and self._must_trump else 0
        if not played & trump:
            lacks |= trump
        if count.forced and not self._fine and (self._king_before_trump or not played & trump):
            lacks |= _THE_KING
        return lacks

    def winner(self, trick: tuple[Card, ...], trump: int, led: int) -> int:
        """Index of the winning card of a trick without jokers, 0 for the card led (G-09)."""
        return self.suits[trump].winner(trick)

    def joker_winner(self, trick: tuple[Card, ...], trump: int, led: int) -> int:
        """Index of the winning card of a trick with jokers (G-29).

        A joker wins, but becomes the lowest card if the trick holds a heart from the jack up.
        """
        jokers = [index for index, card in enumerate(trick) if JOKERS >> card & 1]
        if not jokers:
            return self.winner(trick, trump, led)
        hearts = [index for index, card in enumerate(trick) if suit_of(card) == HEARTS]
        following = [index for index, card in enumerate(trick) if suit_of(card) == led]
        if following and any(rank_of(trick[index]) >= _HIGH_HEARTS for index in hearts):
            return max(hearts if self._top_heart else following, key=trick.__getitem__)
        return jokers[0] if self._first_joker else jokers[-1]
