"""How a day went, for whoever shows it: its puzzle, its deal beside the bot's and friends', the days before it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cardtable.engine.text import Text, say
from cardtable.puzzles.daily import score_text

if TYPE_CHECKING:
    from cardtable.coach.review import SeatReview
    from cardtable.coach.verdicts import Verdict
    from cardtable.puzzles import Puzzle
    from cardtable.puzzles.daily import Day

Level = Literal["good", "dear", "dearest"]
"""What a decision cost: nothing, a little, or more than that."""
SQUARES: Final[dict[Level, str]] = {"good": "🟩", "dear": "🟨", "dearest": "🟥"}
"""A square for each in what is sent to friends."""


class PlayedDay(NamedTuple):
    """What became of a day."""

    date: date
    solved: bool | None
    """Whether its puzzle was solved at the first try; None where it was not tried."""
    score: float | None
    """What the deal came to, from 0 to 1; None where it was not played."""


class DayTold(NamedTuple):
    """A day whose deal is over."""

    day: Day
    in_a_row: int
    """How many days in a row were played with it."""
    puzzle: Puzzle | None
    """Its puzzle; None for a club's day, and where it cannot be read."""
    solved: bool | None
    rating: int
    """The player's in puzzles."""
    own: float
    """What the deal came to, from 0 to 1."""
    par: float | None
    """The same for the strongest bot with the same cards; None where nobody waited for it."""
    friends: tuple[tuple[str, float], ...]
    """What friends have made of it, the best first."""
    notes: tuple[Text, ...]
    """What else is to be known of how it counts."""
    lines: tuple[str, ...]
    """What is sent to friends: how it went, and the line that they can check."""
    week: tuple[PlayedDay, ...]
    """The last days, this one at the end."""

    @property
    def compared(self) -> Text | None:
        """The player's score beside the bot's; None where that is not known."""
        if self.par is None:
            return None
        return say("You: {own}. The strongest bot: {par}.", own=score_text(self.own), par=score_text(self.par))


def levels_of(review: SeatReview) -> tuple[Level, ...]:
    """What each decision of a review cost that could be judged, in order."""
    return tuple([level_of(one.verdict) for one in review.found])


def level_of(verdict: Verdict) -> Level:
    """What a decision cost."""
    if not verdict.is_dear:
        return "good"
    return "dear" if verdict.word == "inaccuracy" else "dearest"


def squares(levels: tuple[Level, ...]) -> str:
    """A square a decision; they tell no card."""
    return "".join(SQUARES[level] for level in levels)
