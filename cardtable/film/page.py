"""The file that is a film: its data, its cards, its style and its program in one page that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtable.engine.text import mark
from cardtable.film.pages import as_data, assembled, card_words
from cardtable.language import LANGUAGES
from cardtable.words import Words

FOLDER: Final = Path(__file__).parent
FORMAT: Final = 1
"""Of the data: the page's program is in the page, but others may read them too."""
WORDS: Final[Mapping[str, str]] = {
    "open": mark("Open hands"),
    "ask": mark("Ask me"),
    "look": mark("Light or dark"),
    "picture": mark("Save a picture"),
    "run": mark("Run"),
    "stop": mark("Stop"),
    "start": mark("To the beginning"),
    "back": mark("One move back"),
    "on": mark("One move on"),
    "last": mark("To the end"),
    "next_mark": mark("Next mark"),
    "mark_before": mark("Mark before"),
    "speed": mark("Speed"),
    "deal": mark("Deal"),
    "place": mark("The deal as it was played"),
    "where": mark("{deal}, move {number} of {all}"),
    "hand": mark("Hand of {who}"),
    "no_cards": mark("no cards"),
    "cards": mark("cards: {count}"),
    "log": mark("What has happened"),
    "curve": mark("Chances of {who} over the deal"),
    "chances": mark("{who}: chances {value} of 100"),
    "question": mark("What would you play, {who}?"),
    "find": mark("Find the best move."),
    "solved": mark("Right. Look how it goes on."),
    "refuted": mark("No: this one does not do it. Look why."),
    "again": mark("Try again"),
    "best": mark("That was best."),
    "as_good": mark("As good as the best."),
    "lost": mark("{loss} of 100 chances given away."),
    "worse": mark("Another move is better, that is proven."),
    "unknown": mark("Nobody has weighed that move."),
    "made": mark("{who} played: {move}."),
    "better": mark("Best: {move}."),
    "most": mark("Most styles of the bots play so: {count} of {all}."),
    "others": mark("{count} of {all} styles play so; most of them: {move}."),
    "styles": mark("{count} of {all} styles"),
    "go_on": mark("Go on"),
    "score": mark("You: {good} of {all} good"),
    "rules": mark("House rules"),
}
"""What the page says by itself, by what its program calls it."""


def page(data: Mapping[str, Any], language: str) -> str:
    """The whole file, which opens in this language."""
    told = as_data({"film": FORMAT, **data, **_own_words(), "language": language})
    return assembled(FOLDER / "page.html", {"LANGUAGE": language, "DATA": told})


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
