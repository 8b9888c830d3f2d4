"""Styles from other packages: the entry points of the group `cardtable.bots`.

An entry point has the name of its style, or `family.style` if it plays only one family, and points to a class that is
called with the rules, like `make` in our own modules. Listing them imports none of them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from cardtable.bots.unheard import unheard
from cardtable.engine.text import Text, clean, say
from cardtable.games import FAMILIES

GROUP = "cardtable.bots"
STYLE = re.compile(r"[a-z][a-z0-9_]{0,19}")


class Installed(NamedTuple):
    """A style from another package."""

    style: str
    families: tuple[str, ...]
    """The families it plays; empty for all."""
    place: str
    """`module:name` of its class."""
    package: str


@cache
def installed() -> tuple[tuple[Installed, ...], tuple[Text, ...]]:
    """The styles that packages provide, by name, and the problems found in the others."""
    found: dict[str, Installed] = {}
    problems: list[Text] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        head, dot, tail = point.name.partition(".")
        style, families = (tail, (head,)) if dot else (head, ())
        package = _package(point)
        if not STYLE.fullmatch(style) or (dot and head not in FAMILIES):
            problems.append(
                say(
                    "package {package}: a bot cannot be called {name!r}: write STYLE or FAMILY.STYLE in small letters",
                    package=package,
                    name=clean(point.name[:60]),
                )
            )
        elif style in found:
            problems.append(
                say(
                    "bot {style}: {first} and {second} both bring one of this name; that of {first} plays",
                    style=style,
                    first=found[style].package,
                    second=package,
                )
            )
        else:
            found[style] = Installed(style, families, point.value, package)
    return tuple(found.values()), tuple(problems)


def _package(point: EntryPoint) -> str:
    return clean(f"{point.dist.name} {point.dist.version}") if point.dist is not None else "?"


def load(place: str) -> Any:
    """Loads the class that creates the players of a style, with its output discarded. Raises whatever its module
    raises.
    """
    module, _, name = place.partition(":")
    with unheard():
        made: Any = import_module(module)
    for part in name.split("."):
        made = getattr(made, part)
    if not callable(made):
        raise TypeError(f"{place} cannot be called")
    return made
