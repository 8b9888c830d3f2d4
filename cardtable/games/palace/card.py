"""The card of the Palace Ladder: what one must know to play, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path

from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.games.card_facts import rank_order
from cardtable.games.palace.game import Palace
from cardtable.games.palace.options import PalaceOptions
from cardtable.games.palace.rulebook import DERIVED

FACTS: Derived = {**DERIVED, "order": lambda options, seats: rank_order(Palace(options, seats))}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), PalaceOptions, FACTS).explain
