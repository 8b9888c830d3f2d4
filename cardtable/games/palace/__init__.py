"""The Palace Ladder, where a bout won is a place gained: the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.presets import PRESETS

FAMILY = Family(
    id="palace",
    title=mark("King"),
    options=PalaceOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="palace_ladder",
)
