"""The verbs of King by contracts, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

VERBS: Final[Verbs] = {
    "play": Verb(Gesture.LAY),
    "draw": Verb(Gesture.DRAW, mark("draw"), mark("draw from the stock"), unasked=mark("Nothing in hand fits.")),
    "order": Verb(Gesture.SAY, mark("order"), mark("order a contract")),
    "trump": Verb(Gesture.SAY, mark("trumps"), mark("name trumps")),
    "bid": Verb(Gesture.SAY, mark("bid"), mark("bid for naming the penalty suit")),
    "pass": Verb(Gesture.DONE, about=mark("pass"), declines=True),
    "name": Verb(Gesture.SAY, mark("name"), mark("name the penalty suit")),
    "lay_out": Verb(Gesture.LAY),
}
