"""Our own styles of play, as `styles.toml` lists them: where their players are made, how they play."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from cardtable.bots.commands import command_of, short
from cardtable.engine.text import mark


@dataclass(frozen=True, slots=True, kw_only=True)
class BotEntry:
    """A style of play as it is offered."""

    style: str
    module: str
    """Where its players are made: a module with `make(rules) -> Bot`, or `module:name` for another function of it.

    `{family}` stands for the family that is played.
    """
    strength: str
    """How strong it is, in a word; where it has a rating, `ratings.strength` says it instead."""
    about: str
    """How it plays, in a line."""
    families: tuple[str, ...] = ()
    """The families it plays; empty for all."""
    beat: str = ""
    """How to beat it, in a line."""
    package: str = ""
    """The package that it comes from, with its version; empty for our own."""


EASY = mark("easy")
"""Less than 40 of 100 against steady."""
FAIR = mark("fair")
"""40 to 60 of 100 against steady."""
STRONG = mark("strong")
"""Up to 75 of 100 against steady."""
VERY_STRONG = mark("very strong")
"""More than that."""

UNRATED = mark("not rated")
"""Nobody knows yet."""

FILE = Path(__file__).parent / "styles.toml"
_ROWS = tomllib.loads(FILE.read_text(encoding="utf-8"))["styles"]
_NAMES = {row["style"]: row.pop("name") for row in _ROWS if "name" in row}
BOTS = tuple(BotEntry(**row | {"families": tuple(row.get("families", ()))}) for row in _ROWS)
"""Our own styles, best known first."""


def name_of(style: str) -> str:
    """What a style's player is called, to be translated: `name` in the list, else the style's own words."""
    if command_of(style) is not None:
        return short(style)
    return _NAMES.get(style) or style.replace("_", " ").capitalize()


def source_texts() -> list[str]:
    """The texts of the list, which are translated one by one."""
    return [text for bot in BOTS for text in (name_of(bot.style), bot.about, bot.beat) if text]
