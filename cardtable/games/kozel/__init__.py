"""Kozel, "the Goat": the family's entry in the list of games."""

from cardtable.engine.family import Family
from cardtable.engine.text import mark
from cardtable.games.kozel.options import KozelOptions

FAMILY = Family(
    id="kozel",
    title=mark("Kozel"),
    options=KozelOptions,
    package=__name__,
    default="nizhny_plain",
    about=mark("Two against two, for points"),
    emblem="6c Qc Qs",
    worth=(("Ah", 11), ("10d", 10), ("Ks", 4), ("Qc", 3), ("Js", 2)),
)
