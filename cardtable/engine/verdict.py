"""How a deal ended, worded for one of its players or for the whole table."""

# Without `from __future__ import annotations`: NamedTuple compiles each annotation that is a text, at every start.

from collections.abc import Sequence
from typing import Literal, NamedTuple

from cardtable.cards import Cards
from cardtable.engine.moves import Seat
from cardtable.engine.text import Text, Who, say


class SharedPoints(NamedTuple):
    """Points of a deal divided between two sides, drawn as a bar."""

    counts: tuple[int, ...]
    """The points taken by each seat's side."""
    whole: int
    """The total number of points."""
    mark: int = 0
    """The position on the bar that decides something; 0 for none."""
    said: Text | None = None
    """What is decided there."""


Emblem = Literal["", "fool", "goat", "eggs"]


class DealVerdict(NamedTuple):
    """The meaning of a deal's end: a few words, and sentences with what the words leave out."""

    headline: Text
    story: tuple[Text, ...] = ()
    titles: tuple[Text, ...] = ()
    """The new title of every player, by seat, if a deal gives titles."""
    decides: bool = True
    """Whether the deal decided anything; if not, nobody has won, whatever the scores say."""
    tally: SharedPoints | None = None
    """The points of the two sides, if the deal is counted and has two; the story does not repeat them."""
    shown: tuple[Cards, ...] = ()
    """The cards that decided the deal, by seat; empty if no cards did."""
    shown_as: Text | None = None
    """A word for what happened to these cards: "taken", "held"."""
    emblem: Emblem = ""
    """The picture that may be drawn above the headline."""


class SoFar(NamedTuple):
    """The count in a deal between two tricks, bouts or turns."""

    called: Text
    """The name of the count over the rounds: "card points, trick by trick"."""
    counts: tuple[float, ...]
    """The count of each seat, or of its side."""
    scored: bool = True
    """Whether more is better, and the highest is ahead; cards left, for example, decide nothing before the end."""


class Ending(NamedTuple):
    """A finished deal; its number sequences are by seat."""

    verdict: DealVerdict
    scores: tuple[float, ...]
    """Between 0 (lost) and 1 (won)."""
    places: tuple[int, ...]
    """1 for the best; equal seats share a place."""
    points: tuple[float | None, ...]
    """The points of the deal on the score sheet; empty if none is kept."""
    left: tuple[Cards, ...]
    """The cards left in each hand."""

    @property
    def won(self) -> tuple[Seat, ...]:
        """The seats with the best score, unless all are equal."""
        best = max(self.scores)
        alike = all(score == best for score in self.scores)
        return () if alike else tuple(seat for seat, score in enumerate(self.scores) if score == best)


def joined(seats: Sequence[Seat]) -> Text:
    """The names of these players in a list: "Anna, Boris and Vera"."""
    names = Text("{who}", {"who": Who(seats[0])})
    for seat in seats[1:-1]:
        names = say("{names}, {who}", names=names, who=Who(seat))
    return names if len(seats) == 1 else say("{names} and {who}", names=names, who=Who(seats[-1]))


def places_by(scores: Sequence[float]) -> tuple[int, ...]:
    """The place of each seat, 1 for the highest score; equal scores share a place.

    >>> places_by((0.5, 1, 0, 0.5))
    (2, 1, 4, 2)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def headline_by(scores: Sequence[float], seat: Seat | None) -> Text:
    """The meaning of a deal's scores for this seat; without a seat, who won."""
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
