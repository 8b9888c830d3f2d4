"""Many episodes at once, for self-play: one call starts them all, one call makes a step in each."""

from __future__ import annotations

from typing import Any

from cardtable.lab.actions import not_legal
from cardtable.lab.episode import Environment, Episode
from cardtable.lab.needed import needed


class Batch:
    """A number of episodes of one game; a finished one restarts with the next seed."""

    def __init__(self, game: Environment, count: int) -> None:
        if count < 1:
            raise ValueError(f"{count}: a batch has 1 episode at least")
        np = self._np = needed("numpy", "numpy")
        self.game, self.count = game, count
        self.seats = np.zeros(count, np.int64)
        """The seat asked in each episode."""
        self._masks = np.zeros((count, len(game.space)), np.bool_)
        self._episodes: list[Episode] = []
        self._seed = 0

    def reset(self, seed: int) -> tuple[Any, Any]:
        """Observations and masks of the seats asked, one row per episode; the mask array is reused by later calls."""
        self._seed = seed
        self._episodes = [self._begun() for _ in range(self.count)]
        return self._looked(look=True)

    def _begun(self) -> Episode:
        self._seed += 1
        return self.game.begin(self._seed - 1, history=False)

    def step(self, actions: Any, *, look: bool = True) -> tuple[Any, Any, Any, Any]:
        """Observations, masks, rewards of all seats, and which episodes ended and were restarted in this step.

        Without `look` there are no observations. Raises ValueError, with nothing changed, unless there is one legal
        action for each episode.
        """
        np, episodes = self._np, self._episodes
        chosen = np.asarray(actions).tolist()
        if not isinstance(chosen, list) or len(chosen) != len(episodes):
            raise ValueError(f"a batch that was begun by reset() wants {len(episodes)} actions, one an episode")
        for at, action in enumerate(chosen):
            legal = episodes[at].legal()
            if action not in legal:
                raise ValueError(f"episode {at}: {not_legal(action, legal)}")
        rewards = np.zeros((self.count, self.game.seats), np.float32)
        over = np.zeros(self.count, np.bool_)
        for at, action in enumerate(chosen):
            episode = episodes[at]
            episode.step(action)
            if episode.over:
                rewards[at], over[at] = episode.returns(), True
                episodes[at] = self._begun()
        return (*self._looked(look=look), rewards, over)

    def _looked(self, *, look: bool) -> tuple[Any, Any]:
        rows: list[int] = []
        columns: list[int] = []
        seen = []
        for at, episode in enumerate(self._episodes):
            legal = episode.legal()
            rows += [at] * len(legal)
            columns += legal
            self.seats[at] = seat = episode.seat
            if look:
                seen.append((episode.seen(seat), episode.begun(seat)))
        self._masks[:] = False
        self._masks[rows, columns] = True
        return (self.game.view.observations(seen) if look else None), self._masks
