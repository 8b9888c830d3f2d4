"""The constants of King by contracts from deal to deal: pack and programme, places, and the leader."""

from __future__ import annotations

from cardtable.cards import Cards
from cardtable.engine.moves import Event, Log, Seat
from cardtable.engine.rules import Rules
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.counting import Count, amounts, count, has_trumps
from cardtable.games.king.options import KingOptions
from cardtable.games.king.packs import pack_of
from cardtable.games.king.programme import Programme
from cardtable.games.king.state import KingStanding, KingState
from cardtable.games.king.tricks import Tricks

THIRD = 3
"""The number of cards eldest sees before naming the trumps of a praise (G-26)."""


class KingTable(Rules[KingState, KingStanding]):
    """A table with these options, and how a match, a deal and a trick begin there."""

    place_names: tuple[str, ...] = ("table", "captured", "laid_out", "aside", "stock")
    options: KingOptions

    def __init__(self, options: KingOptions, seats: int) -> None:
        super().__init__(options, seats, pack_of(options, seats))
        self.table = seats
        self.captured = seats + 1
        """The place of all captured cards; in a position, also of those without a known owner."""
        self.laid_out = seats + 2
        self.aside = seats + 3
        """The place of the widow, and of the card left over with two jokers."""
        self.programme = Programme(options, seats)
        self.deals_differ = self.programme.ordered or len(set(self.programme.contracts)) > 1
        self.domino = options.domino
        self.tricks = Tricks(options, self.deck)
        self.orders_seeing = options.order_timing == "after_look"
        """Whether players see their cards before ordering, and name trumps with the order."""
        self.filled_hand = options.hand_size or (len(self.deck) - options.widow_size) // seats
        self.dealing = self._dealing_order()
        """The recipient of each card dealt, 0 for eldest (G-05)."""
        fine = options.forced_king_penalty
        self.fine = float(amounts(options, seats)["king"] if fine is None else fine)
        self._counts = {contract: count(contract, options, seats) for contract in CONTRACTS}
        self._counts[""] = Count((), 0)
        self._by_suit = [count("trade_suit", options, seats, suit) for suit in range(4)]
        nothing = (0,) * seats
        self._fresh = KingState(
            [0] * (seats + len(self.place_names)),
            (),
            [0] * seats,
            [0] * seats,
            dealer=0,
            orderer=0,
            totals=nothing,
            charged=nothing,
            ordered=((),) * seats,
            captured=nothing,
        )
        """A deal before any card is dealt; copying it is quicker than building a new state."""

    def _dealing_order(self) -> tuple[int, ...]:
        """Packets starting with eldest; the last one is cut to what a hand still needs (G-05)."""
        wanted = [self.filled_hand] * self.seats
        order: list[int] = []
        while any(wanted):
            for turn in range(self.seats):
                packet = min(self.options.deal_packet, wanted[turn])
                wanted[turn] -= packet
                order += [turn] * packet
        return tuple(order)

    @property
    def _of_eldest(self) -> list[int]:
        """The indices of eldest's cards in the deal."""
        return [index for index, turn in enumerate(self.dealing) if turn == 0]

    @property
    def last_of_eldest(self) -> int:
        """The number of cards dealt before eldest's last one."""
        return self._of_eldest[-1]

    @property
    def third_card(self) -> int:
        """The number of cards dealt by the time eldest has three (G-26)."""
        return self._of_eldest[:THIRD][-1] + 1

    # What was agreed

    def eldest(self, state: KingState) -> Seat:
        """The left neighbour of the dealer."""
        return (state.dealer + 1) % self.seats

    def orderer_of(self, dealer: Seat) -> Seat:
        """The player who orders and takes the widow when this seat deals (G-22, G-23)."""
        return (dealer + (1 if self.options.orderer == "eldest" else -1)) % self.seats

    def has_trump(self, contract: str) -> bool:
        """Whether this contract has trumps to be named (G-25)."""
        return has_trumps(contract, self.options)

    def asks_at_third(self, state: KingState) -> bool:
        """Whether trumps are named at eldest's third card in this deal (G-26)."""
        return self.options.praise_trump_mode == "third_card" and state.contract == "praise"

    def waits_for_third(self, state: KingState) -> bool:
        """Whether the deal is paused at that card now."""
        return state.moment == "trump" and self.asks_at_third(state)

    def count(self, state: KingState) -> Count:
        return self._by_suit[state.penalty] if state.penalty >= 0 else self._counts[state.contract]

    def count_of(self, contract: str) -> Count:
        return self._counts[contract]

    def worth(self, contract: str) -> float:
        """The total points of a deal with this contract."""
        return self._counts[contract].worth(self.all_cards, self.filled_hand)

    def not_laid_out(self, state: KingState) -> Cards:
        """The cards that may not be laid out while there are others (G-24)."""
        return self.count(state).cards if self.options.discard_ban else 0

    # The beginning

    def start(self) -> KingStanding:
        """The standing of a new match."""
        return KingStanding(totals=(0,) * self.seats, ordered=((),) * self.seats)

    def standing_before(self, state: KingState) -> KingStanding:
        """The match standing before this deal."""
        return KingStanding(
            deals=state.deal - 1,
            dealer=state.dealer,
            totals=state.totals,
            ordered=state.ordered,
            passed_out=state.passed_out,
        )

    def new_state(self, dealer: Seat) -> KingState:
        """A deal before any card is dealt."""
        state = self._fresh.copy()
        state.dealer = dealer
        state.orderer = self.orderer_of(dealer)
        return state

    def first_leader(self, state: KingState) -> Seat:
        """The leader of the first trick (G-06)."""
        if self.options.first_leader == "orderer":
            return state.orderer
        if self.options.first_leader == "bid_winner":
            bidder = state.highest_bid[0]
            if bidder >= 0:
                return bidder
        return self.eldest(state)

    def begin_play(self, state: KingState, log: Log) -> None:
        """Starts the first trick, with all calls made."""
        state.moment = "play"
        if log is not None:
            log.append(Event("begin", self.first_leader(state)))
        self.begin_trick(state, self.first_leader(state))

    def begin_trick(self, state: KingState, leader: Seat) -> None:
        """Starts a trick led by this seat; in Domino, by the next seat with cards (G-28)."""
        players = self.clockwise_from[leader]
        if self.domino:
            players = tuple([seat for seat in players if state.places[seat]])
        state.players = players
        state.trick = ()
        state.led = -1
        state.to_act = self.turns[players[0]]
