"""The games in OpenSpiel: `pyspiel.load_game("python_cardtable", {"preset": "throw_in", "seats": 2})`.

Chance deals one card after another, so that no node has more outcomes than the pack has cards. A shuffle within a deal
is one node with `SHUFFLES` outcomes, each of them one order of the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from cardtable.cards import card_text
from cardtable.lab.episode import Episode, usual_seats
from cardtable.lab.game import Game, made
from cardtable.lab.needed import needed

if TYPE_CHECKING:
    import numpy as np
    import pyspiel
else:
    np = needed("numpy", "numpy")
    pyspiel = needed("pyspiel", "open_spiel")

DEFAULTS: Final = {"preset": "throw_in", "seats": 0, "short": 0, "hand": 0}
"""The parameters of a game; 0 seats means the usual number."""
SHUFFLES: Final = 64
"""The number of possible orders in a shuffle within a deal."""
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
    """One preset at a table of a given size, with one deal per episode."""

    def __init__(self, params: Any = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        seats = given["seats"] or usual_seats(given["preset"])
        game = self.game = made(given["preset"], seats, "deal", given["short"], given["hand"], ())
        deck = game.rules.deck
        self.cards = deck[-game.short :] if game.short else deck
        # In 101 the scores of two players do not always add up to one.
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
        """The state before any card is dealt."""
        return CardsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardsObserver:
        """Creates an observer of a player's view of a state."""
        return CardsObserver(self.game, iig_obs_type)


class CardsState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """The deal card by card, then the episode."""

    def __init__(self, game: CardsGame) -> None:
        super().__init__(game)
        # Not OpenSpiel's own game, which would be empty after a clone.
        self._game: Game = game.game
        self._left = list(game.cards)
        self._order: list[int] = []
        self._episode: Episode | None = None

    def current_player(self) -> int:
        """The player asked, or chance."""
        if self._episode is None or self._episode.awaits_shuffle:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._episode.over else self._episode.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every possible next card, by its position in the pack, or every shuffle, all equally likely."""
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
        """Whether nobody will be asked any more."""
        return self._episode is not None and self._episode.over

    def returns(self) -> list[float]:
        """The returns by player; zeros until it is over."""
        if self._episode is None or not self._episode.over:
            return [0.0] * self._game.seats
        return self._episode.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """Everything a player was told and did."""
        seat = self.current_player() if player is None else player
        return "" if self._episode is None else self._episode.information_state(seat)

    def __str__(self) -> str:
        dealt = " ".join(map(card_text, self._order))
        return dealt if self._episode is None else f"{dealt} {self.history()}"


class CardsObserver:
    """An observation as numbers, or everything a player was told as text."""

    def __init__(self, game: Game, kind: Any) -> None:
        self._recalls = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CardsState, player: int) -> None:
        """Loads the player's view of a state."""
        self.tensor.fill(0)
        if state._episode is not None:
            self.tensor[:] = state._episode.observation(player)

    def string_from(self, state: CardsState, player: int) -> str:
        """The player's view of a state as text."""
        episode = state._episode
        if episode is None:
            return ""
        return episode.information_state(player) if self._recalls else repr(episode.observation(player).tolist())


_registered: list[bool] = []


def register() -> None:
    """Registers the games with OpenSpiel, once."""
    if not _registered:
        pyspiel.register_game(_type(zero_sum=False), CardsGame)
        _registered.append(True)
