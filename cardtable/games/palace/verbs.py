"""The verbs of the Palace Ladder, and how each is carried out."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture, Verb, Verbs

_LAY: Final = Verb(Gesture.LAY)
_CHORE: Final = mark("do your task at the court")

VERBS: Final[Verbs] = {
    "vote": Verb(Gesture.SAY, mark("say"), mark("say a suit")),
    "mix": Verb(Gesture.SAY, mark("shuffle"), _CHORE),
    "cut": Verb(Gesture.SAY, mark("cut"), _CHORE),
    "deal": Verb(Gesture.SAY, mark("deal"), _CHORE),
    "look": Verb(Gesture.SAY, mark("look"), _CHORE),
    "word": Verb(Gesture.SAY, mark("the word"), _CHORE),
    "clear": Verb(Gesture.SAY, mark("clear"), _CHORE),
    "trump": Verb(Gesture.SAY, mark("trumps"), mark("name trumps")),
    "choose": Verb(Gesture.SAY, mark("choose"), mark("choose whom to attack")),
    "attack": _LAY,
    "cover": _LAY,
    "joker": Verb(Gesture.WILD, mark("joker"), mark("play a joker and name new trumps")),
    "joker_cover": Verb(Gesture.WILD, mark("joker"), mark("choose what your joker covers")),
    "take": Verb(Gesture.TAKE, about=mark("take the cards"), unasked=mark("Nothing in hand beats it.")),
    "throw": _LAY,
    "pass": Verb(
        Gesture.DONE,
        about=mark("pass"),
        declines=True,
        for_bout=True,
        unasked=mark("Nothing in hand can be thrown in."),
    ),
    "ask": Verb(Gesture.ALLOW, mark("ask leave"), mark("ask the king for leave")),
    "allow": Verb(Gesture.ALLOW, mark("allow"), mark("as king, allow it")),
    "refuse": Verb(Gesture.REFUSE, mark("refuse"), mark("as king, refuse it")),
    "show": Verb(Gesture.SHOW, mark("show"), mark("show a card to another player in secret"), with_card=True),
}
