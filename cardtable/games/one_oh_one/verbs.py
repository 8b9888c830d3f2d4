"""The verbs of 101, and how each is done."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

VERBS: Final[Verbs] = {
    "play": Verb(Gesture.LAY),
    "draw": Verb(Gesture.DRAW, about=mark("draw a card")),
    "pass": Verb(Gesture.DONE, about=mark("pass"), declines=True),
    "skip": Verb(Gesture.DONE, about=mark("miss the turn"), declines=True),
    "take": Verb(Gesture.TAKE, about=mark("take the cards for the sevens")),
    "cover": Verb(Gesture.LAY),
    "decline": Verb(Gesture.DONE, mark("decline"), mark("leave the ace open")),
    "dump": Verb(Gesture.ALL, mark("lay all"), mark("lay the whole hand")),
}
