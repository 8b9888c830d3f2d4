"""What may vary in King, Prince, Soldier, Peasant. The defaults are the preset `four_ranks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from cardtable.engine.options import BadSeats, Options, Range, option
from cardtable.engine.text import mark

TITLES, TRICKS = mark("Titles"), mark("Tricks")
FIRST_STAGE, REIGN = mark("The first stage"), mark("The reign")
"""The groups of options are named as the chapters of the rulebook."""
Quota = Annotated[int, Range(1, 20)]


@dataclass(frozen=True, slots=True)
class TitlesOptions(Options):
    """The options of the game of four titles, of section 4 of the catalogue."""

    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"rank_quotas": ("quota_king", "quota_prince", "quota_soldier", "quota_peasant")}
    )

    quota_king: Quota = option(
        9, "G-41", mark("tricks that the king needs"), title=mark("The king's quota"), group=TITLES
    )
    quota_prince: Quota = option(
        7, "G-41", mark("tricks that the prince needs"), title=mark("The prince's quota"), group=TITLES
    )
    quota_soldier: Quota = option(
        5, "G-41", mark("tricks that the soldier needs"), title=mark("The soldier's quota"), group=TITLES
    )
    quota_peasant: Quota = option(
        3, "G-41", mark("tricks that the peasant needs"), title=mark("The peasant's quota"), group=TITLES
    )
    quota_mode: Literal["accumulate", "single_deal"] = option(
        "accumulate",
        "G-45 G-46",
        mark("the tricks of several deals count together, or one deal decides"),
        title=mark("Tricks for the quotas"),
        labels={"accumulate": mark("of several deals together"), "single_deal": mark("of a single deal")},
        group=FIRST_STAGE,
    )
    role_assignment: Literal["dealer_chooses", "random", "seats"] = option(
        "dealer_chooses",
        "G-41",
        mark("who gives the titles of the first stage"),
        title=mark("The first titles are given"),
        labels={
            "dealer_chooses": mark("by the dealer"),
            "random": mark("at random"),
            "seats": mark("in turn from the dealer's left"),
        },
        group=TITLES,
    )
    rank_follow: Literal["strict", "free"] = option(
        "strict",
        "G-43",
        mark("whether the suit led must be followed"),
        title=mark("Following the suit led"),
        labels={"strict": mark("obligatory"), "free": mark("not required")},
        group=TRICKS,
    )
    rank_must_trump: bool = option(
        False,
        "G-43",
        mark("who cannot follow must play a trump"),
        title=mark("A player who cannot follow plays"),
        labels={False: mark("any card"), True: mark("a trump, if they have one")},
        group=TRICKS,
    )
    king_return: Literal["free", "good"] = option(
        "free",
        "G-48",
        mark("the king returns any card to the soldier, or a good one"),
        title=mark("The king returns to the soldier"),
        labels={"free": mark("any card"), "good": mark("a ten or higher")},
        group=REIGN,
    )
    soldier_no_trump: Literal["skip", "highest_card"] = option(
        "skip",
        "G-48",
        mark("a soldier without trumps gives nothing, or the highest card"),
        title=mark("A soldier without trumps gives"),
        labels={"skip": mark("nothing"), "highest_card": mark("a card of the highest rank")},
        group=REIGN,
    )

    def check_more(self, seats: int) -> None:
        """Refuses every number of players but four (G-40)."""
        if seats != 4:
            raise BadSeats("the game of four titles is for four players, not for {seats}", seats=seats)
