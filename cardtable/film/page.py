"""The file that is a film: its data, its cards, its style and its program in one page, each allowed by its hash alone.

What people have written stands in the data, and there no sign of it can end the block; the program puts every text on
the page as text. A browser that reads the page is told to fetch nothing and to run nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from cardtable.cards import PACK
from cardtable.engine.text import mark
from cardtable.language import LANGUAGES
from cardtable.words import SUIT_NAMES, SUIT_SIGNS, Words

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
    style, script = (_part(name) for name in ("page.css", "page.js"))
    parts = {
        "LANGUAGE": language,
        "STYLE_HASH": _hash(style),
        "SCRIPT_HASH": _hash(script),
        "STYLE": style,
        "SCRIPT": script,
        "CARDS": _part("cards.svg"),
        # Last, so that nothing that stands in a name is taken for a place to be filled.
        "DATA": _json({"film": FORMAT, **data, **_own_words(), "language": language}),
    }
    whole = _part("page.html")
    for name, text in parts.items():
        whole = whole.replace("{{" + name + "}}", text)
    return whole


def _own_words() -> dict[str, Any]:
    """The page's own words, and the cards' faces and names, by language."""
    every = [Words(language) for language in LANGUAGES]
    cards = range(PACK)
    return {
        "languages": list(LANGUAGES),
        "language_names": list(LANGUAGES.values()),
        "words": {name: [words.say(text) for words in every] for name, text in WORDS.items()},
        "faces": [[words.card(card) for card in cards] for words in every],
        "spoken": [[words.named(card) for card in cards] for words in every],
        "suits": [dict(zip(SUIT_SIGNS, map(words.say, SUIT_NAMES), strict=True)) for words in every],
    }


def _json(data: Mapping[str, Any]) -> str:
    """JSON in which nothing can end a block of a page, or a line of a program."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _part(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")
