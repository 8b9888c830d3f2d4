"""The preset of King, Prince, Soldier, Peasant, as in section 5 of the catalogue."""

from __future__ import annotations

from cardtable.engine.family import Preset
from cardtable.engine.text import mark
from cardtable.games.titles.options import TitlesOptions

PRESETS = {"four_ranks": Preset(mark("King, Prince, Soldier, Peasant"), TitlesOptions(), (4,))}
