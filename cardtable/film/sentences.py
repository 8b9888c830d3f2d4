"""What a page says: every sentence once, in every language; the rest of the page names it by its number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardtable.engine.text import Text, capital, say
from cardtable.language import LANGUAGES
from cardtable.words import Words

Number = int
"""Where a sentence stands among all of them; NOTHING for none."""
NOTHING: Final[Number] = -1


def unnamed(seats: int) -> list[tuple[str, ...]]:
    """What players are called, by language, in a page that tells nobody's name."""
    words = [Words(language) for language in LANGUAGES]
    return [tuple(one.text(say("Player {number}", number=seat + 1)) for seat in range(seats)) for one in words]


class Sentences:
    """All that a page says of the deals, in the order in which it was said first."""

    def __init__(self, names: Sequence[Sequence[str]]) -> None:
        """`names` are the players', by language and seat."""
        self.names = names
        self.words = [Words(language) for language in LANGUAGES]
        self.rows: list[str | list[str]] = []
        """A text, or one for each language."""
        self._at: dict[tuple[str, ...], Number] = {}

    def line(self, text: Text | None) -> Number:
        """The number of a sentence that stands alone."""
        return NOTHING if text is None else self._put([capital(one) for one in self._said(text)])

    def lines(self, texts: Iterable[Text]) -> list[Number]:
        return [self.line(text) for text in texts]

    def part(self, text: Text | None) -> Number:
        """The number of what stands in a line with other things: it begins as it is written."""
        return NOTHING if text is None else self._put(self._said(text))

    def _said(self, text: Text) -> list[str]:
        return [words.text(text, names) for words, names in zip(self.words, self.names, strict=True)]

    def _put(self, said: list[str]) -> Number:
        key = tuple(said)
        if key not in self._at:
            self._at[key] = len(self.rows)
            self.rows.append(said[0] if len(set(said)) == 1 else said)
        return self._at[key]
