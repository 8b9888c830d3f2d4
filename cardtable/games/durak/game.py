"""Durak with its presentation: refusals, scene, sentences and positions."""

from __future__ import annotations

from cardtable.games.durak import positions, public_facts, refusals, scene, words
from cardtable.games.durak.cheating import CheatersRules
from cardtable.games.durak.options import DurakOptions
from cardtable.games.durak.rules import DurakRules
from cardtable.games.durak.verbs import VERBS


class Durak(DurakRules):
    """Durak as played at an honest table."""

    __slots__ = ()
    verbs = VERBS
    reason = refusals.reason
    scene = scene.scene
    tell = staticmethod(words.tell)
    result_lines = words.result_lines
    verdict = words.verdict
    so_far = words.so_far
    places = words.places
    totals = words.totals
    facts = public_facts.facts
    put_down = positions.put_down


class Cheaters(CheatersRules, Durak):
    """Durak as played at a table that allows cheating."""

    __slots__ = ()


def durak(options: DurakOptions, seats: int) -> Durak:
    """The game for these options, with or without cheating."""
    return Cheaters(options, seats) if options.cheating else Durak(options, seats)


RULES = durak
"""Creates the rules for a table."""
