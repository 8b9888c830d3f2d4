"""How a policy fares against a style of ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from cardtable.bots.finding import make_bot
from cardtable.lab.episode import Environment


class MeanReturn(NamedTuple):
    """A mean return from -1 to 1, over all seats and seeds."""

    mean: float
    error: float
    """Its standard error; the seats of one seed count as one sample."""
    deals: int
    """How many episodes were played."""


def scored(game: Environment, policy: Callable[[Any, Sequence[int]], int], against: str, deals: int) -> MeanReturn:
    """The mean return of a policy that sits in each seat once a seed, the others played by a style."""
    if deals < 1:
        raise ValueError(f"deals={deals}: 1 at least")
    means = []
    for seed in range(deals):
        returns = []
        for mine in range(game.seats):
            bots = [make_bot(against, game.family, game.rules) for _ in range(game.seats)]
            episode = game.begin(seed)
            while not episode.over:
                if episode.seat == mine:
                    episode.step(policy(episode.observation(mine), episode.legal()))
                else:
                    episode.ask(bots[episode.seat])
            returns.append(episode.returns()[mine])
        means.append(sum(returns) / len(returns))
    mean = sum(means) / deals
    spread = sum((one - mean) ** 2 for one in means) / max(1, deals - 1)
    return MeanReturn(mean, sqrt(spread / deals), deals * game.seats)
