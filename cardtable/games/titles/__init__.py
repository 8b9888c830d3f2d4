"""King, Prince, Soldier, Peasant, where titles are won by tricks: the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.presets import PRESETS

FAMILY = Family(
    id="titles",
    title=mark("King"),
    options=TitlesOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="four_ranks",
)
