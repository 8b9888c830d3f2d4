"""Kozel, "the Goat": the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark

FAMILY = Family(
    id="kozel",
    title=mark("Kozel"),
    package=__name__,
    default="nizhny_plain",
    about=mark("Two against two, for points"),
    emblem="6c Qc Qs",
    worth=(("Ah", 11), ("10d", 10), ("Ks", 4), ("Qc", 3), ("Js", 2)),
)
