"""The Palace Ladder, where winning a bout means gaining a place: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="palace",
    title=mark("King"),
    package=__name__,
    default="palace_ladder",
)
