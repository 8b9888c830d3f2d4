"""The summary of a day for display: its puzzle, its deal compared with the bot's and friends', and recent days."""

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
"""The cost of a decision: nothing, a little, or more than that."""
SQUARES: Final[dict[Level, str]] = {"good": "🟩", "dear": "🟨", "dearest": "🟥"}
"""A square for each level, for the line to friends."""


class PlayedDay(NamedTuple):
    """The results of a day."""

    date: date
    solved: bool | None
    """Whether its puzzle was solved at the first try; None if it was not tried."""
    score: float | None
    """The score of the deal, from 0 to 1; None if it was not played."""


class DayTold(NamedTuple):
    """A day with a finished deal."""

    day: Day
    in_a_row: int
    """The number of days played in a row, this one included."""
    puzzle: Puzzle | None
    """Its puzzle; None for a club's day, and if it cannot be read."""
    solved: bool | None
    rating: int
    """The player's puzzle rating."""
    own: float
    """The player's score in the deal, from 0 to 1."""
    par: float | None
    """The score of the strongest bot with the same cards; None if its result was not awaited."""
    friends: tuple[tuple[str, float], ...]
    """The scores of friends, the best first."""
    notes: tuple[Text, ...]
    """Notes on how it counts."""
    lines: tuple[str, ...]
    """The lines for friends: how it went, and the line that they can check."""
    week: tuple[PlayedDay, ...]
    """The last days, ending with this one."""

    @property
    def compared(self) -> Text | None:
        """The player's score compared with the bot's; None if that is not known."""
        if self.par is None:
            return None
        return say("You: {own}. The strongest bot: {par}.", own=score_text(self.own), par=score_text(self.par))


def levels_of(review: SeatReview) -> tuple[Level, ...]:
    """The cost of each decision in a review that could be judged, in order."""
    return tuple([level_of(one.verdict) for one in review.found])


def level_of(verdict: Verdict) -> Level:
    """The cost of a decision."""
    if not verdict.is_dear:
        return "good"
    return "dear" if verdict.word == "inaccuracy" else "dearest"


def squares(levels: tuple[Level, ...]) -> str:
    """One square per decision; they give away no cards."""
    return "".join(SQUARES[level] for level in levels)
