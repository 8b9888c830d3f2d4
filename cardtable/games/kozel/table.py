"""The constants of Kozel from hand to hand: partners, places, and what beats what."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.cards import ALL_CARDS, CLUBS, Card, Cards, pack
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Rules
from cardtable.engine.text import Text, say_as
from cardtable.games.kozel.cards import SEVEN_OF_CLUBS, SHAMOK, suits_of
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.state import KozelStanding, KozelState
from cardtable.games.tricks import Suits

STOCK_HAND = 4
"""The number of cards dealt to each player in a game with a stock, and in each half (K-05)."""


class KozelTable(Rules[KozelState, KozelStanding]):
    """A table with these options: its sides, places and suits, and how a match and a hand begin."""

    place_names: tuple[str, ...] = ("column1", "column2", "table", "taken", "aside", "stock")
    options: KozelOptions

    def __init__(self, options: KozelOptions, seats: int) -> None:
        super().__init__(options, seats, pack(options.deck))
        self.sides = options.sides(seats)
        self.side = tuple(seat % self.sides for seat in range(seats))
        """The side that each seat scores for (K-02)."""
        self.columns = (seats, seats + 1)
        """The places of the praise columns."""
        self.table = seats + 2
        self.taken = seats + 3
        """The place of all cards taken; `KozelState.won` says who took them."""
        self.aside = seats + 4
        """The place of cards out of play, which only positions have."""
        self.full_hand = len(self.deck) // seats if options.deal_mode in ("all", "open_first") else STOCK_HAND
        """The size of a hand after the deal; the cards laid in a praise are part of it."""
        self.filled_hand = self.full_hand
        self.by_trump = tuple(suits_of(options, trump) for trump in range(4))
        self.wins_at_once = options.scoring == "sixty" and options.target_check == "at_once"
        """Whether a match ends as soon as the points are reached (K-21)."""
        nothing: tuple[Cards, ...] = (0,) * self.sides
        self._fresh = KozelState(
            [],
            (),
            None,
            None,
            dealer=0,
            hand=1,
            trump=CLUBS if options.always_clubs else -1,
            won=nothing,
            first_half=nothing,
            score=nothing,
            eggs=1,
            totals=nothing,
            booked=(),
            gains=nothing,
        )
        self.shamok = SEVEN_OF_CLUBS if options.trump_system == "clubs_seven" else SHAMOK
        """The card that captures the queen of clubs (K-17, K-25)."""
        self.binds_dealers = options.trump_lead_restricted and options.trump_lead_who == "dealers"
        self.leads = tuple(suits.plain if options.trump_lead_restricted else ALL_CARDS for suits in self.by_trump)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def members(self, side: int) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(self.seats) if self.side[seat] == side)

    def suits(self, state: KozelState) -> Suits:
        """The suits of this hand; trumps must be known (K-06)."""
        return self.by_trump[state.trump]

    def leadable(self, state: KozelState) -> Cards:
        """If the leader holds any of these cards, they must lead one (K-12, K-26)."""
        if self.binds_dealers and state.hand > 1 and self.side[state.leader] != self.side[state.dealer]:
            return ALL_CARDS
        return self.leads[state.trump]

    def call_on(self, state: KozelState, seat: Seat) -> None:
        """Gives the turn to this seat."""
        state.to_act = self.turns[seat]

    def tally(self, ended: Sequence[KozelStanding], now: KozelStanding) -> tuple[Text, tuple[int, ...]]:
        """The number of matches each side lost, becoming the goats."""
        lost = [sum(bool(match.winners) and seat not in match.winners for match in ended) for seat in range(self.seats)]
        return say_as("evening", "goats"), tuple(lost)

    def start(self) -> KozelStanding:
        """A blank score sheet; the first dealer is random or as agreed (K-03)."""
        chosen = self.options.first_dealer
        nothing = (0,) * self.sides
        return KozelStanding(
            dealer=None if chosen == "random" else int(chosen[1]),
            score=nothing,
            totals=nothing,
            booked=((0,) * self.seats,) * self.sides,
        )

    def new_state(
        self, places: list[Cards], stock: tuple[Card, ...], dealer: Seat, standing: KozelStanding
    ) -> KozelState:
        """A hand before anything has happened; players know only their own cards."""
        # Copying is quicker than building a new state.
        state = self._fresh.copy()
        state.places = places
        state.stock = stock
        state.known = places[: self.seats]
        state.lacks = [0] * (self.columns[1] + 1)
        state.dealer = dealer
        state.hand = standing.deals + 1
        state.score = standing.score
        state.eggs = standing.eggs
        state.totals = standing.totals
        state.booked = standing.booked
        return state
