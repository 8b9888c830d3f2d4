"""King, Prince, Soldier, Peasant, where tricks win titles: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="titles",
    title=mark("King"),
    package=__name__,
    default="four_ranks",
)
