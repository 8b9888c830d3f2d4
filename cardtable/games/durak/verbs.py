"""The verbs of Durak, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

_NOTHING_TO_ADD: Final = mark("Nothing in hand can be thrown in.")
_LAY: Final = Verb(Gesture.LAY)
_CHEAT: Final = Verb(
    Gesture.CHEAT,
    mark("cheat"),
    mark("cheat with the card under the cursor; others may notice"),
    quiet=True,
)

VERBS: Final[Verbs] = {
    "attack": _LAY,
    "cover": _LAY,
    "throw": _LAY,
    "add": _LAY,
    "transfer": Verb(Gesture.HAND_ON, mark("transfer"), mark("transfer with the chosen card"), with_card=True),
    "show": Verb(Gesture.SHOW, mark("show"), mark("show a card instead of laying it"), with_card=True),
    "take": Verb(Gesture.TAKE, about=mark("take the cards"), unasked=mark("Nothing in hand beats it.")),
    "pass": Verb(Gesture.DONE, about=mark("pass"), declines=True, for_bout=True, unasked=_NOTHING_TO_ADD),
    "hold": Verb(
        Gesture.DONE,
        mark("hold"),
        mark("throw nothing in yet"),
        declines=True,
        for_bout=True,
        unasked=_NOTHING_TO_ADD,
    ),
    "turn": Verb(Gesture.GO_ON, mark("turn up"), mark("turn up the top card of the stock")),
    "exchange": Verb(Gesture.SAY, mark("exchange"), mark("exchange the lowest trump for the card turned up")),
    "cheat_cover": _CHEAT,
    "cheat_transfer": _CHEAT,
    "accuse": Verb(
        Gesture.OBJECT,
        mark("accuse"),
        mark("say that somebody cheated, out of turn too"),
        who=mark("Who accuses?"),
    ),
}
