"""How strong the styles are: figures as the arena has measured them, and the words that follow from them.

The figures stand in `ratings.toml` beside this module, by family; `.build/ratings.py` writes them from what `cardtable
arena --store` has played. A style that is not in it has the word of its entry in the list of bots, and no figure.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from math import hypot, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtable.bots.entries import EASY, FAIR, STRONG, VERY_STRONG, BotEntry
from cardtable.bots.finding import USUAL, UnknownBot, adviser, find_bot, own_styles

FILE = "ratings.toml"
AUTO = "auto"
"""The adviser of somebody who has chosen none."""
SURE = 1.96
"""Standard errors by which two ratings must differ to be told apart, at 95 %."""
EXPERTS = ("expert", "expert_deep")
"""The styles that look ahead, the quicker one first; all others are habits."""
LEAST = "lowest"
"""With the usual one, the style that the words compare with."""


class EloRating(NamedTuple):
    """The strength of a style in Elo points, 1500 on average over the family's styles, as far as it was measured."""

    elo: float
    error: float
    """Its standard error."""
    deals: int
    """What it has played against all others together."""

    def beats(self, other: EloRating) -> bool:
        """Whether it is proven stronger."""
        return self.elo - other.elo > SURE * hypot(self.error, other.error)


class Measured(NamedTuple):
    """What was measured in a family."""

    presets: tuple[str, ...] = ()
    """The games in which the styles played each other."""
    styles: Mapping[str, EloRating] = MappingProxyType({})


def error_of_mean(count: int, spread: float) -> float:
    """The standard error of the mean of so many results; the spread is the sum of their squared distances from it.

    Two results more, half a point above and below: a few that agree are no certainty (Agresti and Coull).
    """
    return sqrt((spread + 0.5) / (count + 2) / count)


@cache
def measured(family: str) -> Measured:
    """The ratings in a family; none where nothing was measured."""
    found = _file().get(family)
    if found is None:
        return Measured()
    return Measured(
        tuple(found["presets"]), {style: EloRating(**figures) for style, figures in found["styles"].items()}
    )


def paired() -> Sequence[Mapping[str, Any]]:
    """How the expert fared against the strongest style of a game: preset, seats, score and its interval."""
    rows: Sequence[Mapping[str, Any]] = _file().get("paired", ())
    return rows


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((files("cardtable.bots") / FILE).read_text(encoding="utf-8"))


def word(style: str, ratings: Mapping[str, EloRating]) -> str | None:
    """How strong a measured style is, in a word; None where what it is compared with was not measured.

    Very strong: proven stronger than every habit. Strong: not proven weaker than steady. Easy: not proven stronger than
    lowest. Fair: between these two.
    """
    own = ratings.get(style)
    if own is None or USUAL not in ratings or LEAST not in ratings:
        return None
    habits = [rating for other, rating in ratings.items() if other not in EXPERTS and other != style]
    if style in EXPERTS and all(map(own.beats, habits)):
        return VERY_STRONG
    if style != LEAST and not ratings[USUAL].beats(own):
        return STRONG
    return FAIR if own.beats(ratings[LEAST]) else EASY


def home(entry: BotEntry, family: str) -> str:
    """The family whose ratings tell of a style at a table of this one: it, or where the style has a way of its own."""
    return entry.families[0] if entry.families and family not in entry.families else family


def strength(entry: BotEntry, family: str) -> str:
    """How strong a style is in a family, in a word: by its rating there, else as its entry says.

    The deeper expert, where it was not rated, is no weaker than the other: it looks at more of the same deals.
    """
    ratings = measured(home(entry, family)).styles
    rated = entry.style in ratings or entry.style not in EXPERTS
    return word(entry.style if rated else EXPERTS[0], ratings) or entry.strength


def best(family: str) -> str:
    """The style whose hints are worth most: the quickest expert that is proven stronger than all habits, else the best
    known style.
    """
    ratings = measured(family).styles
    return next((style for style in EXPERTS if word(style, ratings) == VERY_STRONG), adviser(family))


def hint_style(wanted: str, family: str) -> str:
    """The style that gives hints in a family to somebody who wants this one: the best, where it does not play."""
    if any(entry.style == wanted for entry in own_styles(family)):
        with suppress(UnknownBot):  # it comes from a package that cannot be loaded
            return find_bot(wanted, family).style
    return best(family)
