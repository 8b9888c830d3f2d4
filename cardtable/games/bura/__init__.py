"""Bura, also called Burkozel: the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.bura.options import BuraOptions
from cardtable.games.bura.presets import PRESETS

FAMILY = Family(
    id="bura",
    title=mark("Bura"),
    options=BuraOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="burkozel_casual",
    about=mark("Lead several cards at once; race to 61 points."),
)
