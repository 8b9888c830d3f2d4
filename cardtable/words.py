"""Words for the engine's sentences: the language, the letters on the cards and the suit signs.

>>> from cardtable.cards import parse_card, parse_cards
>>> from cardtable.engine.text import Who, faces, say
>>> Words().text(say("{who} throws in {cards}.", who=Who(0), cards=faces(parse_cards("6s Th"))), ["Vera"])
'Vera throws in 6♠ 10♥.'
>>> Words(letters="cyrillic").card(parse_card("Qh"))
'Д♥'
"""

from __future__ import annotations

import codecs
import gettext
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from cardtable.cards import HIDDEN, PACK, RANKS, RED_JOKER, SUITS, Card, rank_of, suit_of
from cardtable.engine.text import Faces, Fact, Quote, Ranks, Suit, Text, Who, clean, mark, number, say, say_as
from cardtable.language import DOMAIN, LOCALE

Letters = Literal["latin", "cyrillic"]
Glyphs = Literal["suits", "ascii"]

# Plain signs: terminals disagree about their width when a variation selector follows.
SUIT_SIGNS = "♠♥♦♣"
RANK_NAMES = (
    say_as("card", "two"),
    say_as("card", "three"),
    say_as("card", "four"),
    say_as("card", "five"),
    say_as("card", "six"),
    say_as("card", "seven"),
    say_as("card", "eight"),
    say_as("card", "nine"),
    say_as("card", "ten"),
    say_as("card", "jack"),
    say_as("card", "queen"),
    say_as("card", "king"),
    say_as("card", "ace"),
)
SUIT_NAMES = (mark("spades"), mark("hearts"), mark("diamonds"), mark("clubs"))
RANK_SIGNS: Mapping[Letters, tuple[str, ...]] = {
    "latin": (*"23456789", "10", *"JQKA"),
    "cyrillic": (*"23456789", "10", *"ВДКТ"),
}
# For terminals without suit signs: spades, hearts, diamonds, clubs; then the black and the red joker.
SUIT_LETTERS: Mapping[Letters, str] = {"latin": SUITS, "cyrillic": "пчбт"}
JOKER_LETTERS: Mapping[Letters, str] = {"latin": "br", "cyrillic": "чк"}


def cases_of(language: str) -> Mapping[str, Any]:
    """The names of the cards in each grammatical case that a sentence may ask for; empty if none is needed."""
    return _cases_in(LOCALE / language / "cards.toml")


