"""The game of four titles with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.titles import positions, refusals, scene, words
from cardtable.games.titles.rules import TitlesRules
from cardtable.games.titles.verbs import VERBS


class Titles(TitlesRules):
    """The game of four titles as played at a table."""

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


RULES = Titles
"""Creates the rules for a table."""
