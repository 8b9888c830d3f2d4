"""Words typed at a table in lines, besides cards and moves."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark
from cardtable.engine.verbs import Gesture

COMMANDS: Final = {
    "help": ("помощь", mark("the commands")),
    "repeat": ("повтори", mark("say again what was said before your last line")),
    "table": ("стол", mark("say again how the table stands")),
    "hand": ("рука", mark("your cards")),
    "known": ("известно", mark("which cards of the others you know, and all that is seen of the piles")),
    "words": ("слова", mark("say cards in words, or by their signs again")),
    "legal": ("ходы", mark("everything you may do, numbered")),
    "why": ("почему", mark("why WHAT is not allowed, such as: why Ts")),
    "hint": ("совет", mark("what your adviser would do, and why")),
    "undo": ("назад", mark("take your last decision back")),
    "score": ("счёт", mark("where the match stands")),
    "log": ("журнал", mark("what happened in this deal")),
    "rules": ("правила", mark("the rules of this table")),
    "quit": ("выход", mark("leave; everything is saved already")),
}
"""The commands, each with its Russian name and its description."""
END = ("end", "хватит")
"""Words for getting up after a deal, in either language."""
SPOKEN: Final = {
    **dict.fromkeys(("бито", "пас", "мимо"), Gesture.DONE),
    **dict.fromkeys(("беру", "взял", "взяла"), Gesture.TAKE),
    **dict.fromkeys(("перевожу", "перевод"), Gesture.HAND_ON),
    "показываю": Gesture.SHOW,
    "ловлю": Gesture.OBJECT,
    "тяну": Gesture.DRAW,
    "вскрываюсь": Gesture.CLAIM,
    "можно": Gesture.ALLOW,
    "нельзя": Gesture.REFUSE,
}
"""Calls of a Russian table, with the gesture each makes whatever the game calls it; one word per gesture."""
LAYING: Final = ("хожу", "бью", "крою", "кладу", "подкидываю")
"""Words that may come before played cards; the table works out which kind of play it is."""
