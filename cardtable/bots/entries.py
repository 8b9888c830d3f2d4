"""Our own styles of play, as listed in `styles.toml`: the module that creates each player, and how it plays."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardtable.bots.commands import command_of, short
from cardtable.engine.text import mark


class BotEntry(NamedTuple):
    """A style of play as offered to the player."""

    style: str
    module: str
    """The module that creates its players: one with `make(rules) -> Bot`, or `module:name` for another function in it.

    `{family}` stands for the family being played.
    """
    strength: str
    """Its strength in a word; for a rated style `ratings.strength` is used instead."""
    about: str
    """How it plays, in one line."""
    families: tuple[str, ...] = ()
    """The families it plays; empty for all."""
    beat: str = ""
    """How to beat it, in one line."""
    package: str = ""
    """The package it comes from, with its version; empty for our own."""


EASY = mark("easy")
"""Scores less than 40 out of 100 against steady."""
FAIR = mark("fair")
"""Scores 40 to 60 out of 100 against steady."""
STRONG = mark("strong")
"""Scores up to 75 out of 100 against steady."""
VERY_STRONG = mark("very strong")
"""Scores more than 75."""

UNRATED = mark("not rated")
"""Not measured yet."""

FILE = Path(__file__).parent / "styles.toml"


@cache
def _listed() -> tuple[tuple[BotEntry, ...], dict[str, str]]:
    """Our own styles, and the names of those that have one."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["styles"]
    called = {row["style"]: row.pop("name") for row in rows if "name" in row}
    return tuple(BotEntry(**row | {"families": tuple(row.get("families", ()))}) for row in rows), called


def bots() -> tuple[BotEntry, ...]:
    """Our own styles, best known first. They are read when first needed: the menu is drawn without them."""
    return _listed()[0]


def name_of(style: str) -> str:
    """The untranslated display name of a style: `name` in the list, else the style id in words."""
    if command_of(style) is not None:
        return short(style)
    return _listed()[1].get(style) or style.replace("_", " ").capitalize()


def source_texts() -> list[str]:
    """The texts of the list, each translated separately."""
    return [text for bot in bots() for text in (name_of(bot.style), bot.about, bot.beat) if text]
