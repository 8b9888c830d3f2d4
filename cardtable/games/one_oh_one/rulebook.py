"""The rules of 101 in words, as `rulebook.txt` has them, and the names that its conditions use."""

from __future__ import annotations

from pathlib import Path

from cardtable.cards import pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Ranks
from cardtable.games.one_oh_one.options import GUARD, OneOhOneOptions
from cardtable.games.one_oh_one.tables import effects


def _ranks(options: OneOhOneOptions) -> Ranks:
    """The ranks of the pack (O-01)."""
    return Ranks(tuple(sorted({rank_of(card) for card in pack(options.deck)})))


def _makes_draw(options: OneOhOneOptions) -> bool:
    """Whether any card makes the next player draw (O-14 to O-17, O-19)."""
    found = effects(options)
    return any(found[card].draws for card in pack(options.deck))


def _costs_turns(options: OneOhOneOptions) -> bool:
    """Whether any card costs a player the turn (O-06)."""
    found = effects(options)
    return options.ace_effect == "skip_unless_ace" or any(found[card].skips for card in pack(options.deck))


DERIVED: Derived = {
    "ranks": lambda options, _: _ranks(options),
    "makes_draw": lambda options, _: _makes_draw(options),
    "costs_turns": lambda options, _: _costs_turns(options),
    "guard": lambda *_: GUARD,
    "minus_limit": lambda options, _: -options.limit,
}
"""What the rulebook speaks of beside the options."""

explain = Rulebook(Path(__file__).with_name("rulebook.txt"), OneOhOneOptions, DERIVED).explain
