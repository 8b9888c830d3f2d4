"""The file of a film: data, cards, style and program in one page that makes no requests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtable.film.pages import as_data, assembled, card_words, words_of
from cardtable.language import LANGUAGES
from cardtable.words import Words

FOLDER: Final = Path(__file__).parent
FORMAT: Final = 1
"""The version of the data format: the program is in the page, but others may read the data too."""
PAGE: Final = FOLDER / "page.html"
WORDS: Final = words_of(PAGE)
"""The page's own texts, by the names its program uses."""


def page(data: Mapping[str, Any], language: str) -> str:
    """The complete file, which opens in this language."""
    told = as_data({"film": FORMAT, **data, **_own_words(), "language": language})
    return assembled(PAGE, {"LANGUAGE": language, "DATA": told})


def _own_words() -> dict[str, Any]:
    """The page's own texts, and the faces and names of the cards, by language."""
    every = [Words(language) for language in LANGUAGES]
    cards = [card_words(words) for words in every]
    return {
        "languages": list(LANGUAGES),
        "language_names": list(LANGUAGES.values()),
        "words": {name: [words.say(text) for words in every] for name, text in WORDS.items()},
        **{name: [one[name] for one in cards] for name in cards[0]},
    }
