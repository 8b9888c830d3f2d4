"""Pages of ours put together: one file with its style, its programs and the cards, each allowed by its hash alone.

What people have written stands in data, and there no sign of it can end the block; the programs put every text on the
page as text. A browser that reads such a page is told to run nothing else.
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
    """The page whose parts lie beside it: `seat.html` with `seat.css`, `seat.js`, and the cards of all pages.

    In it stand `{{STYLE}}`, `{{CARDS}}`, `{{CARDS_SCRIPT}}`, `{{SCRIPT}}`, the hashes of these but for CARDS, such as
    `{{STYLE_HASH}}`, and the names of `texts`, which are filled in last, in their order: nothing that stands in one of
    them is taken for a place to be filled.
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
    """What a page says by itself, by what its program calls it: `seat.toml` beside `seat.html`."""
    return tomllib.loads(_read(page.with_suffix(".toml")))


def source_texts(file: Path) -> Iterable[str]:
    """What is translated of such a file."""
    return words_of(file).values()


def as_data(data: Any) -> str:
    """JSON in which nothing can end a block of a page, or a line of a program."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def card_words(words: Words) -> dict[str, Any]:
    """What a page needs to show cards, and to read them aloud: `faces` and `spoken` by card, `suits` by sign."""
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
