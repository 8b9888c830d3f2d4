"""What the arena knows of the styles: mean results with their intervals, and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log10, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

from cardtable.arena.deals import Deal

CONFIDENCE = NormalDist().inv_cdf(0.975)
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Score:
    """A mean result between 0 and 1, its 95 % interval, and over how many deals."""

    score: float
    low: float
    high: float
    deals: int


@dataclass(slots=True)
class Report:
    """What is known so far: the results of every style, and of every pair at one table, by deck."""

    by_bot: dict[str, list[list[float]]] = field(default_factory=dict)
    by_pair: dict[tuple[str, str], list[list[float]]] = field(default_factory=dict)
    ends: dict[str, Counter[str]] = field(default_factory=dict)
    """How often every style won (nobody did better), drew (all did alike) or lost."""
    failures: list[dict[str, str]] = field(default_factory=list)
    """The first failure of every bot that failed."""
    decks: int = 0

    def add(self, deck: list[Deal]) -> None:
        """Counts the deals of one deck."""
        self.decks += 1
        bots: dict[str, list[float]] = {}
        pairs: dict[tuple[str, str], list[float]] = {}
        for deal in deck:
            styles, scores = deal.styles, deal.scores
            if deal.failed and all(failure["bot"] != deal.failed for failure in self.failures):
                self.failures.append({"bot": deal.failed, "what": deal.what})
            best, drawn = max(scores), len(set(scores)) == 1
            for style in set(styles):
                own = [score for name, score in zip(styles, scores, strict=True) if name == style]
                bots.setdefault(style, []).append(fmean(own))
                end = "drawn" if drawn else "won" if best in own else "lost"
                self.ends.setdefault(style, Counter())[end] += 1
            for (first, a), (second, b) in combinations(zip(styles, scores, strict=True), 2):
                if first != second:
                    key, ahead = ((first, second), a - b) if first < second else ((second, first), b - a)
                    pairs.setdefault(key, []).append((ahead + 1) / 2)
        for style, results in bots.items():
            self.by_bot.setdefault(style, []).append(results)
        for key, results in pairs.items():
            self.by_pair.setdefault(key, []).append(results)


def summary(decks: Sequence[Sequence[float]]) -> Score:
    """The mean of these results with its interval; the results of one deck belong together."""
    means = [fmean(deck) for deck in decks]
    mean = fmean(means)
    error = CONFIDENCE * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.5
    return Score(mean, max(0.0, mean - error), min(1.0, mean + error), sum(map(len, decks)))


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a style in Elo points, 1500 on average over those who played, with its standard error."""

    elo: float
    error: float


DRAWS = 200
"""How often the decks are drawn anew for the error of a rating."""


def ratings(report: Report) -> dict[str, Rating]:
    """Bradley-Terry ratings from the results of every pair; the errors by bootstrap over the decks.

    A style that won or lost everything would be infinitely far off; half a deal drawn with everybody keeps it near.
    """
    pairs = {pair: [fmean(deck) for deck in decks] for pair, decks in report.by_pair.items()}
    styles = sorted({style for pair in pairs for style in pair})
    if len(styles) < 2:
        return {}
    rng = Random(1)
    found = elo(styles, {pair: (sum(decks), len(decks)) for pair, decks in pairs.items()})
    drawn = []
    for _ in range(DRAWS):
        again = {pair: rng.choices(decks, k=len(decks)) for pair, decks in pairs.items()}
        drawn.append(elo(styles, {pair: (sum(decks), len(decks)) for pair, decks in again.items()}))
    return {style: Rating(found[style], stdev([elo[style] for elo in drawn])) for style in styles}


def elo(styles: Sequence[str], pairs: dict[tuple[str, str], tuple[float, int]]) -> dict[str, float]:
    """Bradley-Terry strengths by the minorization of Hunter (2004), in Elo points round 1500."""
    points = {style: 0.25 * (len(styles) - 1) for style in styles}
    games: dict[tuple[str, str], float] = {}
    for (a, b), (score, count) in pairs.items():
        points[a] += score
        points[b] += count - score
        games[a, b] = games[b, a] = count + 0.5
    strength = dict.fromkeys(styles, 1.0)
    for _ in range(1000):
        new = {
            style: points[style]
            / sum(
                games.get((style, other), 0.5) / (strength[style] + strength[other])
                for other in styles
                if other != style
            )
            for style in styles
        }
        scale = 10 ** fmean(log10(value) for value in new.values())
        new = {style: value / scale for style, value in new.items()}
        moved = max(abs(new[style] / strength[style] - 1) for style in styles)
        strength = new
        if moved < 1e-7:
            break
    return {style: 1500 + 400 * log10(value) for style, value in strength.items()}
