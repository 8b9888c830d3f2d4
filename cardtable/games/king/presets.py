"""The presets of King: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from dataclasses import replace

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.king.options import KingOptions

Options = KingOptions
LONG = Options(programme="ordered")
MINSK = Options(
    programme="ordered",
    order_list="minsk",
    yeralash="none",
    values="v40",
    trump_scope="praise",
    praise_value=8,
    praise_count=3,
    widow_size=2,
    first_leader="orderer",
)
ATOMIC = replace(
    MINSK,
    order_list="atomic",
    yeralash="both",
    praise_value=4,
    praise_count=6,
    orderer="right_of_dealer",
    first_leader="eldest",
)
TWELVE = Options(
    programme="twelve",
    deal_packet=2,
    trump_scope="praise",
    praise_trump_mode="third_card",
    allow_no_trump=True,
    praise_count=1,
)
DOMINO = Options(hand_size=6, values="v16", heart_lead_ban="none", early_end=False)

PRESETS = {
    "king_simple": Preset(mark("Simple King"), Options(), (4,)),
    "king_three": Preset(mark("King for Three"), Options(), (3,)),
    "king_short": Preset(mark("Short King"), Options(programme="short14"), (3, 4)),
    "king_crowd": Preset(mark("Short King for Five or Six"), Options(programme="short14"), (5, 6)),
    "king_long": Preset(mark("Long King"), LONG, (3, 4)),
    "king_custom": Preset(mark("Custom King"), replace(LONG, trump_scope="positive"), (3, 4), 4),
    "king_minsk": Preset(mark("Minsk King"), MINSK, (3,)),
    "king_minsk_privilege": Preset(
        mark("Minsk King, orderer's trumps"), replace(MINSK, trump_lead_privilege=True), (3,)
    ),
    "king_domino": Preset(mark("Domino King"), DOMINO, (3, 4), 4),
    "king_jokers": Preset(mark("King with Jokers"), Options(programme="single", single_contract="spot_hearts"), (3, 4)),
    "king_trade": Preset(mark("King with Bidding"), Options(programme="single", single_contract="trade_suit"), (3, 4)),
    "king_omnibus": Preset(
        mark("Omnibus"), Options(programme="single", single_contract="omnibus", heart_lead_ban="none"), (3, 4)
    ),
    "king_atomic": Preset(mark("Atomic King"), ATOMIC, (3,)),
    "king_atomic_boys": Preset(mark("Atomic King, kings are boys"), replace(ATOMIC, kings_as_boys=True), (3,)),
    "king_atomic_short": Preset(
        mark("Atomic King without yeralash"), replace(ATOMIC, yeralash="none", praise_count=3), (3,)
    ),
    "king_twelve": Preset(mark("Twelve-Deal King (Ladies' Preference)"), TWELVE, (3, 4), 4),
    "king_twelve_boys": Preset(mark("Twelve-Deal King, kings are boys"), replace(TWELVE, kings_as_boys=True), (4,)),
}
