"""What a hint says."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.moves import Move
from cardtable.engine.text import Text, say, say_count


class Hint(NamedTuple):
    """What a bot would do in a seat."""

    move: Move
    what: Text
    """The move as a table calls it: cards, or words where cards alone would not tell."""
    why: tuple[Text, ...] = ()
    """At most two reasons, the weightiest first."""
    sure: Text | None = None
    """How sure it is, without a figure; None where nobody has looked ahead."""
    rows: tuple[tuple[float, tuple[Text, ...]], ...] = ()
    """What was weighed, the advised move's row first: the value, and the moves that are worth it."""
    like: tuple[int, int] = (0, 0)
    """How many styles would do the same, and of how many."""

    def lines(self) -> list[Text]:
        """The hint in one line, and then ever shorter for a line that has no room for it."""
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
        """How many styles would do the same, in words; None where none would, or none was asked."""
        count, of = self.like
        if not count:
            return None
        if count == of:
            return say_count("The only style does so.", "All {count} styles do so.", count=count)
        return say_count("{count} of {of} styles does so.", "{count} of {of} styles do so.", count=count, of=of)
