"""The rulebook of the Palace Ladder, and the values that its conditions and texts use besides the options."""

from __future__ import annotations

from cardtable.cards import BLACK_JOKER, RANKS, RED_JOKER, cards_of, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Faces, Ranks, listed
from cardtable.games.card_facts import rank_order
from cardtable.games.palace import court
from cardtable.games.palace.game import Palace
from cardtable.games.palace.options import PalaceOptions


def _place_ranks(options: PalaceOptions, seats: int) -> str:
    """The ranks that give places below the king, highest first (G-52)."""
    return court.ranks_of(options, cards_of(pack(options.pack_size(seats))))


DERIVED: Derived = {
    "pack_size": lambda options, seats: options.pack_size(seats),
    "jokers": lambda options, seats: options.pack_size(seats) == 54,
    "joker_cards": lambda options, seats: Faces((BLACK_JOKER, RED_JOKER)),
    "cards": lambda options, seats: options.pack_size(seats) * options.palace_decks,
    "uneven": lambda options, seats: options.pack_size(seats) * options.palace_decks % seats,
    "ranks": lambda options, seats: Ranks(
        tuple(sorted({rank_of(card) for card in pack(min(options.pack_size(seats), 52))}))
    ),
    "places": lambda options, seats: listed(court.names(_place_ranks(options, seats), seats)),
    "place_ranks": lambda options, seats: Ranks(tuple(map(RANKS.index, _place_ranks(options, seats)))),
    # The rules card
    "order": lambda options, seats: rank_order(Palace(options, seats)),
}
