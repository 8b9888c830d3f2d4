"""The styles of a family that vote where a search must not judge, and the weight of each vote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from cardtable.bots.finding import USUAL, own_styles
from cardtable.bots.ratings import EXPERTS, measured

LEAST: Final = 0.40
"""A style that scores less against the usual one has no vote."""


@cache
def voters(family: str) -> Mapping[str, float]:
    """Maps each voting style of ours that is made for the family to its weight: the odds that it beats the usual style.

    Empty if the usual style was not rated.
    """
    rated = measured(family).styles
    if USUAL not in rated:
        return MappingProxyType({})
    ours = {entry.style for entry in own_styles(family) if entry.families and not entry.package}
    odds = {style: 10 ** ((rated[style].elo - rated[USUAL].elo) / 400) for style in ours if style in rated}
    return MappingProxyType(
        {
            style: weight
            for style, weight in sorted(odds.items(), key=lambda one: (-one[1], one[0]))
            if style not in EXPERTS and weight / (1 + weight) >= LEAST
        }
    )
