"""The presets of Durak: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.rules import Preset
from cardtable.engine.text import mark
from cardtable.games.durak.options import DurakOptions

Options = DurakOptions
ANY = (2, 3, 4, 5, 6)

PRESETS = {
    "throw_in": Preset(mark("Throw-in Fool"), Options(), ANY),
    "simple": Preset(mark("Simple Fool"), Options(throw_in=False, opening_cards="one_or_two"), ANY),
    "simple_many": Preset(mark("Simple Fool, any set"), Options(throw_in=False, next_first_attacker="winner"), ANY),
    "throw_in_duel": Preset(mark("Throw-in, two neighbours only"), Options(who_throws="attacker_only"), ANY),
    "throw_in_folding": Preset(
        mark("Throw-in, long form"),
        Options(first_limit_on_take="lift", limit_when_stock_empty="lift", next_first_attacker="winner"),
        ANY,
    ),
    "throw_in_one_by_one": Preset(
        mark("Throw-in card by card"),
        Options(
            opening_cards="one",
            throw_batch="one",
            throw_order="last_thrower_first",
            throw_pass="final",
            first_limit=None,
            turn_up="bottom",
            next_first_attacker="right_of_fool",
        ),
        ANY,
    ),
    "full_deck": Preset(mark("Throw-in, 52 cards"), Options(deck=52), ANY),
    "transfer": Preset(mark("Transfer Fool"), Options(transfer=True, travel_card=True), ANY),
    "transfer_plain": Preset(
        mark("Transfer without throw-ins"),
        Options(transfer=True, throw_in=False, opening_cards="one_or_two", transfer_first_bout="allowed"),
        ANY,
    ),
    "transfer_late": Preset(
        mark("Transfer at any point"),
        Options(transfer=True, late_transfer=True, transfer_first_bout="allowed", first_limit=None),
        ANY,
    ),
    "transfer_strict": Preset(
        mark("Transfer, not over trumps"),
        Options(transfer=True, travel_card=True, transfer_over_trump="banned"),
        ANY,
    ),
    "transfer_passport": Preset(
        mark("Transfer with passport"),
        Options(
            transfer=True,
            travel_card=True,
            travel_again="no_transfer",
            transfer_first_bout="allowed",
            first_limit=None,
            turn_up="bottom",
            next_first_attacker="right_of_fool",
        ),
        ANY,
    ),
}
