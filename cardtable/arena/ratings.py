"""Ratings of styles from the decks they have played, with errors, and the best pairs to play next.

The model is that of Bradley and Terry: the difference of two ratings gives the share of points that one gets from the
other. The errors come from the scatter of the decks (a sandwich estimator), so that it does not matter that the deals
of a deck, and the pairs at one table, are correlated; half an extra deck for every pair (`DRAWN`) keeps the errors wide
when there are few decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import exp, log, sqrt
from statistics import fmean

Pair = tuple[str, str]
"""Two styles, in order of their names."""
Outcome = tuple[tuple[Pair, float], ...]
"""A deck's result for every pair at its table: how often the first came out ahead, from 0 to 1."""
Matrix = list[list[float]]

ELO = 400 / log(10)
"""Elo points per unit of log odds."""
DRAWN = 0.5
"""The number of drawn decks assumed for every pair, so that a style that won everything is not infinitely strong.

They scatter like decks won by one side: a style that has drawn or won one deck is not known to be exactly that strong.
"""
NEXT = 100
"""The number of decks assumed when choosing the next pair."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a style in Elo points, averaging 1500 over all styles, with its standard error."""

    elo: float
    error: float


@dataclass(frozen=True, slots=True)
class Scale:
    """All ratings from one set of decks."""

    ratings: Mapping[str, Rating]
    decks: Mapping[Pair, int]
    """The number of decks in which each pair has met."""
    covariance: Matrix
    """The covariance of the ratings, in their order, in units of log odds."""

    def unconnected(self) -> list[Pair]:
        """Pairs that would link styles not yet connected by decks, even indirectly."""
        return [(min(pair), max(pair)) for pair in _unconnected(self.ratings, self.decks)]

    def next_pairs(self, count: int) -> list[Pair]:
        """The pairs to play next: first those that link unconnected styles, then those that best tell neighbours apart.

        The best pair reduces most the sum of variances between neighbours in the list after `NEXT` decks; each choice
        assumes the decks of the pairs before it.
        """
        styles = list(self.ratings)
        pairs = list(combinations(range(len(styles)), 2))
        found = self.unconnected()
        ranked = sorted(range(len(styles)), key=lambda nth: -self.ratings[styles[nth]].elo)
        neighbours = list(pairwise(ranked))
        covariance = self.covariance
        while len(found) < min(count, len(pairs)):
            gains = []
            for a, b in pairs:
                row = [covariance[a][nth] - covariance[b][nth] for nth in range(len(styles))]
                even = _expected((self.ratings[styles[a]].elo - self.ratings[styles[b]].elo) / ELO)
                weight = NEXT * even * (1 - even)
                shrunk = weight / (1 + weight * (row[a] - row[b]))
                gain = shrunk * sum((row[one] - row[other]) ** 2 for one, other in neighbours)
                if (styles[a], styles[b]) not in found:
                    gains.append((gain, a, b, row, shrunk))
            _, a, b, row, shrunk = max(gains)
            found.append((styles[a], styles[b]))
            covariance = [
                [value - shrunk * row[i] * row[j] for j, value in enumerate(line)] for i, line in enumerate(covariance)
            ]
        return found[:count]


def meetings(deals: Iterable[tuple[Sequence[str], Sequence[float]]]) -> dict[Pair, list[float]]:
    """By pair, how often the first came out ahead in these deals, each given by its styles and scores."""
    pairs: dict[Pair, list[float]] = {}
    for styles, scores in deals:
        for (first, a), (second, b) in combinations(zip(styles, scores, strict=True), 2):
            if first != second:
                key, ahead = ((first, second), a - b) if first < second else ((second, first), b - a)
                pairs.setdefault(key, []).append((ahead + 1) / 2)
    return pairs


def outcome(pairs: Mapping[Pair, Sequence[float]]) -> Outcome:
    """The combined result of a deck's meetings."""
    return tuple(sorted((pair, fmean(results)) for pair, results in pairs.items()))


