"""The presets of 101: what differs from the defaults, as in section 5 of the catalogue, and what each is like."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.one_oh_one.options import OneOhOneOptions

Options = OneOhOneOptions
ANY = (2, 3, 4, 5, 6)
SMALL_DECK = (2, 3, 4, 5)
AIM = mark("Be the first without cards: what the others still hold counts against them, and 101 points put you out.")

PRESETS = {
    "classic": Preset(
        mark("101 (Czech fool)"),
        Options(),
        ANY,
        aim=AIM,
        special=mark(
            "Lay the suit or the rank of the top card. Sixes, sevens, nines, aces and one king act on their own."
        ),
        level="easy",
        minutes=8,
    ),
    "draw_one": Preset(
        mark("101, one-card draw"),
        Options(draw_rule="one"),
        ANY,
        aim=AIM,
        special=mark("Nothing fits? Draw one card only, not a whole armful: hands stay small and deals short."),
        level="easy",
        minutes=7,
    ),
    "exact_reset": Preset(
        mark("101 with resets"),
        Options(bust_rule="over", exact_resets=True, minus_exact_resets=True),
        ANY,
        aim=mark("Be the first without cards; cards left in hand count against you, and more than 101 put you out."),
        special=mark("Exactly 101 points, or 101 below zero, become nothing again: hope until the very last card."),
        level="easy",
        minutes=9,
    ),
    "long_201": Preset(
        mark("Long 101, up to 201"),
        Options(limit=201),
        ANY,
        aim=mark("Be the first without cards: what the others still hold counts against them, and 201 put you out."),
        special=mark("The same game with twice the patience: one bad deal does not send anybody home."),
        level="easy",
        minutes=20,
        short={"limit": 101},
    ),
    "long_501": Preset(
        mark("Long 101, up to 501"),
        Options(limit=501),
        ANY,
        aim=mark("Be the first without cards: what the others still hold counts against them, and 501 put you out."),
        special=mark("A whole evening of it: totals climb slowly, and queens laid last take many points off again."),
        level="easy",
        minutes=45,
        short={"limit": 101},
    ),
    "dealer_opens": Preset(
        mark("Dealer opens"),
        Options(opening="dealer_card"),
        ANY,
        aim=AIM,
        special=mark(
            "The dealer's last card opens the pile by itself, with all that it does: luck has the first move."
        ),
        level="easy",
        minutes=10,
    ),
    "crocodile": Preset(
        mark("Crocodile"),
        Options(draw_rule="one", king_hearts_draw=5),
        ANY,
        aim=AIM,
        special=mark(
            "A second beast lies in wait: the king of hearts makes the next player draw five and miss a turn."
        ),
        level="easy",
        minutes=6,
    ),
    "small_deck_a": Preset(
        mark("Small deck, light"),
        Options(deck=32, six_effect="none", seven_effect="draw2", eight_effect="draw1"),
        SMALL_DECK,
        aim=AIM,
        special=mark(
            "No sixes in the pack: sevens make the next player draw two, eights one, and nobody misses a turn."
        ),
        level="easy",
        minutes=10,
    ),
    "small_deck_b": Preset(
        mark("Small deck, hard"),
        Options(deck=32, six_effect="none", seven_effect="draw1_skip", eight_effect="skip"),
        SMALL_DECK,
        aim=AIM,
        special=mark(
            "No sixes in the pack: sevens cost a card and the turn, eights the turn. You will be waiting a lot."
        ),
        level="easy",
        minutes=6,
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
        aim=AIM,
        special=mark(
            "Jacks order the suit and are hot: one left in hand puts you out of the match, one laid last doubles."
        ),
        level="medium",
        minutes=5,
    ),
    "english_fool": Preset(
        mark("English fool"),
        Options(ace_effect="english"),
        ANY,
        aim=AIM,
        special=mark(
            "Cover your ace with a card of its suit and you order another suit; if you cannot, the first who can does."
        ),
        level="hard",
        minutes=10,
    ),
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
        aim=AIM,
        special=mark(
            "Four cards each, and queens are dear: the last card laid takes 30 off, the only one left costs 30."
        ),
        level="easy",
        minutes=8,
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
        aim=AIM,
        special=mark(
            "The suit must fit, the rank is enough on sixes only; queens cost a turn, and 20 points if you keep one."
        ),
        level="medium",
        minutes=15,
    ),
}
