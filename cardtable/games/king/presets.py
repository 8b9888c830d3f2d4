"""The presets of King: what differs from the defaults, as in section 5 of the catalogue, and what each is like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.king.options import KingOptions

Options = KingOptions
LONG = Options(programme="ordered")
MINSK = Options(
    programme="ordered",
    order_list="minsk",
    yeralash="none",
    values="v40",
    trump_scope="praise",
    praise_value=8,
    praise_count=3,
    widow_size=2,
    first_leader="orderer",
)
ATOMIC = replace(
    MINSK,
    order_list="atomic",
    yeralash="both",
    praise_value=4,
    praise_count=6,
    orderer="right_of_dealer",
    first_leader="eldest",
)
TWELVE = Options(
    programme="twelve",
    deal_packet=2,
    trump_scope="praise",
    praise_trump_mode="third_card",
    allow_no_trump=True,
    praise_count=1,
)
SHORT_ATOMIC: dict[str, Any] = {"yeralash": "none", "praise_count": 3}
"""The agreement without yeralash and additional praises: 27 deals instead of 42 (G-M13)."""
DOMINO = Options(hand_size=6, values="v16", heart_lead_ban="none", early_end=False)

AVOID_THEN_TAKE = mark("Seven deals to avoid what the contract names, seven to take the same; most points win.")
EVERYBODY_ORDERS = mark("Choose when to avoid what a contract names and when to take it; most points at the end win.")
PRAISES = mark("Seven deals to avoid what the contract names, then praises for taking tricks; most points win.")

PRESETS = {
    "king_simple": Preset(
        mark("Simple King"),
        Options(),
        (4,),
        aim=AVOID_THEN_TAKE,
        special=mark(
            "Fourteen contracts in a fixed order: tricks, jacks, queens, hearts, the King. The one to learn first."
        ),
        level="medium",
        minutes=9,
    ),
    "king_three": Preset(
        mark("King for Three"),
        Options(),
        (3,),
        aim=AVOID_THEN_TAKE,
        special=mark(
            "The same fourteen contracts for three, with ten cards each: more to watch and no seat to hide in."
        ),
        level="medium",
        minutes=10,
    ),
    "king_short": Preset(
        mark("Short King"),
        Options(programme="short14"),
        (3, 4),
        aim=AVOID_THEN_TAKE,
        special=mark("The fourteen contracts for three or four, queens before jacks; otherwise as Simple King."),
        level="medium",
        minutes=10,
    ),
    "king_crowd": Preset(
        mark("Short King for Five or Six"),
        Options(programme="short14"),
        (5, 6),
        aim=AVOID_THEN_TAKE,
        special=mark("For five or six with a larger pack: eight cards each, more hearts, more people to give them to."),
        level="medium",
        minutes=10,
    ),
    "king_long": Preset(
        mark("Long King"),
        LONG,
        (3, 4),
        aim=EVERYBODY_ORDERS,
        special=mark(
            "Nobody fixes the order: everybody looks at their cards and orders each of fourteen contracts once."
        ),
        level="hard",
        minutes=30,
    ),
    "king_custom": Preset(
        mark("Custom King"),
        replace(LONG, trump_scope="positive"),
        (3, 4),
        4,
        aim=EVERYBODY_ORDERS,
        special=mark("As Long King, and whoever orders a contract that earns names its trumps too."),
        level="hard",
        minutes=35,
    ),
    "king_minsk": Preset(
        mark("Minsk King"),
        MINSK,
        (3,),
        aim=EVERYBODY_ORDERS,
        special=mark("For three: six contracts to avoid and three praises with trumps each, and a widow of two cards."),
        level="hard",
        minutes=20,
    ),
    "king_minsk_privilege": Preset(
        mark("Minsk King, orderer's trumps"),
        replace(MINSK, trump_lead_privilege=True),
        (3,),
        aim=EVERYBODY_ORDERS,
        special=mark("As Minsk King, but in a praise only the player who ordered it may lead trumps."),
        level="hard",
        minutes=20,
    ),
    "king_domino": Preset(
        mark("Domino King"),
        DOMINO,
        (3, 4),
        4,
        aim=AVOID_THEN_TAKE,
        special=mark(
            "Six cards and a stock: whoever cannot follow suit draws until they can, and 31 points down end it."
        ),
        level="medium",
        minutes=3,
    ),
    "king_jokers": Preset(
        mark("King with Jokers"),
        Options(programme="single", single_contract="spot_hearts"),
        (3, 4),
        aim=mark("Avoid hearts, which cost the number printed on them; the fewest penalty points win."),
        special=mark("A joker takes nearly every trick, costs 20 itself, and bows only to the high hearts."),
        level="medium",
        minutes=15,
    ),
    "king_trade": Preset(
        mark("King with Bidding"),
        Options(programme="single", single_contract="trade_suit"),
        (3, 4),
        aim=mark("Avoid the cards of one suit, a point each; the first to lose 77 points ends the match."),
        special=mark("The players bid for it: the highest bidder pays the bid, and names the suit that costs."),
        level="hard",
        minutes=15,
    ),
    "king_omnibus": Preset(
        mark("Omnibus"),
        Options(programme="single", single_contract="omnibus", heart_lead_ban="none"),
        (3, 4),
        aim=mark("Avoid hearts and the queen of spades, catch the one card that pays; 100 points down end the match."),
        special=mark("Or dare the opposite: whoever takes all of them is paid, and the others get nothing."),
        level="medium",
        minutes=20,
        short={"omnibus_limit": 50},
    ),
    "king_atomic": Preset(
        mark("Atomic King"),
        ATOMIC,
        (3,),
        aim=EVERYBODY_ORDERS,
        special=mark(
            "For three: contracts where all that counts comes at once, dear or rich, six praises and a widow."
        ),
        level="hard",
        minutes=35,
        short=SHORT_ATOMIC,
    ),
    "king_atomic_boys": Preset(
        mark("Atomic King, kings are boys"),
        replace(ATOMIC, kings_as_boys=True),
        (3,),
        aim=EVERYBODY_ORDERS,
        special=mark("As Atomic King, and kings count with the jacks: eight boys, each at half the price."),
        level="hard",
        minutes=35,
        short=SHORT_ATOMIC,
    ),
    "king_atomic_short": Preset(
        mark("Atomic King without yeralash"),
        replace(ATOMIC, **SHORT_ATOMIC),
        (3,),
        aim=EVERYBODY_ORDERS,
        special=mark("As Atomic King, but never everything at once and half the praises: an evening, not a night."),
        level="hard",
        minutes=20,
    ),
    "king_twelve": Preset(
        mark("Twelve-Deal King (Ladies' Preference)"),
        TWELVE,
        (3, 4),
        4,
        aim=PRAISES,
        special=mark(
            "A praise is named with three cards in hand: choose trumps at once, or leave them to the last card."
        ),
        level="medium",
        minutes=8,
    ),
    "king_twelve_boys": Preset(
        mark("Twelve-Deal King, kings are boys"),
        replace(TWELVE, kings_as_boys=True),
        (4,),
        aim=PRAISES,
        special=mark("As Twelve-Deal King, and kings count with the jacks: eight boys, each at half the price."),
        level="medium",
        minutes=8,
    ),
}
