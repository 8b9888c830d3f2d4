"""The preset of King, Prince, Soldier, Peasant, as in section 5 of the catalogue, and what it is like."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.titles.options import TitlesOptions

PRESETS = {
    "four_ranks": Preset(
        mark("King, Prince, Soldier, Peasant"),
        TitlesOptions(),
        (4,),
        aim=mark("Fill the quota of tricks of your title and rise; whoever takes most tricks in the reign wins."),
        special=mark(
            "Two stages with trumps: soldier and peasant hand their best cards to the king before the second."
        ),
        level="medium",
        minutes=2,
    ),
}
