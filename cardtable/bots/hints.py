"""The content of a hint."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.moves import Move
from cardtable.engine.text import Text, say, say_count


class Hint(NamedTuple):
    """A bot's advice for a seat."""

    move: Move
    what: Text
    """The move as the table shows it: cards, or words where the cards alone are ambiguous."""
    why: tuple[Text, ...] = ()
    """At most two reasons, the strongest first."""
    sure: Text | None = None
    """How sure the advice is, in words without a figure; None without a search."""
    rows: tuple[tuple[float, tuple[Text, ...]], ...] = ()
    """The moves considered, as (value, moves with that value), starting with the row of the advised move."""
    like: tuple[int, int] = (0, 0)
    """The number of styles that would make the same move, and the number asked."""

    def lines(self) -> list[Text]:
        """The hint as one line, followed by ever shorter versions for narrower spaces."""
        what, short = self.what, say("Hint: {move}", move=self.what)
        found = [short]
        if self.sure is not None:
            found.append(say("Hint: {move}. {sure}", move=what, sure=self.sure))
        if self.why:
            found.append(say("Hint: {move} – {why}.", move=what, why=self.why[0]))
        if self.why and self.sure is not None:
            found.append(say("Hint: {move} – {why}. {sure}", move=what, why=self.why[0], sure=self.sure))
        return found[::-1]

    @property
    def styles(self) -> Text | None:
        """The number of styles that would make the same move, in words; None if there are none or none was asked."""
        count, of = self.like
        if not count:
            return None
        if count == of:
            return say_count("The only style does so.", "All {count} styles do so.", count=count)
        return say_count("{count} of {of} styles does so.", "{count} of {of} styles do so.", count=count, of=of)
