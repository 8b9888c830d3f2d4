"""A policy's results against one of our styles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from cardtable.bots.finding import make_bot
from cardtable.lab.episode import Environment


class Score(NamedTuple):
    """A mean return from -1 to 1, over all seats and seeds."""

    mean: float
    error: float
    """Its standard error; the seats of one seed count as one sample."""
    deals: int
    """The number of episodes: each seed once from every seat."""


Policy = Callable[[Any, Sequence[int]], int]
"""Chooses one of the legal actions for an observation."""


def scored(game: Environment, policy: Policy, against: str | Policy, deals: int) -> Score:
    """The mean return of a policy that plays each seed once from every seat, against a style or another policy."""
    if deals < 1:
        raise ValueError(f"deals={deals}: 1 at least")
    if not callable(policy):
        raise ValueError(f"{policy!r} is no policy: a function of an observation and the legal actions is")
    means = []
    for seed in range(deals):
        returns = []
        for mine in range(game.seats):
            bots = [] if callable(against) else [make_bot(against, game.family, game.rules) for _ in range(game.seats)]
            episode = game.begin(seed)
            while not episode.over:
                seat = episode.seat
                who = policy if seat == mine else against
                if callable(who):
                    episode.step(who(episode.observation(seat), episode.legal()))
                else:
                    episode.ask(bots[seat])
            returns.append(episode.returns()[mine])
        means.append(sum(returns) / len(returns))
    mean = sum(means) / deals
    spread = sum((one - mean) ** 2 for one in means) / max(1, deals - 1)
    return Score(mean, sqrt(spread / deals), deals * game.seats)
