"""101, the "Czech fool": the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="one_oh_one",
    title=mark("101"),
    package=__name__,
    default="classic",
    about=mark("Match suit or rank; get out"),
    emblem="Qs Qh Qd Qc",
)
