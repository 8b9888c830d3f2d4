"""How strong the styles are: figures as the arena has measured them, and the words that follow from them.

The figures stand in `ratings.toml` beside this module, by family; `.build/ratings.py` writes them from what `cardtable
arena --store` has played. A style that is not in it has the word of its entry in the list of bots, and no figure.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import hypot, sqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtable.bots.entries import EASY, FAIR, STRONG, VERY_STRONG, BotEntry
from cardtable.bots.finding import USUAL, UnknownBot, adviser, find_bot, own_styles
from cardtable.engine.text import Text, say

FILE = "ratings.toml"
AUTO = "auto"
"""The adviser of somebody who has chosen none."""
SURE = 1.96
"""Standard errors by which two ratings must differ to be told apart, at 95 %."""
EXPERTS = ("expert", "expert_deep")
"""The styles that look ahead, the quicker one first; all others are habits."""
FAIR_FROM, STRONG_ABOVE, VERY = 40, 60, 75
"""Scores of 100 against the usual style at which one word becomes the next."""


class EloRating(NamedTuple):
    """The strength of a style in Elo points, 1500 on average over the family's styles, as far as it was measured."""

    elo: float
    error: float
    """Its standard error."""
    deals: int
    """What it has played against all others together."""
    score: float | None = None
    """What it got of 1 against the usual style, both on the same decks; None where they did not meet so."""

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
    return tomllib.loads((Path(__file__).parent / FILE).read_text(encoding="utf-8"))


def score(style: str, ratings: Mapping[str, EloRating]) -> float | None:
    """What a style gets of 1 against the usual one: as they have played it on the same decks, else by their ratings.

    None where either was not measured.
    """
    own, usual = ratings.get(style), ratings.get(USUAL)
    if own is None or usual is None:
        return None
    return own.score if own.score is not None else 1 / (1 + 10 ** ((usual.elo - own.elo) / 400))


def word(style: str, ratings: Mapping[str, EloRating]) -> str | None:
    """How strong a measured style is, in a word, by its score against the usual one: one yardstick for all games.

    Under 40 of 100 easy, up to 60 fair, up to 75 strong, above that very strong. None where nothing was measured.
    """
    found = score(style, ratings)
    if found is None:
        return None
    share = round(100 * found)  # As it is shown beside the word.
    return EASY if share < FAIR_FROM else FAIR if share <= STRONG_ABOVE else STRONG if share <= VERY else VERY_STRONG


def home(entry: BotEntry, family: str) -> str:
    """The family whose ratings tell of a style at a table of this one: it, or where the style has a way of its own."""
    return entry.families[0] if entry.families and family not in entry.families else family


def strength(entry: BotEntry, family: str) -> Text:
    """How strong a style is in a family: the word and its score against the usual one, else as its entry says.

    The deeper expert, where it was not rated, is no weaker than the other: it looks at more of the same deals.
    """
    ratings = measured(home(entry, family)).styles
    style = entry.style if entry.style in ratings or entry.style not in EXPERTS else EXPERTS[0]
    share = score(style, ratings)
    if share is None:
        return Text(entry.strength)
    return say("{word} · {score} of 100", word=Text(word(style, ratings) or ""), score=round(100 * share))


def best(family: str) -> str:
    """The style whose hints are worth most: the quickest expert that is proven stronger than all habits, else the best
    known style.
    """
    ratings = measured(family).styles
    habits = [rating for style, rating in ratings.items() if style not in EXPERTS]
    proven = (style for style in EXPERTS if style in ratings and all(map(ratings[style].beats, habits)))
    return next(proven, adviser(family))


def hint_style(wanted: str, family: str) -> str:
    """The style that gives hints in a family to somebody who wants this one: the best, where it does not play."""
    if any(entry.style == wanted for entry in own_styles(family)):
        with suppress(UnknownBot):  # it comes from a package that cannot be loaded
            return find_bot(wanted, family).style
    return best(family)
