"""The presets of Kozel, as in section 5 of the catalogue."""

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

PRESETS = {
    "nizhny": Preset(mark("Goat, Nizhny Novgorod"), NIZHNY, (4,)),
    "nizhny_plain": Preset(mark("Goat without praise"), dataclasses.replace(NIZHNY, praise="none"), (4,)),
    "goat32_stock": Preset(mark("Goat with a stock"), GOAT32_STOCK, tuple(PLAYERS)),
    "goat32_halves": Preset(
        mark("Goat in two halves"),
        dataclasses.replace(GOAT32_STOCK, deal_mode="halves_left", below_target="cancel"),
        (4,),
    ),
    "goat_accounts": Preset(
        mark("Goat with accounts"),
        dataclasses.replace(GOAT32_STOCK, partners=True, deal_mode="halves_dealer", scoring="accounts"),
        (4,),
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
    ),
}
