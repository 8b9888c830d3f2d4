"""The presets of Durak: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.family import Preset
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
    "jokers_any": Preset(mark("Jokers beat all"), Options(deck=54), ANY),
    "jokers_colour": Preset(mark("Jokers by colour"), Options(deck=54, jokers="by_colour"), ANY),
    "japanese_spades": Preset(
        mark("Japanese, spades by spades"),
        Options(
            throw_in=False,
            opening_cards="one_or_two",
            spades_only_by_spades=True,
            spade_turn_up="no_trump",
            queen_rule="top_of_spades",
        ),
        ANY,
    ),
    "japanese_diamonds": Preset(
        mark("Japanese, diamonds trump"), Options(trump_source="diamonds", spades_only_by_spades=True), ANY
    ),
    "round": Preset(mark("Round Fool"), Options(pass_hands="clockwise"), ANY),
    "double": Preset(mark("Double Fool (pairs)"), Options(teams="2x2"), (4,)),
    "double_transfer": Preset(mark("Pairs, transfer"), Options(teams="2x2", transfer=True, travel_card=True), (4,)),
    "triple": Preset(mark("Three against three"), Options(teams="3x3"), (6,)),
    "three_pairs": Preset(mark("Three pairs"), Options(teams="2x2x2", next_first_attacker="winner"), (6,)),
    "big_teams": Preset(mark("Four against four"), Options(teams="4x4", deck=52), (8,)),
    "big_teams_ten": Preset(mark("Five against five"), Options(teams="5x5", packs=2), (10,)),
    "epaulettes": Preset(mark("Fool with epaulettes"), Options(epaulettes="sixes"), ANY),
    "epaulettes_ladder": Preset(mark("Epaulettes, six to ace"), Options(epaulettes="ladder", match="ladder"), ANY),
    "cheaters": Preset(mark("Cheating and catching"), Options(transfer=True, cheating=True), (2, 3, 4)),
    "two_packs": Preset(mark("Two packs"), Options(packs=2, overload_limit=52), ANY),
    "american": Preset(mark("American Fool"), Options(self_throw=True), ANY),
    "armenian": Preset(mark("Armenian Fool"), Options(lead_from_stock=True), (2, 3, 4, 5)),
}
