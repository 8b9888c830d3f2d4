"""101 with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.one_oh_one import positions, refusals, scene, words
from cardtable.games.one_oh_one.rules import OneOhOneRules
from cardtable.games.one_oh_one.verbs import VERBS


class OneOhOne(OneOhOneRules):
    """101 as played at a table."""

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


RULES = OneOhOne
"""Creates the rules for a table."""