@cache
def _cases_in(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


class Words:
    """The way one player reads the game.

    `letters` are those for jack, queen, king and ace; None follows the language. If the language does not exist, or
    lacks a text, English is shown.
    """

    spoken = False
    """Whether sentences name cards in words, for listeners; otherwise they show signs."""

    def __init__(self, language: str = "en", *, letters: Letters | None = None, glyphs: Glyphs = "suits") -> None:
        self.change(language, letters=letters, glyphs=glyphs)

    def change(self, language: str, *, letters: Letters | None = None, glyphs: Glyphs = "suits") -> None:
        """Changes the wording from now on; anything on display asks for its words again."""
        self.language = language
        self.letters: Letters = letters or ("cyrillic" if language == "ru" else "latin")
        self.glyphs = glyphs
        self._catalogue = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)

    def text(self, text: Text, names: Sequence[str] = ()) -> str:
        """A sentence in words; `names` are the players' names by seat, `P0` stands for a missing one.

        Everything it quotes is cleaned, whoever wrote it.

        Raises KeyError if the sentence lacks a fact named in its template: a bug in the program.
        """
        template = self._template(text) if text.plural is None else self._plural(text)
        return template.format_map({name: self._fact(fact, names) for name, fact in text.facts.items()})

    def say(self, source: str) -> str:
        """A fixed text in words."""
        return self._catalogue.gettext(source) if source else ""  # gettext answers "" with its header

    def card(self, card: Card) -> str:
        """A card as on its face: `10♥`, `10h`; equal faces from two packs look the same."""
        if card == HIDDEN:
            return "?"
        suit = suit_of(card)
        if suit is None:
            star = "★" if self.glyphs == "suits" else "X"
            return star + JOKER_LETTERS[self.letters][card % PACK == RED_JOKER]
        return self.rank(rank_of(card)) + self.suit(suit)

    def cards(self, cards: Sequence[Card], case: str = "") -> str:
        """Cards in a sentence: `7♥ 10♠`, or in words with commas."""
        if not self.spoken:
            return " ".join(map(self.card, cards))
        return ", ".join([self.named(card, case) or self.card(card) for card in cards])

    def by_suits(self, cards: Sequence[Card]) -> str:
        """A hand in the easiest form to listen to: each suit once, with the ranks of its cards, in words."""
        suits: dict[int | None, list[Card]] = {}
        for card in cards:
            suits.setdefault(suit_of(card), []).append(card)
        told = []
        for suit, held in suits.items():
            ranks = map(self.named, held) if suit is None else self._ranks_held([rank_of(card) for card in held])
            told.append(" ".join([*([] if suit is None else [self.say(SUIT_NAMES[suit])]), ", ".join(ranks)]))
        return "; ".join(told)

    def _ranks_held(self, ranks: Sequence[int]) -> list[str]:
        """The ranks held in one suit, in words, from the lowest; duplicates from two packs are named once."""
        counts = Counter(ranks)
        if len(counts) < len(ranks):
            counts = Counter({rank: counts[rank] for rank in sorted(counts)})
        return [
            self.text(RANK_NAMES[rank] if count == 1 else say("{rank} twice", rank=RANK_NAMES[rank]))
            for rank, count in counts.items()
        ]

    def named(self, card: Card, case: str = "") -> str:
        """A card in words: `queen of spades`; empty if face down. Nominative, or another case of the language."""
        if card == HIDDEN:
            return ""
        suit, forms = suit_of(card), cases_of(self.language).get(case)
        if suit is None:
            is_red = card % PACK == RED_JOKER
            if forms is not None:
                return str(forms["jokers"][is_red])
            return self.text(say("red joker") if is_red else say("black joker"))
        rank: Text | str = RANK_NAMES[rank_of(card)] if forms is None else forms["ranks"][rank_of(card)]
        of_suit = (
            say_as("card", "{rank} of spades", rank=rank),
            say_as("card", "{rank} of hearts", rank=rank),
            say_as("card", "{rank} of diamonds", rank=rank),
            say_as("card", "{rank} of clubs", rank=rank),
        )
        return self.text(of_suit[suit])

    def rank(self, rank: int) -> str:
        """A rank as on a card, 0 for a two: `10`, `Q` or `Д`; `joker` in words."""
        return RANK_SIGNS[self.letters][rank] if rank < len(RANKS) else self.say("joker")

    def _ranks(self, ranks: Sequence[int], case: str) -> str:
        if not self.spoken:
            return " ".join(map(self.rank, ranks))
        forms = cases_of(self.language).get(case)
        in_words = map(self.text, RANK_NAMES) if forms is None else forms["ranks"]
        return ", ".join(map([*in_words, self.rank(len(RANKS))].__getitem__, ranks))

    def suit(self, suit: int) -> str:
        """The sign of a suit, one cell wide; its letter in ASCII."""
        return (SUIT_SIGNS if self.glyphs == "suits" else SUIT_LETTERS[self.letters])[suit]

    def _template(self, text: Text) -> str:
        return self._catalogue.pgettext(text.context, text.source) if text.context else self.say(text.source)

    def _plural(self, text: Text) -> str:
        count = text.facts["count"]
        assert text.plural is not None
        assert isinstance(count, int)
        return self._catalogue.ngettext(text.source, text.plural, count)

    def _fact(self, fact: Fact, names: Sequence[str]) -> str | int | _Said:
        match fact:
            case Who(seat):
                return clean(names[seat]) if 0 <= seat < len(names) else f"P{seat}"
            case Faces(cards):
                return _Said(partial(self.cards, cards))
            case Ranks(ranks):
                return _Said(partial(self._ranks, ranks))
            case Suit(suit):
                # A sentence needs more than the single letter used on a card.
                return self.say(SUIT_NAMES[suit]) if self.spoken or self.glyphs == "ascii" else self.suit(suit)
            case Quote(said):
                return clean(said.get(self.language, said["en"]))
            case Text():
                return self.text(fact, names)
            case str():
                return clean(fact)
            case int() if fact < 0:
                return number(fact)
            case _:
                return fact


class _Said:
    """Cards as a fact of a sentence; its translation may ask for them in a grammatical case: `{cards:acc}`."""

    def __init__(self, in_case: Callable[[str], str]) -> None:
        self._in_case = in_case

    def __format__(self, case: str) -> str:
        return self._in_case(case)


def glyphs_for(encoding: str | None) -> Glyphs:
    """The glyphs that a terminal with this encoding can show: suit signs in UTF-8, letters elsewhere."""
    try:
        return "suits" if codecs.lookup(encoding or "ascii").name == "utf-8" else "ascii"
    except LookupError:
        return "ascii"
