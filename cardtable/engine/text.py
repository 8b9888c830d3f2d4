"""Sentences before they are put into words: an English source text and the facts that fill it.

The engine and the games say *what* (`say("{who} takes", who=Who(1))`); the language, the names of the players and the
look of the cards are chosen where the sentence is displayed (`cardtable.words`). The source text is the gettext key.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from cardtable.cards import RANKS, SUITS, Card, Cards, bits, card_text

_UNSEEN = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Characters that Unicode classes as letters and marks, but terminals do not display."""
LONGEST_NAME = 20


def clean(text: str) -> str:
    """One line of text without anything that a terminal would obey or hide, since it may come from a person or a file.

    Every text that the program did not write itself goes through here before it is displayed, on the screen, in lines
    and in errors: control characters, line breaks, bidirectional controls and characters without width become spaces.

    >>> clean("An\\x1b[2Jna\\u202e")
    'An [2Jna '
    """
    text = _UNSEEN.sub(" ", text)
    return text if text.isprintable() else "".join(sign if sign.isprintable() else " " for sign in text)


def is_name(text: str) -> bool:
    """Whether a text is usable as a person's name: 1 to 20 characters, all of them visible."""
    return 0 < len(text) <= LONGEST_NAME and bool(text.strip()) and clean(text) == text


def why_no_name(text: str) -> Text:
    """The error for a person who has entered an unusable name."""
    return say("{name!r}: a name has 1 to {most} printable letters", name=text, most=LONGEST_NAME)


def folded(text: str) -> str:
    """A text in the form used for comparison: without capitals and accents; `ё` is `е`.

    >>> folded("Подкидной Козёл")
    'подкиднои козел'
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(sign))


_LOOKS = str.maketrans("АВЕКМНОРСТУХІЈЅаекорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTYXIJSaekopcyxijsABEZHIKMNOPTYXo")
"""Cyrillic and Greek letters that look like Latin ones."""


def are_alike(one: str, other: str) -> bool:
    """Whether a reader could not tell two names apart.

    >>> are_alike("Вера", "Bepa"), are_alike("Анна", "Anna")
    (True, False)
    """
    names = [unicodedata.normalize("NFKC", name) for name in (one, other)]
    same, alike = names[0].casefold() == names[1].casefold(), len({name.translate(_LOOKS).casefold() for name in names})
    return same or alike == 1


class Who(NamedTuple):
    """A player, shown by name."""

    seat: int


class Faces(NamedTuple):
    """Cards, shown by face in this order."""

    cards: tuple[Card, ...]


class Ranks(NamedTuple):
    """Ranks, shown by letter or number; 0 for a two."""

    ranks: tuple[int, ...]


class Suit(NamedTuple):
    """A suit, shown by its name and sign."""

    suit: int


class Quote(NamedTuple):
    """A player's remark at the table, in the words of each language."""

    said: Mapping[str, str]
    """The remark by language; English is always included."""


Fact: TypeAlias = "str | int | Who | Faces | Ranks | Suit | Quote | Text"
"""The types of value that a sentence may hold."""


class Text(NamedTuple):
    """A sentence or label: source text with `{names}`, and the facts to fill them.

    With `plural`, the fact `count` chooses between the source texts (and between the plural forms of the display
    language).
    """

    source: str
    facts: Mapping[str, Fact] = {}
    plural: str | None = None
    context: str = ""
    """The intended meaning, for source texts that other languages translate in several ways."""


def say(source: str, /, **facts: Fact) -> Text:
    """A sentence; its source text is extracted for translation."""
    return Text(source, facts)


def say_as(context: str, source: str, /, **facts: Fact) -> Text:
    """A sentence with a context, which other languages may need to translate it."""
    return Text(source, facts, context=context)


def say_count(source: str, plural: str, /, count: int, **facts: Fact) -> Text:
    """A sentence about `count` things, with singular and plural."""
    return Text(source, {"count": count, **facts}, plural)


def labelled(source: str, /, **facts: Fact) -> Text:
    """A label with those of the facts that it names; extracted for translation where it is defined."""
    return Text(source, {name: fact for name, fact in facts.items() if f"{{{name}}}" in source})


def listed(parts: Iterable[Text]) -> Text:
    """Texts separated by commas; there must be at least one."""
    first, *others = parts
    for other in others:
        first = Text("{first}, {next}", {"first": first, "next": other})
    return first


def capital(line: str) -> str:
    """A line with its first letter as a capital."""
    return line[:1].upper() + line[1:]


def mark(source: str) -> str:
    """Returns the text unchanged; marks it for translation where it is data."""
    return source


def number(value: float) -> str:
    """A number for display, with a true minus sign.

    >>> number(2.5), number(-8)
    ('2.5', '−8')
    """
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def faces(cards: Cards) -> Faces:
    """A set of cards as a fact."""
    return Faces(tuple(bits(cards)))


def plain(text: Text) -> str:
    """The sentence in its source language with cards and seats in typed form, for reports and tracebacks."""
    count = text.facts.get("count")
    source = text.plural if text.plural is not None and count != 1 else text.source
    return source.format_map({name: _plain_fact(fact) for name, fact in text.facts.items()})


def _plain_fact(fact: Fact) -> str | int:
    match fact:
        case Quote():
            return fact.said["en"]
        case Who():
            return f"P{fact.seat}"
        case Faces():
            return " ".join(map(card_text, fact.cards))
        case Ranks():
            return " ".join(RANKS[rank] if rank < len(RANKS) else "X" for rank in fact.ranks)
        case Suit():
            return SUITS[fact.suit]
        case Text():
            return plain(fact)
        case _:
            return fact
