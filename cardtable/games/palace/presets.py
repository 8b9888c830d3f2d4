"""The presets of the Palace Ladder: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.palace.options import PalaceOptions as Options

PRESETS = {
    "palace_ladder": Preset(mark("Palace Ladder (King of the Hill)"), Options(), (5, 6, 7, 8)),
    "palace_jokers": Preset(mark("Palace Ladder with Jokers"), Options(palace_pack=54), (5, 6, 7, 8, 9, 10, 11, 12)),
    "palace_packs": Preset(
        mark("Palace Ladder, several packs"),
        Options(palace_pack="by_players", palace_decks=2),
        (7, 8, 9, 10, 11, 12),
    ),
}
