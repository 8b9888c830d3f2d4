"""King by contracts: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="king",
    title=mark("King"),
    package=__name__,
    default="king_simple",
    about=mark("Every deal another rule"),
    emblem="Kh Jd Qs",
)
