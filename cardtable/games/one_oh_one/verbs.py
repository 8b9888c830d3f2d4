"""The verbs of 101, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

_NOTHING_FITS: Final = mark("Nothing in hand fits.")

VERBS: Final[Verbs] = {
    "play": Verb(Gesture.LAY),
    "draw": Verb(Gesture.DRAW, about=mark("draw a card"), unasked=_NOTHING_FITS),
    "pass": Verb(Gesture.DONE, about=mark("pass"), declines=True, unasked=_NOTHING_FITS),
    "skip": Verb(Gesture.DONE, about=mark("miss the turn"), declines=True, unasked=mark("No ace in hand.")),
    "take": Verb(Gesture.TAKE, about=mark("take the cards for the sevens"), unasked=mark("No seven in hand.")),
    "cover": Verb(Gesture.LAY),
    "decline": Verb(Gesture.DONE, mark("decline"), mark("leave the ace open")),
    "dump": Verb(Gesture.ALL, mark("lay all"), mark("lay the whole hand")),
}
