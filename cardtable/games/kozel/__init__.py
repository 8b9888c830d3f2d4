"""Kozel, "the Goat": the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.kozel.card import card
from cardtable.games.kozel.game import Kozel
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.presets import PRESETS
from cardtable.games.kozel.rulebook import explain

FAMILY = Family(
    id="kozel",
    title=mark("Kozel"),
    options=KozelOptions,
    presets=PRESETS,
    rules=Kozel,
    explain=explain,
    card=card,
    position_form=Path(__file__).with_name("positions.txt"),
    default="nizhny",
    about=mark("Two against two: tricks, points, many trumps."),
)
