"""The reasons for a move, in the game's words: sentences, each with the condition that makes it true.

Every condition is read from what the seat sees: its own cards and the cards still out. A sentence about other hands
holds whatever they are; nothing uncertain is said. Each family's sentences are in a module of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from cardtable.bots.reasons.said import ECHOES, EQUALS, Said
from cardtable.cards import bits
from cardtable.engine.moves import Move
from cardtable.engine.rules import AnyRules
from cardtable.engine.state import Observation
from cardtable.engine.text import Faces

MOST = 2
"""The most reasons given for a move; nobody reads more."""


class _Told(Protocol):
    def __call__(self, rules: Any, seen: Observation, legal: Sequence[Move], move: Move) -> Iterator[Said]: ...


def reasons(rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move) -> list[Said]:
    """All reasons for one of the legal moves, the strongest first; empty if the family has no module of reasons."""
    name = f"{__name__}.{type(rules).__module__.split('.')[2]}"
    if find_spec(name) is None:
        return []
    told: _Told = import_module(name).told
    return sorted(told(rules, seen, legal, move), key=lambda one: -one.weight)


def reasons_against(
    rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move, others: Collection[Move]
) -> list[Said]:
    """The reasons for a move that do not apply to all of these others, the strongest first, `MOST` at most."""
    found = [one for one in reasons(rules, seen, legal, move) if one.key != EQUALS]
    for_others = [{one.key for one in reasons(rules, seen, legal, other)} for other in others if other != move]
    if for_others:
        for_all = set.intersection(*for_others)
        found = [one for one in found if one.key not in for_all]
    keys = {one.key for one in found}
    return [one for one in found if keys.isdisjoint(ECHOES.get(one.key, ()))][:MOST]


def reasons_among(
    rules: AnyRules, seen: Observation, legal: Sequence[Move], move: Move, alike: Collection[Move]
) -> list[Said]:
    """The reasons that tell a move from those as good; failing that, those that tell all of these from the other moves.

    If all moves are as good, a single reason that holds for all of them.
    """
    found = reasons_against(rules, seen, legal, move, alike or [one for one in legal if one != move])
    if found:
        return found
    others = [one for one in legal if one != move and one not in alike]
    if others and (found := reasons_against(rules, seen, legal, move, others)):
        return found
    told = [one for one in reasons(rules, seen, legal, move) if one.key != EQUALS or _are_all_in(one, (move, *alike))]
    return told[:1] if not others else [one for one in told if one.key == EQUALS]


def _are_all_in(said: Said, moves: Collection[Move]) -> bool:
    """Whether all cards named in the reason as equal belong to these moves."""
    told = said.text.facts["cards"]
    return isinstance(told, Faces) and set(told.cards) <= {card for one in moves for card in bits(one.cards)}
