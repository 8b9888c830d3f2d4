"""The presets of Kozel, as in section 5 of the catalogue, and what each is like."""

from __future__ import annotations

import dataclasses

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.kozel.options import PLAYERS, KozelOptions

NIZHNY = KozelOptions()
GOAT32_STOCK = KozelOptions(
    deck=32,
    partners=False,
    deal_mode="stock4",
    trump_system="turned_jacks",
    redeal_no_queens=False,
    praise="none",
    first_lead="left_of_dealer",
    trump_lead_restricted=False,
    follow_suit="free",
    shamka_capture=False,
    scoring="sixty",
)
HALF = mark(
    "With the partner opposite take more than half of the 120 card points; whoever fails too often is the goat."
)
SHORT = {"match_points": 6}

PRESETS = {
    "nizhny_plain": Preset(
        mark("Goat without praise"),
        dataclasses.replace(NIZHNY, praise="none"),
        (4,),
        aim=HALF,
        special=mark("The plainest Goat: no praise before the deal, just nine tricks. Begin here."),
        level="medium",
        minutes=5,
        short=SHORT,
    ),
    "nizhny": Preset(
        mark("Goat, Nizhny Novgorod"),
        NIZHNY,
        (4,),
        aim=HALF,
        special=mark(
            "Clubs, jacks and queens are always trumps, a praise opens the deal, the six of clubs may catch a queen."
        ),
        level="medium",
        minutes=5,
        short=SHORT,
    ),
    "goat32_stock": Preset(
        mark("Goat with a stock"),
        GOAT32_STOCK,
        tuple(PLAYERS),
        aim=mark(
            "Take tricks, each for themselves: the first to have 60 card points wins, over several deals if need be."
        ),
        special=mark("Four cards in hand and a stock to draw from; lay any card you like; jacks are above all trumps."),
        level="easy",
        minutes=1,
    ),
    "goat32_halves": Preset(
        mark("Goat in two halves"),
        dataclasses.replace(GOAT32_STOCK, deal_mode="halves_left", below_target="cancel"),
        (4,),
        aim=mark("Take tricks, each for themselves: 60 card points in one deal win, and anything less is forgotten."),
        special=mark(
            "Sixteen cards are dealt, then the other sixteen; lay any card you like, jacks are above all trumps."
        ),
        level="easy",
        minutes=1,
    ),
    "goat_accounts": Preset(
        mark("Goat with accounts"),
        dataclasses.replace(GOAT32_STOCK, partners=True, deal_mode="halves_dealer", scoring="accounts"),
        (4,),
        aim=mark("Take more than 60 card points with your partner, and be paid from the accounts of the others."),
        special=mark("Everybody starts with twelve; whoever dealt pays more, and an account used up ends the match."),
        level="medium",
        minutes=8,
    ),
    "goat_sixes": Preset(
        mark("Goat with sixes as markers"),
        KozelOptions(
            deck=32,
            deal_mode="open_first",
            trump_system="seven_queens_jacks",
            single_trump_exchange=True,
            redeal_no_queens=False,
            praise="none",
            first_lead="left_of_dealer",
            trump_lead_restricted=False,
            shamka_capture=False,
            open_counts=True,
        ),
        (4,),
        aim=HALF,
        special=mark(
            "The seven of clubs is the highest trump, a lonely trump may go to the partner, points are counted aloud."
        ),
        level="medium",
        minutes=4,
        short=SHORT,
    ),
}
