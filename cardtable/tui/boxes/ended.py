"""What there is to tell of a deal or match that is over, and in which words it is said large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtable.coach.course import DealCourse
from cardtable.engine.moves import Seat
from cardtable.engine.rounds import LastRound
from cardtable.engine.rules import SheetRow
from cardtable.engine.text import Text, clean, say
from cardtable.engine.verdict import DealVerdict, joined
from cardtable.match.evening import Evening
from cardtable.match.view import Outcome
from cardtable.tui.draw.moves import Shown
from cardtable.words import Words


class End(NamedTuple):
    """What is told."""

    game: str
    outcome: Outcome
    names: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    """Who plays together; everybody alone where nobody does."""
    low_is_good: bool = False
    goal: int | None = None
    """The total at which the match ends."""
    me: Seat | None = None
    """The only person at the table, to whom it is told; None where several play."""
    deals: int = 1
    sheet: Sequence[SheetRow] = ()
    """What was written down so far."""
    last: LastRound | None = None
    """The last trick, bout or turns, where it may be looked at."""
    evening: Evening | None = None
    """What has been counted of the evening, of which this was a deal; None where none goes on."""
    last_called: str = ""
    """The source text of what such a round is called."""
    said: Text | None = None
    """What somebody says to it."""
    changes: tuple[Text, ...] = ()
    """Who gets up now, or sits down again."""

    @property
    def places(self) -> Sequence[int]:
        """By seat the place in what has ended: the match, or else the deal."""
        return self.outcome.match_places or self.outcome.ending.places


class Again(NamedTuple):
    """What was found when the decisions of the deal were looked back at."""

    said: Text | None = None
    """The costliest of them in a line, or that none was costly; None where nobody judges."""
    look: Callable[[], None] | None = None
    """Opens the replay at the costliest; None where none was costly."""
    turned: int | None = None
    """The number of the costliest."""
    moves: tuple[Shown, ...] = ()
    """What was done then, and what would have been better."""
    chances: Sequence[tuple[int, float]] = ()
    """What could be expected, from 0 to 1, by the number of each decision that was judged."""
    decisions: int = 1
    """The number of the last decision."""
    course: DealCourse | None = None
    """What was counted from trick to trick, where too few decisions could be judged for a curve of chances."""


def names_of(end: End, seats: Sequence[Seat], words: Words) -> str:
    """The names of these players; the person to whom it is told is "you"."""
    return ", ".join(words.say("you") if seat == end.me else clean(end.names[seat]) for seat in seats)


def match_won(winners: Sequence[Seat]) -> Text:
    """Who has won the match."""
    if len(winners) == 1:
        return say("{who} wins the match.", who=joined(winners))
    return say("{names} win the match.", names=joined(winners))


def last_deal(verdict: DealVerdict, words: Words, names: Sequence[str]) -> Text:
    """How the last deal ended: the headline as it is said within a sentence.

    That is small at its beginning, unless it begins with a name.
    """
    said = words.text(verdict.headline, names)
    if not words.say(verdict.headline.source).startswith("{"):
        said = said[:1].lower() + said[1:]
    return say("The last deal: {headline}.", headline=said)


def headline(end: End) -> Text:
    """The few words that are said large."""
    if end.outcome.winners is None or end.deals == 1 or not end.outcome.winners:
        return end.outcome.ending.verdict.headline
    if end.me is None:
        return say("The match is over")
    if end.me not in end.outcome.winners:
        return say("You lose the match")
    as_one = any(set(end.outcome.winners) <= set(side) for side in end.sides)
    return say("You win the match") if as_one else say("You share the victory")


def is_mine(end: End) -> bool:
    """Whether there is a victory to celebrate."""
    if end.outcome.winners is not None and end.deals > 1:
        return end.me in end.outcome.winners
    return end.outcome.ending.verdict.decides and end.me in end.outcome.ending.won
