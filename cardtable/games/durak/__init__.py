"""Durak, "the Fool": the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="durak",
    title=mark("Durak"),
    package=__name__,
    default="throw_in",
    about=mark("Do not be left with cards"),
    emblem="As/6h",
    length=lambda deals: {"match": "deals", "match_length": deals},
    note=mark(
        "Not here: the Czech Fool, which is the game 101, and the Polish, Chinese and French ones, of which we know no "
        "reliable rules."
    ),
)
