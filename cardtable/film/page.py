"""The file that is a film: its data, its cards, its style and its program in one page that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtable.film.pages import as_data, assembled, card_words, words_of
from cardtable.language import LANGUAGES
from cardtable.words import Words

FOLDER: Final = Path(__file__).parent
FORMAT: Final = 1
"""Of the data: the page's program is in the page, but others may read them too."""
PAGE: Final = FOLDER / "page.html"
WORDS: Final = words_of(PAGE)
"""What the page says by itself, by what its program calls it."""


def page(data: Mapping[str, Any], language: str) -> str:
    """The whole file, which opens in this language."""
    told = as_data({"film": FORMAT, **data, **_own_words(), "language": language})
    return assembled(PAGE, {"LANGUAGE": language, "DATA": told})


def _own_words() -> dict[str, Any]:
    """The page's own words, and the cards' faces and names, by language."""
    every = [Words(language) for language in LANGUAGES]
    cards = [card_words(words) for words in every]
    return {
        "languages": list(LANGUAGES),
        "language_names": list(LANGUAGES.values()),
        "words": {name: [words.say(text) for words in every] for name, text in WORDS.items()},
        **{name: [one[name] for one in cards] for name in cards[0]},
    }
