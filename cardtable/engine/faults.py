"""Errors that say in words what is wrong with a file, an option or whatever else was given to the program.

The words are a `Text`, as everywhere: whoever shows the error chooses the language. Python's own errors come in English
only, so those that a player may meet are said again here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtable.cards import RANKS, SUITS, BadCard
from cardtable.engine.text import Text, mark, plain, say


class Fault(ValueError):
    """Something given that cannot be; `text` says what, and what is allowed."""

    def __init__(self, source: str | Text | Exception, /, **facts: Any) -> None:
        self.text = sentence(source, facts)
        super().__init__(plain(self.text))


def sentence(source: str | Text | Exception, facts: Mapping[str, Any]) -> Text:
    """What is wrong, or what an error says; among the facts may be paths, and the errors that say why."""
    if isinstance(source, Text):
        return source
    if isinstance(source, Exception):
        return told(source)
    worded = {name: told(fact) if isinstance(fact, Exception) else fact for name, fact in facts.items()}
    return Text(source, {name: str(fact) if isinstance(fact, Path) else fact for name, fact in worded.items()})


SYSTEM = (
    mark("No space left on device"),
    mark("Permission denied"),
    mark("No such file or directory"),
    mark("Read-only file system"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("File exists"),
    mark("File name too long"),
    mark("Input/output error"),
    mark("Disk quota exceeded"),
    mark("Cannot allocate memory"),
    mark("Resource temporarily unavailable"),
    mark("Operation not permitted"),
    mark("Address already in use"),
    mark("Cannot assign requested address"),
    mark("Too many open files"),
)
"""What the system says most often when a file cannot be had."""


def told(error: BaseException) -> Text:
    """What an error says, in words that can be put into the player's language."""
    if isinstance(text := getattr(error, "text", None), Text):
        return text
    if isinstance(error, BadCard):
        return _no_card(error)
    if isinstance(error, tomllib.TOMLDecodeError):
        if place := re.search(r"line (\d+), column (\d+)", str(error)):
            return say("not valid TOML from line {line}, column {column}", line=place[1], column=place[2])
        return say("not valid TOML")
    if isinstance(error, UnicodeDecodeError):
        return say("no text in UTF-8")
    if isinstance(error, OSError) and error.strerror:
        return Text(error.strerror)
    return Text("{what}", {"what": str(error)})


def foreign(error: BaseException) -> str:
    """What an error of somebody else's code says, after its class: for its author, a `3` alone would say little.

    By its class alone where it cannot be said: its `__str__` may fail in any way.
    """
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # It is no fault of ours, and no more is to be known of it.
        return type(error).__name__


def shown(thing: object) -> str:
    """Something of somebody else's code as Python writes it, or its class where its `__repr__` fails."""
    try:
        return repr(thing)
    except BaseException:  # As above.
        return f"<{type(thing).__name__}>"


def _no_card(error: BadCard) -> Text:
    if error.twice:
        return say("{word} is named twice", word=error.word)
    return say(
        "{word!r} is no card: a rank of {ranks} and a suit of {suits}, such as Th; jokers Xb Xr",
        word=error.word,
        ranks=RANKS,
        suits=SUITS,
    )
