"""The options of the Palace Ladder. The defaults are the preset `palace_ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadSeats, Options, Range, option_class


@option_class
class PalaceOptions(Options):
    """The options of the Palace Ladder, from section 4 of the catalogue."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")

    palace_pack: Literal[36, 54, "by_players"] = 36
    palace_decks: Literal[1, 2, 3] = 1
    queen_place: bool = False
    first_trump: Literal["vote", "random"] = "vote"
    first_hand_played: bool = False
    extra_cards_to: Literal["king", "stablehand"] = "king"
    multi_card_attack: bool = True
    throw_permission: Literal["king", "free"] = "king"
    throw_limit: Literal["six", "hand"] = "six"
    throw_after_take: bool = True
    joker_actor: Literal["defender", "anyone"] = "defender"
    joker_covers: bool = False
    court_chores: Literal["auto", "manual"] = "auto"
    etiquette: bool = False
    secret_show: bool = False
    oath_ban: bool = True
    palace_deals: Annotated[int, Range(1, 100)] = 10
    palace_bout_cap: Annotated[int, Range(10, 10_000)] = 400

    def pack_size(self, seats: int) -> int:
        """The cards of one pack (G-50): 54 with nine players or more, if the number of players decides."""
        if self.palace_pack == "by_players":
            return 54 if seats >= 9 else 36
        return self.palace_pack

    def check_more(self, seats: int) -> None:
        """Refuses numbers of players for which the court, or the pack, has no places."""
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


OPTIONS = PalaceOptions
