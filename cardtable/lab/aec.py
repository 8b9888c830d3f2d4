"""A game as a PettingZoo environment, in which agents act one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardtable.lab.episode import Environment, Episode
from cardtable.lab.needed import needed

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
else:
    np = needed("numpy", "numpy")
    AECEnv = needed("pettingzoo", "pettingzoo").AECEnv
    spaces = needed("gymnasium", "gymnasium").spaces


class CardsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The episodes of one game. An agent that is not asked has an empty mask; rewards come when the episode ends."""

    metadata: dict[str, Any] = {  # noqa: RUF012 (as PettingZoo has it)
        "render_modes": ["ansi"],
        "name": "cardtable_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Environment, max_steps: int, render_mode: str | None) -> None:
        super().__init__()
        self.game, self.max_steps, self.render_mode = game, max_steps, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        count = len(game.space)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        seen = spaces.Box(-1, 1, (game.observation_size,), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
            for agent in self.possible_agents
        }
        self._next_seed = 0
        self._steps = 0
        self.episode: Episode

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the episode of this seed; without one, the next in order."""
        self._next_seed = self._next_seed + 1 if seed is None else seed
        self.episode = self.game.begin(self._next_seed, history=self.render_mode is not None)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]
        self._steps = 0

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and its legal actions if it is asked."""
        if agent not in self.possible_agents:
            raise ValueError(f"{agent!r}: the agents are {', '.join(self.possible_agents)}")
        self._check_begun()
        seat = self.possible_agents.index(agent)
        asked = not self.episode.over and self.episode.seat == seat
        mask = self.episode.mask() if asked else np.zeros(len(self.game.space), np.int8)
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Takes one action of the selected agent. Raises ValueError if it is not legal."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.step(int(action))
        self._steps += 1
        if self.episode.over:
            self.rewards = dict(zip(self.possible_agents, self.episode.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]
        self._accumulate_rewards()

    def _check_begun(self) -> None:
        """Raises ValueError before the first episode."""
        if not hasattr(self, "episode"):
            raise ValueError("no episode has begun: reset() begins one")

    def render(self) -> str | None:
        """In words, what the selected agent has heard since it was last asked."""
        if self.render_mode is None:
            return None
        return self.episode.words(self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
