"""The verbs of Kozel, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

_LAY: Final = Verb(Gesture.LAY)

VERBS: Final[Verbs] = {
    "cut": Verb(Gesture.SAY, mark("cut"), mark("cut the cards")),
    "deal_uncut": Verb(Gesture.SAY, mark("deal uncut"), mark("deal without a cut")),
    "lay": _LAY,
    "call_redeal": Verb(Gesture.CLAIM, mark("new deal"), mark("call for another deal")),
    "no_call": Verb(Gesture.DONE, mark("play on"), mark("play this deal")),
    "repraise": Verb(Gesture.CLAIM, mark("praise anew"), mark("the praise again")),
    "keep_praise": Verb(Gesture.DONE, mark("keep it"), mark("keep the praise, deal the rest again")),
    "offer": _LAY,
    "keep": Verb(Gesture.DONE, mark("keep"), mark("keep your trump")),
    "return": _LAY,
    "name": Verb(Gesture.SAY, mark("name"), mark("name trumps")),
    "play": _LAY,
}
