"""Bura with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.bura import positions, refusals, scene, words
from cardtable.games.bura.rules import BuraRules
from cardtable.games.bura.verbs import VERBS


class Bura(BuraRules):
    """Bura as played at a table."""

    verbs = VERBS
    reason = refusals.reason
    scene = scene.scene
    tell = staticmethod(words.tell)
    result_lines = words.result_lines
    verdict = words.verdict
    so_far = words.so_far
    totals = words.totals
    sheet_row = words.sheet_row
    sheet_notes = words.sheet_notes
    facts = positions.facts
    put_down = positions.put_down


RULES = Bura
"""Creates the rules for a table."""
