"""Bura, also called Burkozel: the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="bura",
    title=mark("Bura"),
    package=__name__,
    default="burkozel_casual",
    about=mark("Lead several cards, reach 61"),
    emblem="Ah 10h Kh Qh",
    worth=(("As", 11), ("10d", 10), ("Kc", 4), ("Qs", 3), ("Jd", 2)),
)
