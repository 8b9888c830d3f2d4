"""The ladder of the court with its faces: how moves are refused, and how it is shown, told and put down."""

from __future__ import annotations

from cardtable.games.king import ladder_positions, ladder_refusals, ladder_scene, ladder_words
from cardtable.games.king.ladder import LadderRules


class Palace(LadderRules):
    """The ladder of the court as a table plays it."""

    reason = ladder_refusals.reason
    scene = ladder_scene.scene
    tell = ladder_words.tell
    result_lines = ladder_words.result_lines
    totals = staticmethod(ladder_words.totals)
    sheet_row = ladder_words.sheet_row
    sheet_notes = ladder_words.sheet_notes
    facts = ladder_positions.facts
    put_down = ladder_positions.put_down
