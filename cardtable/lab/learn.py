"""A minute of self-play: one row of weights per action, learned from the results of deals. An example to read.

In three-card Bura, linear weights beat `lowest` after 3,000 deals, having lost every deal to it at first. `steady`
takes more than linear weights; so does `lowest` in Durak, where the first legal action already is the lowest card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtable import lab
from cardtable.lab.needed import needed

DEALS = 3_000
"""Half a minute's work for one processor."""
EPISODES = 64


def main() -> None:
    """Learns, and prints the mean return against two styles before and after, with its error."""
    np = needed("numpy", "numpy")
    game = lab.make("bura_31", 2)
    batch, rng = game.batch(EPISODES), np.random.default_rng(1)
    weights = np.zeros((len(game.actions), game.observation_size), np.float32)

    def chosen(seen: Any, masks: Any, chance: float) -> Any:
        worth = np.where(masks, seen @ weights.T + 1e-3 * rng.random(masks.shape), -np.inf)
        anything = masks * (rng.random(masks.shape) + 1)
        return np.where(rng.random((len(seen), 1)) < chance, anything, worth).argmax(1)

    def policy(seen: Any, legal: Sequence[int]) -> int:
        return legal[int((weights[legal] @ seen).argmax())]

    def tell(deals: int) -> None:
        found = [(style, lab.compare(game, policy, style, 75)) for style in ("uniform", "lowest")]
        told = ", ".join(f"{style} {score.mean:+.2f} ± {score.error:.2f}" for style, score in found)
        print(f"{deals:6} deals learned: {told}", flush=True)

    tell(0)
    seen, masks = batch.reset(0)
    begun: list[list[tuple[int, Any, int]]] = [[] for _ in range(EPISODES)]
    deals = 0
    while deals < DEALS:
        actions = chosen(seen, masks, 0.1)
        for at, path in enumerate(begun):
            path.append((int(batch.seats[at]), seen[at], int(actions[at])))
        seen, masks, rewards, over = batch.step(actions)
        for at in np.flatnonzero(over):
            seats, rows, taken = map(np.array, zip(*begun[at], strict=True))
            miss = rewards[at][seats] - (rows * weights[taken]).sum(1)
            # Bounds the step, however long a row is and however often an action was taken.
            rate = 0.3 / (1 + deals / 1500) / np.bincount(taken)[taken] / (rows**2).sum(1)
            np.add.at(weights, taken, (rate * miss)[:, None] * rows)
            begun[at], deals = [], deals + 1
    tell(deals)


if __name__ == "__main__":
    main()
