"""The Palace Ladder with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.palace import positions, refusals, scene, words
from cardtable.games.palace.rules import PalaceRules
from cardtable.games.palace.verbs import VERBS


class Palace(PalaceRules):
    """The Palace Ladder as played at a table."""

    verbs = VERBS
    reason = refusals.reason
    scene = scene.scene
    tell = words.tell
    result_lines = words.result_lines
    verdict = words.verdict
    so_far = words.so_far
    places = words.places
    totals = staticmethod(words.totals)
    sheet_row = words.sheet_row
    sheet_notes = words.sheet_notes
    facts = positions.facts
    put_down = positions.put_down


RULES = Palace
"""Creates the rules for a table."""
