"""The games as OpenSpiel has them: `pyspiel.load_game("python_cardtable", {"preset": "throw_in", "seats": 2})`.

Chance deals one card after another, so that no node has more outcomes than the pack has cards. A shuffle within a deal
is one node of `SHUFFLES` outcomes, each of them one order of the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from cardtable.cards import card_text
from cardtable.lab.episode import Episode, usual_seats
from cardtable.lab.game import PresetEnvironment, made
from cardtable.lab.needed import needed

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
else:
    np = needed("numpy", "numpy")
    pyspiel = needed("pyspiel", "open_spiel")

DEFAULTS: Final = {"preset": "throw_in", "seats": 0, "short": 0, "hand": 0}
"""What a game is loaded with; seats 0 are as many as usual."""
SHUFFLES: Final = 64
"""Orders of the cards that a shuffle within a deal may come to."""
LONGEST: Final = 20_000
"""More steps than any episode has."""


def _type(*, zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_cardtable",
        long_name="Card games of cardtable",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=12,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class CardsGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]  # it has no types
    """One preset at a table of so many, an episode a deal."""

    def __init__(self, params: Any = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        seats = given["seats"] or usual_seats(given["preset"])
        game = self.game = made(given["preset"], seats, "deal", given["short"], given["hand"], ())
        deck = game.rules.deck
        self.cards = deck[-game.short :] if game.short else deck
        # In 101 the scores of two players do not always make one.
        zero_sum = seats == 2 and game.family != "one_oh_one"
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.space),
            max_chance_outcomes=max(SHUFFLES, len(self.cards)),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(zero_sum=zero_sum), info, params or {})

    def new_initial_state(self) -> CardsState:
        """Before a card is dealt."""
        return CardsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardsObserver:
        """What looks at a state for a player."""
        return CardsObserver(self.game, iig_obs_type)


class CardsState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """Cards that are dealt, then the episode."""

    def __init__(self, game: CardsGame) -> None:
        super().__init__(game)
        # Not OpenSpiel's game itself: after a clone it would be empty.
        self._game: PresetEnvironment = game.game
        self._left = list(game.cards)
        self._order: list[int] = []
        self._episode: Episode | None = None

    def current_player(self) -> int:
        """Who is asked."""
        if self._episode is None or self._episode.awaits_shuffle:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._episode.over else self._episode.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may come next, by its place in the pack, or every shuffle, each as likely as the others."""
        count = len(self._left) if self._episode is None else SHUFFLES
        return [(at, 1 / count) for at in range(count)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._episode is None else self._episode.legal()

    def _apply_action(self, action: int) -> None:
        if self._episode is not None:
            if self._episode.awaits_shuffle:
                self._episode.shuffle(action)
            else:
                self._episode.step(action)
            return
        self._order.append(self._left.pop(action))
        if not self._left:
            seed = crc32(bytes(self._order))
            self._episode = Episode(self._game, seed, order=tuple(self._order), shuffles=())

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self._game.actions[action]
        return card_text(self._left[action]) if self._episode is None else f"shuffle {action}"

    def is_terminal(self) -> bool:
        """Whether nobody is asked any more."""
        return self._episode is not None and self._episode.over

    def returns(self) -> list[float]:
        """By player, once it is over."""
        if self._episode is None or not self._episode.over:
            return [0.0] * self._game.seats
        return self._episode.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player was told and did."""
        seat = self.current_player() if player is None else player
        return "" if self._episode is None else self._episode.information_state(seat)

    def __str__(self) -> str:
        dealt = " ".join(map(card_text, self._order))
        return dealt if self._episode is None else f"{dealt} {self.history()}"


class CardsObserver:
    """An observation as numbers, or what a player was told as text."""

    def __init__(self, game: PresetEnvironment, kind: Any) -> None:
        self._recalls = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CardsState, player: int) -> None:
        """Takes what the player knows."""
        self.tensor.fill(0)
        if state._episode is not None:
            self.tensor[:] = state._episode.observation(player)

    def string_from(self, state: CardsState, player: int) -> str:
        """The same as text."""
        episode = state._episode
        if episode is None:
            return ""
        return episode.information_state(player) if self._recalls else repr(episode.observation(player).tolist())


_registered: list[bool] = []


def register() -> None:
    """Makes the games known to OpenSpiel, once."""
    if not _registered:
        pyspiel.register_game(_type(zero_sum=False), CardsGame)
        _registered.append(True)
