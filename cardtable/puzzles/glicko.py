"""Glicko-2: a rating with a measure of its uncertainty, following Mark Glickman's description of 2013.

Written here because the existing library, a single module of this size, would be another dependency. Each solved or
failed puzzle is a rating period of one game against the puzzle, whose own rating does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
CENTRE: Final = 1500.0
TAU: Final = 0.5
"""Limits how much the volatility changes."""
NEAR: Final = 1e-6
PUZZLE_DEVIATION: Final = 120.0
"""The uncertainty of a puzzle's difficulty: it was computed, and never measured with people."""
LEAST_DEVIATION: Final = 45.0
"""Keeps a rating from getting stuck."""


class GlickoRating(NamedTuple):
    """A player's strength."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


class RatedGame(NamedTuple):
    """A game: the opponent's rating and deviation, and 1 for a win, 0.5 for a draw, 0 for a loss."""

    rating: float
    deviation: float
    score: float


def after(own: GlickoRating, games: Sequence[RatedGame]) -> GlickoRating:
    """The rating after the games of one period."""
    mu, phi = (own.rating - CENTRE) / SCALE, own.deviation / SCALE
    information = surprise = 0.0
    for game in games:
        g = 1 / sqrt(1 + 3 * (game.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (game.rating - CENTRE) / SCALE)))
        information += g**2 * expected * (1 - expected)
        surprise += g * (game.score - expected)
    v = 1 / information
    delta = v * surprise
    volatility = _volatility(own.volatility, phi, v, delta)
    widened = sqrt(phi**2 + volatility**2)
    phi = 1 / sqrt(1 / widened**2 + 1 / v)
    mu += phi**2 * surprise
    return GlickoRating(mu * SCALE + CENTRE, max(LEAST_DEVIATION, phi * SCALE), volatility)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5 of the description: finds a root between two bounds that close in on it."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > NEAR:
        x = low + (low - high) * f_low / (f_high - f_low)
        f_x = f(x)
        if f_x * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = x, f_x
    return exp(low / 2)
