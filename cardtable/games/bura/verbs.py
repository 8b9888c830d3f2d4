"""The verbs of Bura, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

VERBS: Final[Verbs] = {
    "lead": Verb(Gesture.LAY),
    "reply": Verb(Gesture.LAY),
    "claim": Verb(Gesture.CLAIM, mark("claim"), mark("claim that you have points enough"), quiet=True, early=True),
    "bura": Verb(Gesture.CLAIM, mark("four trumps"), mark("say bura")),
    "announce": Verb(Gesture.CLAIM, mark("announce"), mark("announce what you hold")),
    "silent": Verb(Gesture.DONE, mark("silent"), mark("say nothing")),
    "draw": Verb(Gesture.DRAW, mark("draw"), mark("draw a card")),
    "pretend_draw": Verb(Gesture.PRETEND, mark("pretend"), mark("pretend to draw"), quiet=True),
    "wait": Verb(Gesture.DONE, about=mark("wait")),
    "begin": Verb(Gesture.GO_ON, mark("begin"), mark("begin the next trick")),
}
