"""The options of King, Prince, Soldier, Peasant. The defaults are the preset `four_ranks`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadSeats, Options, Range, option_class

Quota = Annotated[int, Range(1, 20)]


@option_class
class TitlesOptions(Options):
    """The options of the game of four titles, from section 4 of the catalogue."""

    BOOK: ClassVar[Path] = Path(__file__).with_name("options.toml")
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"rank_quotas": ("quota_king", "quota_prince", "quota_soldier", "quota_peasant")}
    )

    quota_king: Quota = 9
    quota_prince: Quota = 7
    quota_soldier: Quota = 5
    quota_peasant: Quota = 3
    quota_mode: Literal["accumulate", "single_deal"] = "accumulate"
    role_assignment: Literal["dealer_chooses", "random", "seats"] = "dealer_chooses"
    rank_follow: Literal["strict", "free"] = "strict"
    rank_must_trump: bool = False
    king_return: Literal["free", "good"] = "free"
    soldier_no_trump: Literal["skip", "highest_card"] = "skip"

    def check_more(self, seats: int) -> None:
        """Refuses any number of players but four (G-40)."""
        if seats != 4:
            raise BadSeats("the game of four titles is for four players, not for {seats}", seats=seats)


OPTIONS = TitlesOptions
