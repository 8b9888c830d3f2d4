"""King by contracts: the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.king.options import KingOptions
from cardtable.games.king.presets import PRESETS

FAMILY = Family(
    id="king",
    title=mark("King"),
    options=KingOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="king_simple",
    about=mark("Every deal another contract: avoid, then take."),
)
