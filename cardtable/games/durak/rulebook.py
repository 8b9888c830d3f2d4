"""The rules of Durak as played with given options, by chapter."""

from __future__ import annotations

from cardtable.engine.rules import RulePart
from cardtable.engine.text import Text, say
from cardtable.games.durak.options import DurakOptions


def explain(options: DurakOptions, seats: int) -> list[tuple[Text, list[RulePart]]]:
    """The rules of exactly these options, by chapter."""
    return [
        (
            say("The aim"),
            [RulePart(("D-35",), say("Get rid of all your cards; the last player with cards is the fool."))],
        )
    ]
