"""How a deal ended, as it is said to one of its players or to the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from cardtable.cards import Cards
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, say


class SharedPoints(NamedTuple):
    """Points of a deal that two sides share, drawn as a bar."""

    counts: tuple[int, ...]
    """By seat what its side has taken."""
    whole: int
    """All points that there are."""
    mark: int = 0
    """Where on the bar something is decided; 0 for nowhere."""
    said: Text | None = None
    """What is decided there."""


Emblem = Literal["", "fool", "goat", "eggs"]


class DealVerdict(NamedTuple):
    """What the end of a deal means: a few words, and the sentences that the words leave unsaid."""

    headline: Text
    story: tuple[Text, ...] = ()
    titles: tuple[Text, ...] = ()
    """What everybody is called from now on, by seat, where a deal gives titles."""
    decides: bool = True
    """Whether the deal has decided anything; where it has not, nobody has won, whatever the scores say."""
    tally: SharedPoints | None = None
    """What the sides have taken, where the deal is counted and there are two; the story does not say it again."""
    shown: tuple[Cards, ...] = ()
    """By seat the cards that decided the deal; empty where no such cards did."""
    shown_as: Text | None = None
    """What has become of these cards: "taken", "held"."""
    emblem: Emblem = ""
    """What may be drawn over the headline."""


class SoFar(NamedTuple):
    """What of a deal is counted while it is played, as it stands between two tricks, bouts or turns."""

    called: Text
    """What is counted, round by round: "card points, trick by trick"."""
    counts: tuple[float, ...]
    """By seat what it has, or its side."""
    scored: bool = True
    """Whether more is better, and whoever has most is ahead; cards left, for one, decide nothing before the end."""


class Ending(NamedTuple):
    """A deal that is over, by seat where it is a row of numbers."""

    verdict: DealVerdict
    scores: tuple[float, ...]
    """Between 0 (lost) and 1 (won)."""
    places: tuple[int, ...]
    """1 for the best; equal ones share a place."""
    points: tuple[float | None, ...]
    """What the deal brought on the score sheet; empty where none is kept."""
    left: tuple[Cards, ...]
    """The cards that everybody still held."""

    @property
    def won(self) -> tuple[Seat, ...]:
        """Who did best, unless all did alike."""
        best = max(self.scores)
        alike = all(score == best for score in self.scores)
        return () if alike else tuple(seat for seat, score in enumerate(self.scores) if score == best)


def joined(seats: Sequence[Seat]) -> Text:
    """These players' names in a row: "Anna, Boris and Vera"."""
    names = Text("{who}", {"who": Who(seats[0])})
    for seat in seats[1:-1]:
        names = say("{names}, {who}", names=names, who=Who(seat))
    return names if len(seats) == 1 else say("{names} and {who}", names=names, who=Who(seats[-1]))


def places_by(scores: Sequence[float]) -> tuple[int, ...]:
    """Everybody's place, 1 for the highest score; equal ones share a place.

    >>> places_by((0.5, 1, 0, 0.5))
    (2, 1, 4, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def headline_by(scores: Sequence[float], seat: Seat | None) -> Text:
    """What the scores of a deal mean for this seat; for nobody in particular who has won."""
    best, worst = max(scores), min(scores)
    if best == worst:
        return say("The deal is drawn")
    winners = [winner for winner, score in enumerate(scores) if score == best]
    if seat is None:
        if len(winners) == 1:
            return say("{who} wins the deal", who=Who(winners[0]))
        return say("{names} win the deal", names=joined(winners))
    if scores[seat] == best:
        return say("You win the deal")
    if len(set(scores)) == 2:
        return say("You lose the deal")
    if scores[seat] == worst:
        return say("You come last") if sorted(scores)[1] > worst else say("You share the last place")
    return say("Place {place} of {seats}", place=places_by(scores)[seat], seats=len(scores))
