"""A game for research, with access to all its environments."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from cardtable.lab.episode import Environment, Span

if TYPE_CHECKING:
    from cardtable.lab.aec import CardsEnv
    from cardtable.lab.batch import Batch
    from cardtable.lab.seats import SeatEnv


class Game(Environment):
    """One preset at a table of a given size; created by `lab.make`."""

    def __init__(
        self, preset: str, seats: int, span: Span | None, short: int, hand: int, options: tuple[tuple[str, Any], ...]
    ) -> None:
        self._made = preset, seats, span, short, hand, options
        super().__init__(preset, seats, span, short, hand, options)

    def batch(self, count: int) -> Batch:
        """Many episodes at once. Raises ValueError if numpy is not installed."""
        from cardtable.lab.batch import Batch

        return Batch(self, count)

    def pettingzoo(self, max_steps: int = 20_000, render_mode: str | None = None) -> CardsEnv:
        """The game as an AEC environment of PettingZoo. Raises ValueError if that is not installed."""
        from cardtable.lab.aec import CardsEnv

        return CardsEnv(self, max_steps, render_mode)

    def gymnasium(self, opponent: str = "lowest", illegal: Literal["raise", "lose"] = "raise") -> SeatEnv:
        """One seat against our bots, as a Gymnasium environment. Raises ValueError if that is not installed."""
        from cardtable.lab.seats import SeatEnv

        return SeatEnv(self, opponent, illegal)

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Rules contain functions that cannot be pickled, so a game is pickled as its arguments.
        return made, self._made


@cache
def made(
    preset: str, seats: int, span: Span | None, short: int, hand: int, options: tuple[tuple[str, Any], ...]
) -> Game:
    """The game for these arguments; equal arguments give the same object."""
    return Game(preset, seats, span, short, hand, options)
