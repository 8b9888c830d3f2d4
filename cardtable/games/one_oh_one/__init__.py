"""101, the "Czech fool": the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.one_oh_one.card import card
from cardtable.games.one_oh_one.game import OneOhOne
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.presets import PRESETS
from cardtable.games.one_oh_one.rulebook import explain

FAMILY = Family(
    id="one_oh_one",
    title=mark("101"),
    options=OneOhOneOptions,
    presets=PRESETS,
    rules=OneOhOne,
    explain=explain,
    card=card,
    position_form=Path(__file__).with_name("positions.txt"),
    default="classic",
    about=mark("Match suit or rank; be first without cards."),
)
