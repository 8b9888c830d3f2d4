"""Errors that say what is wrong with a file, an option or any other input.

The message is a `Text`, as everywhere: the code that displays it chooses the language. Python's own messages exist only
in English, so those that a player may see are reworded here.
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
    """Invalid input; `text` says what is wrong, and what is allowed."""

    def __init__(self, source: str | Text | Exception, /, **facts: Any) -> None:
        self.text = sentence(source, facts)
        super().__init__(plain(self.text))


def sentence(source: str | Text | Exception, facts: Mapping[str, Any]) -> Text:
    """The message for a fault or an exception; the facts may include paths, and exceptions giving the reason."""
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
"""The most common system errors when accessing a file."""


def told(error: BaseException) -> Text:
    """The message of an error, in a form that can be translated."""
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
    """The message of an error in third-party code, with its class: a bare `3` would not help its author.

    Only the class if the message fails: its `__str__` may raise anything.
    """
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # The error is in third-party code, and nothing more can be found out about it.
        return type(error).__name__


def shown(thing: object) -> str:
    """The repr of a third-party object, or its class if `__repr__` fails."""
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