def rate(outcomes: Mapping[Outcome, int], held: Mapping[str, float] | None = None) -> Scale:
    """Fits ratings to these decks, given as outcomes with their counts; styles are sorted by name.

    Styles in `held` keep the Elo points given there, as if exact; the average over all styles is then left as it is.
    """
    won: dict[Pair, float] = {}
    met: dict[Pair, int] = {}
    for decks, count in outcomes.items():
        for pair, score in decks:
            won[pair] = won.get(pair, 0.0) + score * count
            met[pair] = met.get(pair, 0) + count
    styles = sorted({style for pair in met for style in pair})
    place = {style: nth for nth, style in enumerate(styles)}
    size = len(styles)
    if not size:
        return Scale({}, {}, [])
    held = {style: elo for style, elo in (held or {}).items() if style in place}
    theta = [held.get(style, 1500.0) / ELO for style in styles]
    for _ in range(100):
        gradient, curvature = [0.0] * size, [[0.0] * size for _ in styles] if held else _even(size)
        for pair in combinations(styles, 2):
            a, b = place[pair[0]], place[pair[1]]
            games = met.get(pair, 0) + DRAWN
            even = _expected(theta[a] - theta[b])
            ahead = won.get(pair, 0.0) + DRAWN / 2 - games * even
            gradient[a] += ahead
            gradient[b] -= ahead
            _add(curvature, a, b, games * even * (1 - even))
        for style in held:  # Detached from the others, it takes no step.
            nth = place[style]
            gradient[nth] = 0.0
            for other in range(size):
                curvature[nth][other] = curvature[other][nth] = float(nth == other)
        inverse = _inverse(curvature)
        steps = [sum(map(float.__mul__, row, gradient)) for row in inverse]
        # A step from far away may overshoot.
        scale = min(1.0, 2 / max(1e-12, *map(abs, steps)))
        theta = [old + scale * step for old, step in zip(theta, steps, strict=True)]
        if max(map(abs, steps)) < 1e-9:
            break
    for style in held:  # And has no error.
        inverse[place[style]][place[style]] = 0.0
    covariance = _sandwich(inverse, _scatter(outcomes, place, theta))
    ratings = {
        style: Rating(ELO * theta[nth], ELO * sqrt(max(0.0, covariance[nth][nth]))) for style, nth in place.items()
    }
    return Scale(ratings, met, covariance)


def _expected(difference: float) -> float:
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _even(size: int) -> Matrix:
    """Fixes the mean, as only differences are determined."""
    return [[1 / size] * size for _ in range(size)]


def _add(matrix: Matrix, a: int, b: int, weight: float) -> None:
    matrix[a][a] += weight
    matrix[b][b] += weight
    matrix[a][b] -= weight
    matrix[b][a] -= weight


def _scatter(outcomes: Mapping[Outcome, int], place: Mapping[str, int], theta: Sequence[float]) -> Matrix:
    """The sum over decks of the squared deviations from expectation; those of `DRAWN` count half a point each."""
    found = [[0.0] * len(theta) for _ in theta]
    for a, b in combinations(range(len(theta)), 2):
        _add(found, a, b, DRAWN / 4)
    for decks, count in outcomes.items():
        off: dict[int, float] = {}
        for (first, second), score in decks:
            a, b = place[first], place[second]
            ahead = score - _expected(theta[a] - theta[b])
            off[a] = off.get(a, 0.0) + ahead
            off[b] = off.get(b, 0.0) - ahead
        for i, one in off.items():
            for j, other in off.items():
                found[i][j] += count * one * other
    return found


def _sandwich(bread: Matrix, filling: Matrix) -> Matrix:
    size = range(len(bread))
    half = [[sum(bread[i][k] * filling[k][j] for k in size) for j in size] for i in size]
    return [[sum(half[i][k] * bread[k][j] for k in size) for j in size] for i in size]


def _inverse(matrix: Matrix) -> Matrix:
    """Inverts a positive definite matrix by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * other for value, other in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _unconnected(ratings: Mapping[str, Rating], decks: Mapping[Pair, int]) -> list[Pair]:
    """Pairs that would connect all styles: the strongest of the first group with the strongest of each other group."""
    part = {style: {style} for style in ratings}
    for a, b in decks:
        if part[a] is not part[b]:
            part[a] |= part[b]
            for style in part[b]:
                part[style] = part[a]
    strongest = {id(styles): max(styles, key=lambda style: ratings[style].elo) for styles in part.values()}
    one_of_each = list(dict.fromkeys(strongest.values()))
    return [(one_of_each[0], other) for other in one_of_each[1:]]
