"""Where the expert's searches may judge: at tables at which it is proven better than the strongest of the styles.

Elsewhere a review says only what is proven card by card, and says that it does.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Measured(NamedTuple):
    """How the expert fared against the strongest style: its mean score and the interval of 95 %."""

    seats: int
    against: str
    score: float
    low: float
    high: float
    fair: float = 0.5
    """The score of one that is neither better nor worse."""


MEASURED: Final[dict[str, tuple[Measured, ...]]] = {
    "throw_in": (Measured(2, "counter_player", 0.666, 0.616, 0.716),),
    "classic": (Measured(2, "harasser", 0.676, 0.618, 0.734),),
    "nizhny": (Measured(4, "shamok_hunter", 0.647, 0.576, 0.718),),
    "king_simple": (Measured(4, "steady", 0.527, 0.509, 0.544),),
    "burkozel": (Measured(2, "combiner", 0.643, 0.511, 0.775),),
}
"""By preset what was measured over paired decks: with 1,000 iterations a decision, 400 in `classic` and `nizhny`, 2,000
in `burkozel`. A review searches with more."""


def is_trusted(preset: str, seats: int) -> bool:
    """Whether the expert is proven better than the strongest style at such a table."""
    return any(one.seats == seats and one.low > one.fair for one in MEASURED.get(preset, ()))
