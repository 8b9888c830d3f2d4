"""The arena's results for the styles: mean scores with their intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean

from cardtable.arena.deals import Deal
from cardtable.arena.ratings import Outcome, meetings, outcome
from cardtable.bots.ratings import error_of_mean

CONFIDENCE = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval in standard errors."""


@dataclass(frozen=True, slots=True)
class MeanScore:
    """A mean score between 0 and 1, its 95 % interval, and the number of deals."""

    score: float
    low: float
    high: float
    deals: int


@dataclass(slots=True)
class Failures:
    """A bot's first failure, and the number of deals it failed in."""

    first: str
    count: int = 0
    late_in_a_row: int = 0
    """The number of its latest deals, in a row, lost to timeouts."""


@dataclass(slots=True)
class Report:
    """The results so far, by deck, for every style and every pair of styles at a table."""

    by_bot: dict[str, list[list[float]]] = field(default_factory=dict)
    by_pair: dict[tuple[str, str], list[list[float]]] = field(default_factory=dict)
    ends: dict[str, Counter[str]] = field(default_factory=dict)
    """For every style, the number of deals won (nobody did better), drawn (all did equally well) or lost."""
    failures: dict[str, Failures] = field(default_factory=dict)
    """By bot, for those that failed."""
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    """The decks' results for the pairs, as outcomes with counts: all that ratings need."""
    decks: int = 0

    def add(self, deck: list[Deal]) -> None:
        """Counts the deals of one deck."""
        self.decks += 1
        bots: dict[str, list[float]] = {}
        for deal in deck:
            styles, scores = deal.styles, deal.scores
            if deal.failed:
                self.failures.setdefault(deal.failed, Failures(deal.what)).count += 1
            for bot in self.failures.keys() & set(styles):
                of = self.failures[bot]
                of.late_in_a_row = of.late_in_a_row + 1 if deal.late and deal.failed == bot else 0
            best, drawn = max(scores), len(set(scores)) == 1
            for style in set(styles):
                own = [score for name, score in zip(styles, scores, strict=True) if name == style]
                bots.setdefault(style, []).append(fmean(own))
                end = "drawn" if drawn else "won" if best in own else "lost"
                self.ends.setdefault(style, Counter())[end] += 1
        for style, results in bots.items():
            self.by_bot.setdefault(style, []).append(results)
        pairs = meetings((deal.styles, deal.scores) for deal in deck)
        self.outcomes[outcome(pairs)] += 1
        for pair, results in pairs.items():
            self.by_pair.setdefault(pair, []).append(results)


def summary(decks: Sequence[Sequence[float]]) -> MeanScore:
    """The mean of these results with its interval; the results of one deck form a cluster."""
    means = [fmean(deck) for deck in decks]
    mean = fmean(means)
    error = CONFIDENCE * error_of_mean(len(means), sum((one - mean) ** 2 for one in means))
    return MeanScore(mean, max(0.0, mean - error), min(1.0, mean + error), sum(map(len, decks)))
