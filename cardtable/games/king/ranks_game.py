"""The game of four titles with its faces: how moves are refused, and how it is shown, told and put down."""

from __future__ import annotations

from cardtable.games.king import ranks_positions, ranks_refusals, ranks_scene, ranks_words
from cardtable.games.king.ranks import RanksRules


class Titles(RanksRules):
    """The game of four titles as a table plays it."""

    reason = ranks_refusals.reason
    scene = ranks_scene.scene
    tell = staticmethod(ranks_words.tell)
    result_lines = ranks_words.result_lines
    totals = staticmethod(ranks_words.totals)
    sheet_row = ranks_words.sheet_row
    sheet_notes = ranks_words.sheet_notes
    facts = ranks_positions.facts
    put_down = ranks_positions.put_down
