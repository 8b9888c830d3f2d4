"""The constants of the Palace Ladder from deal to deal: places for cards, what beats what, and places at court."""

from __future__ import annotations

from cardtable.cards import PACK, SUITS, Card, Cards, cards_of, pack, rank_of, suit_of
from cardtable.engine.moves import Seat
from cardtable.engine.rules import Rules
from cardtable.games.palace import court
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.state import JOKERS, PalaceStanding, PalaceState


class PalaceTable(Rules[PalaceState, PalaceStanding]):
    """A table with these options: its pack, places and court, and how a match and a deal begin."""

    place_names: tuple[str, ...] = ("table", "discard", "stock")
    options: PalaceOptions

    def __init__(self, options: PalaceOptions, seats: int) -> None:
        one = pack(options.pack_size(seats))
        deck = tuple([number * PACK + card for number in range(options.palace_decks) for card in one])
        super().__init__(options, seats, deck)
        self.table = seats
        self.discard = seats + 1
        self.place_ranks = court.ranks_of(options, self.all_cards)
        self.place_titles = court.names(self.place_ranks, seats)
        self.beaters = tuple(
            {card: self._beaters(card, trump) for card in self.deck if not JOKERS >> card & 1}
            for trump in range(len(SUITS))
        )

    def _beaters(self, attack: Card, trump: int) -> Cards:
        """The cards that beat an attack card (G-56)."""
        suit = suit_of(attack)
        return sum(
            1 << card
            for card in self.deck
            if not JOKERS >> card & 1
            and (rank_of(card) > rank_of(attack) if suit_of(card) == suit else suit_of(card) == trump)
        )

    def start(self) -> PalaceStanding:
        """The standing of a new match, without places."""
        nothing = (0,) * self.seats
        return PalaceStanding(kings=nothing, stablehands=nothing)

    def new_state(self, stock: tuple[Card, ...], dealer: Seat) -> PalaceState:
        """A deal before anything has happened, without places or trumps."""
        return PalaceState(
            [0] * (self.seats + len(self.place_names) - 1) + [cards_of(stock)],
            stock,
            [0] * self.seats,
            [0] * self.seats,
            dealer=dealer,
            votes=(-1,) * self.seats,
        )
