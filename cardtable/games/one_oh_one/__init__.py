"""101, the "Czech fool": the family's entry in the list of games."""

from pathlib import Path

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.one_oh_one.options import OneOhOneOptions
from cardtable.games.one_oh_one.presets import PRESETS

FAMILY = Family(
    id="one_oh_one",
    title=mark("101"),
    options=OneOhOneOptions,
    presets=PRESETS,
    package=__name__,
    position_form=Path(__file__).with_name("positions.txt"),
    default="classic",
    about=mark("Match suit or rank; be first without cards."),
)
