"""King by contracts with its faces: how moves are refused, and how it is shown, told and put down."""

from __future__ import annotations

from cardtable.games.king import contracts_positions, contracts_refusals, contracts_scene, contracts_words
from cardtable.games.king.contracts_rules import KingContracts


class Contracts(KingContracts):
    """King by contracts as a table plays it."""

    reason = contracts_refusals.reason
    scene = contracts_scene.scene
    tell = staticmethod(contracts_words.tell)
    result_lines = contracts_words.result_lines
    totals = staticmethod(contracts_words.totals)
    sheet_row = contracts_words.sheet_row
    sheet_notes = contracts_words.sheet_notes
    facts = contracts_positions.facts
    put_down = contracts_positions.put_down
