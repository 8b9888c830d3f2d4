"""Kozel with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.kozel import positions, refusals, scene, words
from cardtable.games.kozel.rules import KozelRules
from cardtable.games.kozel.verbs import VERBS


class Kozel(KozelRules):
    """Kozel as played at a table."""

    verbs = VERBS
    reason = refusals.reason
    scene = scene.scene
    tell = words.tell
    result_lines = words.result_lines
    verdict = words.verdict
    so_far = words.so_far
    totals = words.totals
    sheet_row = words.sheet_row
    sheet_notes = words.sheet_notes
    facts = positions.facts
    put_down = positions.put_down


RULES = Kozel
"""Creates the rules for a table."""
