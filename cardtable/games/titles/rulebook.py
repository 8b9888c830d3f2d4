"""The rulebook of King, Prince, Soldier, Peasant, and the values that its texts use besides the options."""

from __future__ import annotations

from cardtable.cards import RANKS, pack, rank_of
from cardtable.engine.conditions import Derived
from cardtable.engine.text import Ranks
from cardtable.games.card_facts import rank_order
from cardtable.games.titles.game import Titles
from cardtable.games.titles.state import HAND

DERIVED: Derived = {
    "hand": lambda options, seats: HAND,
    "cards": lambda options, seats: seats * HAND,
    "ranks": lambda options, seats: Ranks(tuple(sorted({rank_of(card) for card in pack(seats * HAND)}))),
    # The ranks that a king may return to the soldier (G-48).
    "good": lambda options, seats: Ranks(tuple(range(RANKS.index("T"), len(RANKS)))),
    # The rules card
    "order": lambda options, seats: rank_order(Titles(options, seats)),
}
