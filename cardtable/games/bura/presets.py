"""The presets of Bura: what differs from the defaults, as in section 5 of the catalogue, and what each is like."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.bura.options import BuraOptions

Options = BuraOptions
FEW = (2, 3, 4)
MANY = (2, 3, 4, 5, 6)
CLAIM = mark("Take more than half of the 120 card points and be the first to say so; four trumps in hand win at once.")

PRESETS = {
    "burkozel": Preset(
        mark("Burkozel"),
        Options(),
        MANY,
        aim=CLAIM,
        special=mark(
            "Lead up to four cards of a suit at once. Nobody counts for you, and a false claim loses the deal."
        ),
        level="medium",
        minutes=2,
    ),
    "burkozel_casual": Preset(
        mark("Burkozel, counted by the table"),
        Options(win_detection="auto", show_counts=True),
        MANY,
        aim=mark("Be the first to take more than half of the 120 card points; four trumps in hand win at once."),
        special=mark("Lead up to four cards of a suit at once. The table counts for you: the one to learn first."),
        level="easy",
        minutes=1,
    ),
    "burkozel_strict": Preset(
        mark("Burkozel, drawing by hand"),
        Options(manual_draw=True, pretend_draw=True),
        FEW,
        aim=CLAIM,
        special=mark(
            "You draw by hand, and out of turn it costs the deal; pretend to draw and lure a neighbour into it."
        ),
        level="hard",
        minutes=3,
    ),
    "burkozel_open": Preset(
        mark("Open Burkozel"),
        Options(open_hands="all"),
        FEW,
        aim=CLAIM,
        special=mark("All hands lie face up: no bluffing, pure reckoning, and a good way to see how tricks are won."),
        level="easy",
        minutes=2,
    ),
    "burkozel_handicap": Preset(
        mark("One open hand"),
        Options(open_hands=0, open_bonus=5),
        FEW,
        aim=CLAIM,
        special=mark("The first player's hand lies open, and five points make up for it: give a beginner a chance."),
        level="medium",
        minutes=2,
    ),
    "burkozel_moscow_high": Preset(
        mark("Company ranking"),
        Options(combo_order="four_ends>moscow>molodka"),
        FEW,
        aim=CLAIM,
        special=mark("Of the hands that take the lead, three aces now stand above four cards of one suit."),
        level="medium",
        minutes=2,
    ),
}
