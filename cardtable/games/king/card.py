"""The card of King by contracts: what one must know to play, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Text, listed, say
from cardtable.games.card_facts import rank_order
from cardtable.games.king.contracts import CONTRACTS
from cardtable.games.king.game import King
from cardtable.games.king.options import KingOptions
from cardtable.games.king.programme import Programme
from cardtable.games.king.rulebook import DERIVED

_ELEMENTS = {"tricks": "trick", "jacks": "jack", "queens": "queen", "hearts": "heart", "king": "king"}
"""What contracts count, by the name of the points for it (G-14)."""


def _pays(sign: int) -> Callable[[KingOptions, int], Text | None]:
    """The contracts that cost, or those that earn, each with what one of its things is worth; None without any."""

    def told(options: KingOptions, seats: int) -> Text | None:
        found = [name for name in dict.fromkeys(Programme(options, seats).contracts) if CONTRACTS[name].sign == sign]
        return listed([_paid(name, options, seats) for name in found]) if found else None

    return told


def _paid(name: str, options: KingOptions, seats: int) -> Text:
    """A contract with what one of the things that it counts is worth (G-14, G-17)."""
    row = CONTRACTS[name]
    if name == "praise":
        return say("{contract} {points} a trick", contract=Text(row.short), points=options.praise_value)
    if name in ("no_all", "take_all"):
        points = "" if options.domino else DERIVED["everything"](options, seats)
        return Text("{contract} {points}", {"contract": Text(row.short), "points": points})
    element = _ELEMENTS.get(row.counts[0], row.counts[0])
    return Text("{contract} {points}", {"contract": Text(row.short), "points": DERIVED[element](options, seats)})


FACTS: Derived = {
    **DERIVED,
    "order": lambda options, seats: rank_order(King(options, seats)),
    "costing": _pays(-1),
    "earning": _pays(1),
}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), KingOptions, FACTS).explain
