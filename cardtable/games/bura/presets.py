"""The presets of Bura: what differs from the defaults, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.bura.options import BuraOptions

Options = BuraOptions
FEW = (2, 3, 4)
MANY = (2, 3, 4, 5, 6)

PRESETS = {
    "burkozel": Preset(mark("Burkozel"), Options(), MANY),
    "burkozel_casual": Preset(
        mark("Burkozel, counted by the table"), Options(win_detection="auto", show_counts=True), MANY
    ),
    "burkozel_strict": Preset(mark("Burkozel, drawing by hand"), Options(manual_draw=True, pretend_draw=True), FEW),
    "burkozel_open": Preset(mark("Open Burkozel"), Options(open_hands="all"), FEW),
    "burkozel_handicap": Preset(mark("One open hand"), Options(open_hands=0, open_bonus=5), FEW),
    "burkozel_moscow_high": Preset(mark("Company ranking"), Options(combo_order="four_ends>moscow>molodka"), FEW),
}
