"""What is typed at a table in lines beside cards and moves."""

from __future__ import annotations

from typing import Final

from cardtable.engine.text import mark

COMMANDS: Final = {
    "help": ("помощь", mark("the commands")),
    "table": ("стол", mark("say again how the table stands")),
    "hand": ("рука", mark("your cards")),
    "legal": ("ходы", mark("everything you may do, numbered")),
    "why": ("почему", mark("why WHAT is not allowed, such as: why Ts")),
    "hint": ("совет", mark("what your adviser would do, and why")),
    "undo": ("назад", mark("take your last decision back, where you play alone against bots")),
    "score": ("счёт", mark("where the match stands")),
    "log": ("журнал", mark("what happened in this deal")),
    "rules": ("правила", mark("the rules of this table")),
    "quit": ("выход", mark("leave; everything is saved already")),
}
"""The commands, each with its Russian name and what it does."""
END = ("end", "хватит")
"""What somebody types who gets up after a deal, in either language."""
