"""Why a move is good, in the game's words: sentences, each with the condition that makes it true.

Every condition is read from what the seat sees, its own cards and what is out; a sentence about other hands holds
whatever they are. What nobody can be sure of is not said. A module for each family has its sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from cardtable.bots.reasons.said import Said
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation

MOST = 2
"""So many reasons are given for a move; more are not listened to."""


class _Told(Protocol):
    def __call__(self, rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]: ...


def reasons(rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move) -> list[Said]:
    """All that speaks for one of the legal moves, the weightiest first; nothing where no word is known for it."""
    name = f"{__name__}.{type(rules).__module__.split('.')[2]}"
    if find_spec(name) is None:
        return []
    told: _Told = import_module(name).told
    return sorted(told(rules, seen, legal, move), key=lambda one: -one.weight)


def reasons_against(
    rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move, others: Collection[Move]
) -> list[Said]:
    """What speaks for a move and not for every one of these others, `MOST` at most, the weightiest first."""
    found = reasons(rules, seen, legal, move)
    for_others = [{one.key for one in reasons(rules, seen, legal, other)} for other in others if other != move]
    if for_others:
        for_all = set.intersection(*for_others)
        found = [one for one in found if one.key not in for_all]
    return found[:MOST]


def reasons_among(
    rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move, alike: Collection[Move]
) -> list[Said]:
    """What tells a move from those that are as good; where nothing does, what tells them all from the others.

    Where all moves are as good, it is one thing that holds of them all.
    """
    found = reasons_against(rules, seen, legal, move, alike)
    if found:
        return found
    others = [one for one in legal if one != move and one not in alike]
    return reasons_against(rules, seen, legal, move, others) if others else reasons(rules, seen, legal, move)[:1]
