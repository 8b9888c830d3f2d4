"""Durak: the start of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtable.cards import DIAMONDS, SUIT_CARDS, Card, Cards, cards_of, rank_of
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import Misdeal
from cardtable.engine.state import STOCK, show
from cardtable.games.durak.bouts import Bouts
from cardtable.games.durak.options import HAND, DurakOptions
from cardtable.games.durak.ranking import ACE, JOKERS, by_value, lowest
from cardtable.games.durak.state import DurakStanding, DurakState

OF_ONE_SUIT: Final = 5
"""The number of cards of one suit in a hand that leads to a new deal, if that is played (D-85)."""


class Dealing(Bouts):
    """Deals cards, fixes trumps and finds the first attacker (D-02 to D-11, D-85)."""

    __slots__ = ("_by_value", "misdeals")

    def __init__(self, options: DurakOptions, seats: int) -> None:
        super().__init__(options, seats)
        self._by_value = by_value(options)
        again = {"ace": options.redeal_ace, "five": options.redeal_five, "no_trump": options.redeal_no_trump}
        self.misdeals = {reason: reason == "five" for reason, deals_again in again.items() if deals_again}

    def deal(self, deck: Sequence[Card], dealer: Seat, standing: DurakStanding, log: Log = None) -> DurakState:
        """Deals six cards to each, fixes the trump suit and finds the first attacker (D-04 to D-06, D-09 to D-11)."""
        hands, stock = self._dealt(deck, dealer)
        places = [*hands, *[0] * len(self.place_names)]
        turn_up = stock[-1] if stock else deck[-1]
        state = self.new_state(places, stock, dealer)
        state.first_deal = standing.deals == 0
        state.needs = standing.epaulettes
        if log is not None:
            log.append(Event("deal", dealer, arg=self.seats))
        if self.options.trump_source == "diamonds":
            state.trump = DIAMONDS
        else:
            self.set_trump(state, turn_up, log)
        opener = self.choose_opener(state, standing, log)
        place = self.seating.places[opener][opener]
        parts = state.parts = self.parts(place, self.seating.defender(state.active, place), opener)
        state.to_act = parts.to_open
        state.bout = 1
        self.set_limit(state)
        self.set_room(state)
        if log is not None:
            log.append(Event("bout", opener, size=1, arg=parts.defender))
        return state

    def _dealt(self, deck: Sequence[Card], dealer: Seat) -> tuple[list[Cards], tuple[Card, ...]]:
        """The hands by seat, and the stock with the turn-up last (D-04 to D-06)."""
        dealt = self.seats * HAND
        hands = [0] * self.seats
        for first, seat in enumerate(self.from_left[dealer]):
            hands[seat] = cards_of(deck[first : dealt : self.seats])
        stock = tuple(deck[dealt:])
        if stock and self.options.turn_up == "top" and self.options.trump_source == "turn_up":
            stock = (*stock[1:], stock[0])
        return hands, stock

    def misdeal(self, deck: Sequence[Card], dealer: Seat) -> Misdeal | None:
        """An ace fixing trumps, five of one suit in a hand, or no trump dealt to anybody: the first that holds (D-85).

        If several hands qualify, the first from the dealer's left is named.
        """
        if not self.misdeals:
            return None
        hands, stock = self._dealt(deck, dealer)
        fixes = stock[-1] if stock else deck[-1]
        if "ace" in self.misdeals and rank_of(fixes) == ACE:
            return Misdeal("ace")
        if "five" in self.misdeals:
            for seat in self.from_left[dealer]:
                if any((hands[seat] & suit).bit_count() >= OF_ONE_SUIT for suit in SUIT_CARDS):
                    return Misdeal("five", seat)
        if "no_trump" in self.misdeals:
            trump = DIAMONDS if self.options.trump_source == "diamonds" else self.trump_of(fixes)
            if trump >= 0 and not any(hand & SUIT_CARDS[trump] for hand in hands):
                return Misdeal("no_trump")
        return None

    def new_state(self, places: list[Cards], stock: tuple[Card, ...], dealer: Seat) -> DurakState:
        """A deal before its first bout, without attacker and defender and without trumps."""
        places[STOCK] = cards_of(stock)
        nothing = (0,) * self.seats
        return DurakState(
            places,
            stock,
            places[: self.seats],
            [0] * self.seats,
            dealer=dealer,
            active=(1 << self.seats) - 1,
            needs=nothing,
            cheated=nothing,
        )

    def set_trump(self, state: DurakState, turn_up: Card, log: Log) -> None:
        """Fixes the trump suit by this card, which everybody sees (D-05, D-06)."""
        state.turn_up = turn_up
        state.trump = self.trump_of(turn_up)
        show(state, 1 << turn_up, state.dealer, log, "turn_up", int(state.trump < 0))

    def choose_opener(self, state: DurakState, standing: DurakStanding, log: Log) -> Seat:
        """The first attacker: by the cards dealt, or by the end of the previous deal (D-09 to D-11)."""
        rule = self.options.next_first_attacker
        fool, first = standing.fool, standing.first
        if fool is None or rule == "lowest_trump" or (rule == "winner" and first is None):
            return self._lowest_opens(state, log)
        if rule == "winner":
            assert first is not None
            return first
        if rule != "left_of_fool":
            return (fool - 1) % self.seats
        opener = (fool + 1) % self.seats
        if log is not None:
            log.append(Event("from_under", opener, arg=fool))
        return opener

    def _lowest_opens(self, state: DurakState, log: Log) -> Seat:
        """The holder of the lowest trump attacks first; without trumps, the holder of the lowest card (D-09, D-10).

        They show that card, as at a real table, so everybody knows it, and knows that nobody holds a lower one.
        """
        hands = state.places[: self.seats]
        trumps = SUIT_CARDS[state.trump] if state.trump >= 0 else 0
        held = 0
        for hand in hands:
            held |= hand
        if held & trumps:
            wanted, nobody_has = lowest(self._by_value, held & trumps, trumps)
            kind = "lowest_trump"
        else:
            wanted, nobody_has = lowest(self._by_value, held & ~JOKERS, ~JOKERS)
            nobody_has |= trumps
            kind = "lowest_card"
        lacks = [nobody_has] * self.seats
        for seat in self.from_left[state.dealer]:
            if hands[seat] & wanted:
                break
            lacks[seat] |= wanted
        if state.lacks is not None:
            state.lacks = lacks
        found = hands[seat] & wanted
        show(state, found & -found, seat, log, kind)
        return seat
