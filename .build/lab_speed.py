"""Steps per second of `cardtable.lab`, compared with others in the same run: `python .build/lab_speed.py [PRESET]`.

By processor time, with random legal actions, dealing included, best of three. The others are measured if installed:
PettingZoo's connect four, OpenSpiel's hearts in C++ with its tensor, RLCard's uno.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import numpy as np

from cardtable import lab

SECONDS = 2.0


def speed(run: Callable[[float], int]) -> float:
    """Steps per second, the best of three measurements."""
    found = []
    for _ in range(3):
        begin = process_time()
        steps = run(begin + SECONDS)
        found.append(steps / (process_time() - begin))
    return max(found)


def episodes(game: lab.Game, *, looks: bool) -> Callable[[float], int]:
    """Plays one episode after another."""

    def run(end: float) -> int:
        rng, steps, seed = Random(1), 0, 0
        while process_time() < end:
            episode, seed = game.begin(seed, history=False), seed + 1
            while not episode.over:
                if looks:
                    episode.observation(episode.seat)
                legal = episode.legal()
                episode.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return run


def in_batch(game: lab.Game) -> Callable[[float], int]:
    """Plays 64 at once, with observations."""

    def run(end: float) -> int:
        batch, rng, steps = game.batch(64), np.random.default_rng(1), 0
        _, masks = batch.reset(0)
        while process_time() < end:
            _, masks, _, _ = batch.step((masks * (rng.random(masks.shape) + 1)).argmax(1))
            steps += 64
        return steps

    return run


def aec(env: Any) -> Callable[[float], int]:
    """Plays a PettingZoo environment, each agent observing before it steps."""

    def run(end: float) -> int:
        rng, steps, seed = Random(1), 0, 0
        while process_time() < end:
            env.reset(seed=seed)
            seed += 1
            for _agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                legal = seen["action_mask"].nonzero()[0]
                env.step(None if ended or cut else int(legal[int(rng.random() * len(legal))]))
                steps += not (ended or cut)
        return steps

    return run


def open_spiel(name: str) -> Callable[[float], int]:
    """Plays an OpenSpiel game with its tensor."""
    import pyspiel

    game = pyspiel.load_game(name)

    def run(end: float) -> int:
        rng, steps = Random(1), 0
        while process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.information_state_tensor()
                    steps += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return steps

    return run


def uno() -> Callable[[float], int]:
    """Plays RLCard's uno, whose steps include an observation."""
    import rlcard

    env = rlcard.make("uno")

    def run(end: float) -> int:
        rng, steps = Random(1), 0
        while process_time() < end:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return run


def connect_four() -> Callable[[float], int]:
    """Plays PettingZoo's connect four."""
    from pettingzoo.classic import connect_four_v3

    return aec(connect_four_v3.env())


def main() -> None:
    """Prints one line for each."""
    game = lab.make(sys.argv[1] if len(sys.argv) > 1 else "throw_in")
    rows: list[tuple[str, Callable[[], Callable[[float], int]]]] = [
        ("no observation", lambda: episodes(game, looks=False)),
        ("with observations", lambda: episodes(game, looks=True)),
        ("PettingZoo", lambda: aec(game.pettingzoo())),
        ("batch of 64 with observations", lambda: in_batch(game)),
        ("OpenSpiel hearts (C++) with tensor", lambda: open_spiel("hearts")),
        ("PettingZoo connect four", connect_four),
        ("RLCard uno", uno),
    ]
    for name, made in rows:
        try:
            print(f"{name:36} {speed(made()):10,.0f} steps/s", flush=True)
        except ImportError as missing:
            print(f"{name:36} not here: {missing.name}")


if __name__ == "__main__":
    main()
