"""Kozel, "the Goat": the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.presets import PRESETS

FAMILY = Family(
    id="kozel",
    title=mark("Kozel"),
    options=KozelOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="nizhny_plain",
    about=mark("Two against two: tricks, points, many trumps."),
)
