"""Bura, also called Burkozel: the family's entry in the list of games."""

from cardtable.engine.rules import Family
from cardtable.engine.text import mark
from cardtable.games.bura.options import BuraOptions
from cardtable.games.bura.positions import FORM
from cardtable.games.bura.presets import PRESETS
from cardtable.games.bura.rulebook import explain
from cardtable.games.bura.rules import BuraRules

FAMILY = Family(
    id="bura",
    title=mark("Bura"),
    options=BuraOptions,
    presets=PRESETS,
    rules=BuraRules,
    explain=explain,
    position_form=FORM,
    default="burkozel_casual",
)
