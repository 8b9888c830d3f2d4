"""The presets of 101: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.one_oh_one.options import OneOhOneOptions

Options = OneOhOneOptions
ANY = (2, 3, 4, 5, 6)
SMALL_DECK = (2, 3, 4, 5)

PRESETS = {
    "classic": Preset(mark("101 (Czech fool)"), Options(), ANY),
    "draw_one": Preset(mark("101, one-card draw"), Options(draw_rule="one"), ANY),
    "exact_reset": Preset(
        mark("101 with resets"), Options(bust_rule="over", exact_resets=True, minus_exact_resets=True), ANY
    ),
    "long_201": Preset(mark("Long 101, up to 201"), Options(limit=201), ANY),
    "long_501": Preset(mark("Long 101, up to 501"), Options(limit=501), ANY),
    "dealer_opens": Preset(mark("Dealer opens"), Options(opening="dealer_card"), ANY),
    "crocodile": Preset(mark("Crocodile"), Options(draw_rule="one", king_hearts_draw=5), ANY),
    "small_deck_a": Preset(
        mark("Small deck, light"),
        Options(deck=32, six_effect="none", seven_effect="draw2", eight_effect="draw1"),
        SMALL_DECK,
    ),
    "small_deck_b": Preset(
        mark("Small deck, hard"),
        Options(deck=32, six_effect="none", seven_effect="draw1_skip", eight_effect="skip"),
        SMALL_DECK,
    ),
    "jack_orders": Preset(
        mark("Jack orders"),
        Options(
            order_rank="J",
            queen_follow="king_or_jack",
            jack_left_loses="any_jack",
            jack_out_doubles=True,
            queen_out_bonus=0,
            queen_spades_out_bonus=0,
            only_queens_penalty=0,
        ),
        ANY,
    ),
    "english_fool": Preset(mark("English fool"), Options(ace_effect="english"), ANY),
    "pharaoh": Preset(
        mark("Pharaoh"),
        Options(
            hand_size=4,
            queen_out_bonus=30,
            queen_spades_out_bonus=30,
            only_queens_penalty=30,
            only_queens_scope="single",
        ),
        ANY,
    ),
    "pentagon": Preset(
        mark("Pentagon"),
        Options(
            draw_rule="one",
            match_rule="suit_six_rank",
            order_skips_next=True,
            points_table="pentagon",
            ace_effect="skip",
        ),
        ANY,
    ),
}
