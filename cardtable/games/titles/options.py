"""What may vary in King, Prince, Soldier, Peasant. The defaults are the preset `four_ranks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadSeats, Options, Range, option
from cardtable.engine.text import mark

Quota = Annotated[int, Range(1, 20)]


@dataclass(frozen=True, slots=True)
class TitlesOptions(Options):
    """The options of the game of four titles, of section 4 of the catalogue."""

    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"rank_quotas": ("quota_king", "quota_prince", "quota_soldier", "quota_peasant")}
    )

    quota_king: Quota = option(9, "G-41", mark("tricks that the king needs"))
    quota_prince: Quota = option(7, "G-41", mark("tricks that the prince needs"))
    quota_soldier: Quota = option(5, "G-41", mark("tricks that the soldier needs"))
    quota_peasant: Quota = option(3, "G-41", mark("tricks that the peasant needs"))
    quota_mode: Literal["accumulate", "single_deal"] = option(
        "accumulate", "G-45 G-46", mark("the tricks of several deals count together, or one deal decides")
    )
    role_assignment: Literal["dealer_chooses", "random", "seats"] = option(
        "dealer_chooses", "G-41", mark("who gives the titles of the first stage")
    )
    rank_follow: Literal["strict", "free"] = option("strict", "G-43", mark("whether the suit led must be followed"))
    rank_must_trump: bool = option(False, "G-43", mark("who cannot follow must play a trump"))
    king_return: Literal["free", "good"] = option(
        "free", "G-48", mark("the king returns any card to the soldier, or a good one")
    )
    soldier_no_trump: Literal["skip", "highest_card"] = option(
        "skip", "G-48", mark("a soldier without trumps gives nothing, or his highest card")
    )

    def check_more(self, seats: int) -> None:
        """Refuses every number of players but four (G-40)."""
        if seats != 4:
            raise BadSeats("the game of four titles is for four players, not for {seats}", seats=seats)
