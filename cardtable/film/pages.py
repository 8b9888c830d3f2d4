"""Builds pages: one file with its style, programs and cards, each allowed only by its hash.

Text written by people is data, in which no character can end the block; the programs insert all text into the page as
text. The page tells the browser to run nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from cardtable.cards import PACK
from cardtable.words import SUIT_NAMES, SUIT_SIGNS, Words

FOLDER: Final = Path(__file__).parent


def assembled(page: Path, texts: Mapping[str, str]) -> str:
    """Builds the page from the files beside it: `seat.html` with `seat.css`, `seat.js`, and the cards of all pages.

    It contains `{{STYLE}}`, `{{CARDS}}`, `{{CARDS_SCRIPT}}`, `{{SCRIPT}}`, the hashes of these except CARDS, such as
    `{{STYLE_HASH}}`, and the names of `texts`. Those are filled in last, in order, so that nothing in a text is
    mistaken for a placeholder.
    """
    parts = {
        "STYLE": _read(page.with_suffix(".css")),
        "CARDS_SCRIPT": _read(FOLDER / "cards.js"),
        "SCRIPT": _read(page.with_suffix(".js")),
    }
    hashes = {f"{name}_HASH": _hash(text) for name, text in parts.items()}
    whole = _read(page)
    for name, text in {**hashes, **parts, "CARDS": _read(FOLDER / "cards.svg"), **texts}.items():
        whole = whole.replace("{{" + name + "}}", text)
    return whole


def words_of(page: Path) -> Mapping[str, str]:
    """The page's own texts, by the names its program uses: `seat.toml` beside `seat.html`."""
    return tomllib.loads(_read(page.with_suffix(".toml")))


def source_texts(file: Path) -> Iterable[str]:
    """The texts to translate in such a file."""
    return words_of(file).values()


def as_data(data: Any) -> str:
    """JSON in which nothing can end a block of a page, or a line of a program."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def card_words(words: Words) -> dict[str, Any]:
    """The words a page needs to show cards and read them aloud: `faces` and `spoken` by card, `suits` by sign."""
    cards = range(PACK)
    return {
        "faces": [words.card(card) for card in cards],
        "spoken": [words.named(card) for card in cards],
        "suits": dict(zip(SUIT_SIGNS, map(words.say, SUIT_NAMES), strict=True)),
    }


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _read(path: Path) -> str:
    return path.read_text("utf-8")
