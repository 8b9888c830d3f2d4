"""Kozel, "the Goat": the family's entry in the list of games."""

from cardtable.engine.rules import Family
from cardtable.engine.text import mark
from cardtable.games.kozel.options import KozelOptions
from cardtable.games.kozel.positions import FORM
from cardtable.games.kozel.presets import PRESETS
from cardtable.games.kozel.rulebook import explain
from cardtable.games.kozel.rules import KozelRules

FAMILY = Family(
    id="kozel",
    title=mark("Kozel"),
    options=KozelOptions,
    presets=PRESETS,
    rules=KozelRules,
    explain=explain,
    position_form=FORM,
    default="nizhny",
)
