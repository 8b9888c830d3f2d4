"""The strength of the styles: the arena's measurements, and the words derived from them.

The figures are in `ratings.toml` beside this module, by family; `.build/ratings.py` writes them from the games that
`cardtable arena --store` has played. A style missing there has the word of its entry in the list of bots, and no
figure.
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
"""The adviser of a player who has not chosen one."""
SURE = 1.96
"""Two ratings count as different if they are this many standard errors apart (95 %)."""
EXPERTS = ("expert", "expert_deep")
"""The styles that search, the quicker one first; all others play by habit."""
FAIR_FROM, STRONG_ABOVE, VERY = 40, 60, 75
"""Scores out of 100 against the usual style at which one word gives way to the next."""


class EloRating(NamedTuple):
    """The measured strength of a style in Elo points; the styles of a family average 1500."""

    elo: float
    error: float
    """The standard error of `elo`."""
    deals: int
    """The number of deals played against all the others together."""
    score: float | None = None
    """Its score from 0 to 1 against the usual style on the same decks; None if they have not played such games."""

    def beats(self, other: EloRating) -> bool:
        """Whether it is proven stronger."""
        return self.elo - other.elo > SURE * hypot(self.error, other.error)


class Measured(NamedTuple):
    """The measurements of a family."""

    presets: tuple[str, ...] = ()
    """The presets in which the styles played each other."""
    styles: Mapping[str, EloRating] = MappingProxyType({})


def error_of_mean(count: int, spread: float) -> float:
    """The standard error of a mean of `count` results; `spread` is the sum of their squared distances from the mean.

    Adds two results, half a point above and below, because a few that agree prove little (Agresti and Coull).
    """
    return sqrt((spread + 0.5) / (count + 2) / count)


@cache
def measured(family: str) -> Measured:
    """The ratings of a family; empty if nothing was measured."""
    found = _file().get(family)
    if found is None:
        return Measured()
    return Measured(
        tuple(found["presets"]), {style: EloRating(**figures) for style, figures in found["styles"].items()}
    )


def paired() -> Sequence[Mapping[str, Any]]:
    """The expert's results against the strongest style of a game: preset, seats, score and its interval."""
    rows: Sequence[Mapping[str, Any]] = _file().get("paired", ())
    return rows


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / FILE).read_text(encoding="utf-8"))


def score(style: str, ratings: Mapping[str, EloRating]) -> float | None:
    """A style's score from 0 to 1 against the usual one: from games on the same decks, else from their ratings.

    None if either was not measured.
    """
    own, usual = ratings.get(style), ratings.get(USUAL)
    if own is None or usual is None:
        return None
    return own.score if own.score is not None else 1 / (1 + 10 ** ((usual.elo - own.elo) / 400))


def word(style: str, ratings: Mapping[str, EloRating]) -> str | None:
    """The strength of a measured style in a word, from its score against the usual one: one yardstick for all games.

    Below 40 out of 100 easy, up to 60 fair, up to 75 strong, above that very strong. None without a measurement.
    """
    found = score(style, ratings)
    if found is None:
        return None
    share = round(100 * found)  # Rounded as shown beside the word.
    return EASY if share < FAIR_FROM else FAIR if share <= STRONG_ABOVE else STRONG if share <= VERY else VERY_STRONG


def home(entry: BotEntry, family: str) -> str:
    """The family whose ratings apply to a style at a table of this one: this one, or the style's own family."""
    return entry.families[0] if entry.families and family not in entry.families else family


def strength(entry: BotEntry, family: str) -> Text:
    """The strength of a style in a family: the word and its score against the usual one, else the word of its entry.

    The deeper expert, if not rated, counts as the quicker one: it is no weaker, as it looks at more of the same deals.
    """
    ratings = measured(home(entry, family)).styles
    style = entry.style if entry.style in ratings or entry.style not in EXPERTS else EXPERTS[0]
    share = score(style, ratings)
    if share is None:
        return Text(entry.strength)
    return say("{word} · {score} of 100", word=Text(word(style, ratings) or ""), score=round(100 * share))


def best(family: str) -> str:
    """The style with the best hints: the quickest expert that is proven stronger than all habits, else the best known
    style.
    """
    ratings = measured(family).styles
    habits = [rating for style, rating in ratings.items() if style not in EXPERTS]
    proven = (style for style in EXPERTS if style in ratings and all(map(ratings[style].beats, habits)))
    return next(proven, adviser(family))


def hint_style(wanted: str, family: str) -> str:
    """The style that gives hints in a family when the player wants `wanted`: the best one if `wanted` does not play
    there.
    """
    if any(entry.style == wanted for entry in own_styles(family)):
        with suppress(UnknownBot):  # Its package cannot be loaded.
            return find_bot(wanted, family).style
    return best(family)
