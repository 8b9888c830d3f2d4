"""The card of Bura: what one must know to play on one page, as `card.txt` has it, with facts from the rules."""

from __future__ import annotations

from pathlib import Path

from cardtable.engine.conditions import Derived
from cardtable.engine.rulebook import Rulebook
from cardtable.games.bura.beating import DECK
from cardtable.games.bura.game import Bura
from cardtable.games.bura.options import BuraOptions
from cardtable.games.bura.rulebook import DERIVED
from cardtable.games.card_facts import rank_order, worths
from cardtable.games.tricks import points_of

FACTS: Derived = {
    **DERIVED,
    "order": lambda options, seats: rank_order(Bura(options, seats)),
    "worth": lambda *_: worths(lambda card: points_of(1 << card), DECK),
}
"""What the card speaks of beside the options."""
card = Rulebook(Path(__file__).with_name("card.txt"), BuraOptions, FACTS).explain
