"""What may vary in the Palace Ladder. The defaults are the preset `palace_ladder`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from cardtable.engine.options import BadSeats, Need, Options, Range, option
from cardtable.engine.text import mark

JOKERS_NEEDED: Final = Need(
    'palace_pack == 54 or palace_pack == "by_players" and seats >= 9', mark("a pack with jokers, palace_pack=54")
)


@dataclass(frozen=True, slots=True)
class PalaceOptions(Options):
    """The options of the ladder of the court, of section 4 of the catalogue."""

    palace_pack: Literal[36, 54, "by_players"] = option(
        36, "G-50 G-64", mark("cards in the pack; 54 has two jokers; by_players: 54 from nine players")
    )
    palace_decks: Literal[1, 2, 3] = option(1, "G-65", mark("packs that are played with together"))
    queen_place: bool = option(False, "G-50", mark("a queen stands below the king"))
    first_trump: Literal["vote", "random"] = option("vote", "G-51", mark("who names the suit that gives places"))
    first_hand_played: bool = option(False, "G-51", mark("the hand that gives places is played too"))
    extra_cards_to: Literal["king", "stablehand"] = option(
        "king", "G-54", mark("from which end of the ladder cards are dealt, and who gets one more")
    )
    multi_card_attack: bool = option(True, "G-56", mark("several cards of one rank may attack"))
    throw_permission: Literal["king", "free"] = option(
        "king", "G-57", mark("whether the others need the king's leave to throw in")
    )
    throw_limit: Literal["six", "hand"] = option("six", "G-57", mark("most attack cards in a bout"))
    throw_after_take: bool = option(True, "G-57", mark("cards may be added once the defender takes"))
    joker_actor: Literal["defender", "anyone"] = option(
        "defender", "G-64", mark("who may name new trumps by a joker"), needs=JOKERS_NEEDED
    )
    joker_covers: bool = option(False, "G-64", mark("a joker also covers a card"), needs=JOKERS_NEEDED)
    court_chores: Literal["auto", "manual"] = option(
        "auto", "G-53", mark("shuffling, dealing, cutting and clearing are done for the players, or by them")
    )
    etiquette: bool = option(
        False,
        "G-63",
        mark("who does another's chore, or looks too early, falls to the bottom"),
        needs='court_chores == "manual"',
    )
    secret_show: bool = option(False, "G-66", mark("a card may be shown to one other player"))
    oath_ban: bool = option(True, "G-66", mark("solemn oaths are refused in the talk at the table"))
    palace_deals: Annotated[int, Range(1, 100)] = option(10, "G-67", mark("deals after which the ladder is the result"))
    palace_bout_cap: Annotated[int, Range(10, 10_000)] = option(
        400, "G-67", mark("bouts after which a deal is ended by the number of cards")
    )

    def pack_size(self, seats: int) -> int:
        """The cards of one pack (G-50): 54 from nine players where the number of players decides."""
        if self.palace_pack == "by_players":
            return 54 if seats >= 9 else 36
        return self.palace_pack

    def check_more(self, seats: int) -> None:
        """Refuses numbers of players that the court, or the pack, has no places for."""
        if not 5 <= seats <= 12:
            raise BadSeats("the ladder of the court is for five to twelve players, not for {seats}", seats=seats)
        cards = self.pack_size(seats)
        places = min(12, (8 if cards == 36 else 12) + self.queen_place)
        if seats > places:
            raise BadSeats(
                "palace_pack={cards} has places for {places} players, not for {seats}",
                cards=cards,
                places=places,
                seats=seats,
            )
