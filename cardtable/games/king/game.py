"""King by contracts with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.king import positions, refusals, scene, words
from cardtable.games.king.rules import KingRules
from cardtable.games.king.verbs import VERBS


class King(KingRules):
    """King by contracts as played at a table."""

    verbs = VERBS
    reason = refusals.reason
    scene = scene.scene
    tell = staticmethod(words.tell)
    result_lines = words.result_lines
    verdict = words.verdict
    so_far = words.so_far
    totals = staticmethod(words.totals)
    sheet_row = words.sheet_row
    sheet_notes = words.sheet_notes
    facts = positions.facts
    put_down = positions.put_down


RULES = King
"""Creates the rules for a table."""
