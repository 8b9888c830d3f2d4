"""The presets of the Palace Ladder: what differs from the defaults, as in section 5 of the catalogue, and its kind."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.palace.options import PalaceOptions as Options

AIM = mark("Climb the ladder of a court, from stablehand to king: make whoever stands above you take the cards.")
SHORT = {"palace_deals": 3}

PRESETS = {
    "palace_ladder": Preset(
        mark("Palace Ladder (King of the Hill)"),
        Options(),
        (5, 6, 7, 8),
        aim=AIM,
        special=mark("Attack and defence as in Durak, but the king names trumps and says who may throw in."),
        level="hard",
        minutes=15,
        short=SHORT,
    ),
    "palace_jokers": Preset(
        mark("Palace Ladder with Jokers"),
        Options(palace_pack=54),
        (5, 6, 7, 8, 9, 10, 11, 12),
        aim=AIM,
        special=mark("Up to twelve at court, and a joker names new trumps in the middle of an attack."),
        level="hard",
        minutes=20,
        short=SHORT,
    ),
    "palace_packs": Preset(
        mark("Palace Ladder, several packs"),
        Options(palace_pack="by_players", palace_decks=2),
        (7, 8, 9, 10, 11, 12),
        aim=AIM,
        special=mark(
            "Two packs for a full court of seven to twelve: every card has a twin, and neither beats the other."
        ),
        level="hard",
        minutes=30,
        short=SHORT,
    ),
}
