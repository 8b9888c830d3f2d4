"""The sentences of a page: each is stored once, in every language, and referred to by its number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardtable.engine.text import Text, capital, say
from cardtable.language import LANGUAGES
from cardtable.words import Words

Number = int
"""The index of a sentence; NOTHING for none."""
NOTHING: Final[Number] = -1


def unnamed(seats: int) -> list[tuple[str, ...]]:
    """Placeholder names of players, by language, for a page without real names."""
    words = [Words(language) for language in LANGUAGES]
    return [tuple(one.text(say("Player {number}", number=seat + 1)) for seat in range(seats)) for one in words]


class Sentences:
    """All sentences of a page about its deals, in the order of their first use."""

    def __init__(self, names: Sequence[Sequence[str]]) -> None:
        """`names` are the players' names, by language and seat."""
        self.names = names
        self.words = [Words(language) for language in LANGUAGES]
        self.rows: list[str | list[str]] = []
        """A text, or one for each language."""
        self._at: dict[tuple[str, ...], Number] = {}

    def line(self, text: Text | None) -> Number:
        """The number of a complete sentence."""
        return NOTHING if text is None else self._put([capital(one) for one in self._said(text)])

    def lines(self, texts: Iterable[Text]) -> list[Number]:
        return [self.line(text) for text in texts]

    def part(self, text: Text | None) -> Number:
        """The number of a text within a line, which is not capitalised."""
        return NOTHING if text is None else self._put(self._said(text))

    def _said(self, text: Text) -> list[str]:
        return [words.text(text, names) for words, names in zip(self.words, self.names, strict=True)]

    def _put(self, said: list[str]) -> Number:
        key = tuple(said)
        if key not in self._at:
            self._at[key] = len(self.rows)
            self.rows.append(said[0] if len(set(said)) == 1 else said)
        return self._at[key]
