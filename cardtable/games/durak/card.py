"""The card of Durak: what one must know to play on one page, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path

from cardtable.cards import SPADES
from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.games.card_facts import rank_order
from cardtable.games.durak.game import durak
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rulebook import DERIVED

FACTS: Derived = {
    **DERIVED,
    "order": lambda options, seats: rank_order(durak(options, seats)),
    "order_of_spades": lambda options, seats: rank_order(durak(options, seats), SPADES),
}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), DurakOptions, FACTS).explain
