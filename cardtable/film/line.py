"""A deal in one line for friends: how it went and how well it was played, without any cards or names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtable.coach.review import SeatReview
from cardtable.coach.verdicts import Word
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, say, say_as
from cardtable.match.replay import Replay

SQUARES: Final[Mapping[Word, str]] = {
    "blunder": "\N{LARGE RED SQUARE}",
    "mistake": "\N{LARGE YELLOW SQUARE}",
    "inaccuracy": "\N{LARGE YELLOW SQUARE}",
}
GOOD: Final = "\N{LARGE GREEN SQUARE}"
MOST: Final = 20
"""The maximum number of squares in a line; for a longer deal the line has only the figures."""


def share_line(replay: Replay, deal: int, seat: Seat, review: SeatReview | None) -> Text:
    """The line for a finished deal, as this seat played it; without a review, only how it ended."""
    state = replay.moments[replay.deal_at(replay.deals[deal - 1])[-1]].state
    facts = {"game": replay.title, "outcome": _outcome(replay.rules.scores(state), seat)}
    if review is None or not review.is_whole or not review.found:
        return say("cardtable · {game} · {outcome}", **facts)
    good = sum(not one.verdict.is_dear for one in review.found)
    squares = "".join(SQUARES.get(one.verdict.word, GOOD) for one in review.found)
    line = say("cardtable · {game} · {outcome} · {good} of {all} good", good=good, all=len(review.found), **facts)
    return Text("{line} {squares}", {"line": line, "squares": squares}) if len(review.found) <= MOST else line


def _outcome(scores: tuple[float, ...], seat: Seat) -> Text:
    if len(set(scores)) == 1:
        return say_as("shared deal", "drawn")
    return say_as("shared deal", "won") if scores[seat] == max(scores) else say_as("shared deal", "lost")
