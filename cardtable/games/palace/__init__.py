"""The Palace Ladder, where winning a bout means gaining a place: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.palace.options import PalaceOptions

FAMILY = Family(
    id="palace",
    title=mark("King"),
    options=PalaceOptions,
    package=__name__,
    default="palace_ladder",
)
