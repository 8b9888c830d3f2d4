"""A game for research, with all the doors to it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from cardtable.lab.episode import Environment, Span

if TYPE_CHECKING:
    from cardtable.lab.aec import CardsEnv
    from cardtable.lab.batch import Batch
    from cardtable.lab.seats import SeatEnv


class PresetEnvironment(Environment):
    """One preset at a table of so many; made by `lab.make`."""

    def __init__(
        self, preset: str, seats: int, span: Span | None, short: int, hand: int, options: tuple[tuple[str, Any], ...]
    ) -> None:
        self._made = preset, seats, span, short, hand, options
        super().__init__(preset, seats, span, short, hand, options)

    def batch(self, count: int) -> Batch:
        """Many episodes at once. Raises ValueError where numpy is not installed."""
        from cardtable.lab.batch import Batch

        return Batch(self, count)

    def pettingzoo(self, max_steps: int = 20_000, render_mode: str | None = None) -> CardsEnv:
        """The same as an AEC environment of PettingZoo. Raises ValueError where that is not installed."""
        from cardtable.lab.aec import CardsEnv

        return CardsEnv(self, max_steps, render_mode)

    def gymnasium(self, opponent: str = "lowest", illegal: Literal["raise", "lose"] = "raise") -> SeatEnv:
        """One seat against bots of ours, as an environment of Gymnasium. Raises ValueError where that is missing."""
        from cardtable.lab.seats import SeatEnv

        return SeatEnv(self, opponent, illegal)

    def __deepcopy__(self, memo: Any) -> PresetEnvironment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Rules hold functions that cannot be pickled: a game is made again from what it was made of.
        return made, self._made


@cache
def made(
    preset: str, seats: int, span: Span | None, short: int, hand: int, options: tuple[tuple[str, Any], ...]
) -> PresetEnvironment:
    """The game of these; the same object for the same table."""
    return PresetEnvironment(preset, seats, span, short, hand, options)
