"""The result of a deal or match: everything there is to say about it, and its headline."""

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
    """The facts of a finished deal or match."""

    game: str
    outcome: Outcome
    names: tuple[str, ...]
    sides: tuple[tuple[Seat, ...], ...]
    """The sides; each player is a side of their own if there are no partners."""
    low_is_good: bool = False
    goal: int | None = None
    """The total that ends the match."""
    me: Seat | None = None
    """The only human player at the table, addressed as "you"; None if several people play."""
    deals: int = 1
    sheet: Sequence[SheetRow] = ()
    """The score sheet so far."""
    last: LastRound | None = None
    """The last trick, bout or turns; None if players may not look back at it."""
    evening: Evening | None = None
    """The evening this deal belongs to; None if no evening is running."""
    last_called: str = ""
    """The source text for what such a round is called."""
    said: Text | None = None
    """A remark one of the players makes about it."""
    changes: tuple[Text, ...] = ()
    """A sentence for each player who gets up now, or sits down again."""

    @property
    def places(self) -> Sequence[int]:
        """By seat: the place in the match if it is over, otherwise in the deal."""
        return self.outcome.match_places or self.outcome.ending.places


class Again(NamedTuple):
    """The findings from judging the decisions of the deal."""

    said: Text | None = None
    """A line about the costliest decision, or that none was costly; None if nobody judges."""
    look: Callable[[], None] | None = None
    """Opens the replay at the costliest decision; None if none was costly."""
    turned: int | None = None
    """The number of the costliest decision."""
    moves: tuple[Shown, ...] = ()
    """The move made there, and the one that would have been better."""
    chances: Sequence[tuple[int, float]] = ()
    """The chances, from 0 to 1, by the number of each decision judged."""
    decisions: int = 1
    """The number of the last decision."""
    course: DealCourse | None = None
    """The counts round by round, if too few decisions could be judged for a curve of chances."""


def names_of(end: End, seats: Sequence[Seat], words: Words) -> str:
    """Returns the names of these players; the viewer is "you"."""
    return ", ".join(words.say("you") if seat == end.me else clean(end.names[seat]) for seat in seats)


def match_won(winners: Sequence[Seat]) -> Text:
    """Says who won the match."""
    if len(winners) == 1:
        return say("{who} wins the match.", who=joined(winners))
    return say("{names} win the match.", names=joined(winners))


def last_deal(verdict: DealVerdict, words: Words, names: Sequence[str]) -> Text:
    """Says how the last deal ended, with the headline inside a sentence.

    Its first letter becomes lower case, unless it begins with a name.
    """
    said = words.text(verdict.headline, names)
    if not words.say(verdict.headline.source).startswith("{"):
        said = said[:1].lower() + said[1:]
    return say("The last deal: {headline}.", headline=said)


def headline(end: End) -> Text:
    """Returns the few words shown in large letters."""
    if end.outcome.winners is None or end.deals == 1 or not end.outcome.winners:
        return end.outcome.ending.verdict.headline
    if end.me is None:
        return say("The match is over")
    if end.me not in end.outcome.winners:
        return say("You lose the match")
    as_one = any(set(end.outcome.winners) <= set(side) for side in end.sides)
    return say("You win the match") if as_one else say("You share the victory")


def is_mine(end: End) -> bool:
    """Returns whether the viewer has a victory to celebrate."""
    if end.outcome.winners is not None and end.deals > 1:
        return end.me in end.outcome.winners
    return end.outcome.ending.verdict.decides and end.me in end.outcome.ending.won
