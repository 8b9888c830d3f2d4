"""Words for a page that is both seen and read aloud: each text is sent once, with marks on how to say its cards.

A card whose sentence needs a grammatical case is followed by the mark of that case; a rank, which on its own could be
any letter, always has one. The page shows texts without the marks, and reads them with words instead. The marks are
from Unicode's private use area, so no name contains them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from cardtable.cards import PACK, RANKS, Card
from cardtable.engine.text import Faces, Fact, Ranks, Text
from cardtable.film.pages import card_words
from cardtable.words import Words, cases_of

OF_CARDS, OF_RANKS = 0xE000, 0xE010
"""The first mark of each kind: that of the nominative."""
CARDS: Final = "\ue020"
"""Placeholder for cards the page already knows."""


class PageWords(Words):
    """The words of one page."""

    _known: Sequence[Card] = ()

    def without(self, cards: Sequence[Card], text: Text, names: Sequence[str]) -> str:
        """Returns a text with CARDS in place of these cards, so that many texts become one."""
        self._known = cards
        try:
            return self.text(text, names)
        finally:
            self._known = ()

    def cards(self, cards: Sequence[Card], case: str = "") -> str:
        """Returns cards as part of a sentence."""
        mark = self.mark(OF_CARDS, case) if case else ""
        if cards and list(cards) == self._known:
            return CARDS + mark
        return " ".join([self.card(card) + mark for card in cards])

    def _ranks(self, ranks: Sequence[int], case: str) -> str:
        mark = self.mark(OF_RANKS, case)
        return " ".join([self.rank(rank) + mark for rank in ranks])

    @property
    def cases(self) -> list[str]:
        """The cases that sentences use, after the nominative."""
        return ["", *cases_of(self.language)]

    def mark(self, first: int, case: str) -> str:
        """Returns the mark of a case, counted from the first of its kind."""
        return chr(first + self.cases.index(case))

    def told(self) -> dict[str, Any]:
        """Returns what the page needs to read marks: by mark, the words for the text before it."""
        return _told(self.language)


@cache
def _told(language: str) -> dict[str, Any]:
    words, speech = PageWords(language), Words(language)
    speech.spoken = True

    def heard(case: str, fact: Fact) -> str:
        return speech.text(Text(f"{{one:{case}}}", {"one": fact}))

    marks: dict[str, dict[str, str]] = {}
    for case in words.cases:
        ranks = {words.rank(rank): heard(case, Ranks((rank,))) for rank in range(len(RANKS) + 1)}
        marks[words.mark(OF_RANKS, case)] = ranks
        if case:
            marks[words.mark(OF_CARDS, case)] = {words.card(one): heard(case, Faces((one,))) for one in range(PACK)}
    return {**card_words(words), "marks": marks}
