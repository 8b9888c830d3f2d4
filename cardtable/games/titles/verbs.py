"""The verbs of the four titles, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs
from cardtable.games.titles.state import PEASANT, TITLES

_GIVE_TITLE: Final = Verb(Gesture.SAY, mark("title"), mark("say who gets the title"))

VERBS: Final[Verbs] = {
    **dict.fromkeys(TITLES[:PEASANT], _GIVE_TITLE),
    "play": Verb(Gesture.LAY),
    "give": Verb(Gesture.LAY),
    "return": Verb(Gesture.LAY),
}
