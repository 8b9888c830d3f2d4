"""The rulebook of King, Prince, Soldier, Peasant, and what its texts name beside the options."""

from __future__ import annotations

from pathlib import Path

from cardtable.cards import RANKS, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.engine.text import Ranks
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.state import HAND

DERIVED: Derived = {
    "hand": lambda options, seats: HAND,
    "cards": lambda options, seats: seats * HAND,
    "ranks": lambda options, seats: Ranks(tuple(sorted({rank_of(card) for card in pack(seats * HAND)}))),
    # What a king may return to the soldier (G-48).
    "good": lambda options, seats: Ranks(tuple(range(RANKS.index("T"), len(RANKS)))),
}
explain = Rulebook(Path(__file__).with_name("rulebook.txt"), TitlesOptions, DERIVED).explain
