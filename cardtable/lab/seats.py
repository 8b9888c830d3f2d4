"""One seat for a learner, with our bots in the others: a Gymnasium environment."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Literal

from cardtable.bots.finding import make_bot
from cardtable.lab.episode import Environment, Episode
from cardtable.lab.needed import needed

if TYPE_CHECKING:
    import gymnasium
    import numpy as np
else:
    gymnasium = needed("gymnasium", "gymnasium")
    np = needed("numpy", "numpy")


class SeatEnv(gymnasium.Env[Any, Any]):
    """The learner's seat changes from episode to episode; `info["action_mask"]` shows the legal actions.

    The reward comes at the end of the episode, from -1 to 1.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(self, game: Environment, opponent: str, illegal: Literal["raise", "lose"] = "raise") -> None:
        """An illegal action raises ValueError or, with `lose`, ends the episode as lost.

        Software unaware of masks, such as Gymnasium's own `check_env`, needs `lose`.
        """
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal={illegal}: raise or lose")
        self.game, self.opponent, self._illegal = game, opponent, illegal
        make_bot(opponent, game.family, game.rules)
        self.action_space = gymnasium.spaces.Discrete(len(game.space))
        self.observation_space = gymnasium.spaces.Box(-1, 1, (game.observation_size,), np.float32)
        self.seat = 0
        self.episode: Episode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new episode, at the learner's first decision. The seed determines the cards and the seat."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 31)) if seed is None else seed
        game = self.game
        self._bots = [make_bot(self.opponent, game.family, game.rules) for _ in range(game.seats)]
        turn = Random(f"{number} seat")
        while True:
            self.seat = turn.randrange(game.seats)
            self.episode = game.begin(number)
            self._others()
            if not self.episode.over:  # Otherwise the others ended it before the learner was asked.
                return self._seen()
            number += 1

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes one action of the learner, then plays all the others until the learner is asked again."""
        if self._illegal == "lose" and int(action) not in self.episode.legal():
            seen, info = self._seen()
            return seen, -1.0, True, False, info
        self.episode.step(int(action))
        self._others()
        seen, info = self._seen()
        over = self.episode.over
        return seen, self.episode.returns()[self.seat] if over else 0.0, over, False, info

    def _others(self) -> None:
        episode = self.episode
        while not episode.over and episode.seat != self.seat:
            episode.ask(self._bots[episode.seat])

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.episode.observation(self.seat), {"action_mask": self.episode.mask()}
