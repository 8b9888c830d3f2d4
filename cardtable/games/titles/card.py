"""The card of the four titles: what one must know to play, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path

from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.games.card_facts import rank_order
from cardtable.games.titles.game import Titles
from cardtable.games.titles.options import TitlesOptions
from cardtable.games.titles.rulebook import DERIVED

FACTS: Derived = {**DERIVED, "order": lambda options, seats: rank_order(Titles(options, seats))}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), TitlesOptions, FACTS).explain
