"""Themes from files: one TOML file each, in the package or next to it in a checkout."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from pathlib import Path
from typing import Any

from textual.theme import Theme

from cardtable.engine.faults import Fault
from cardtable.engine.options import closest
from cardtable.engine.text import LONGEST_NAME, Text, is_name, mark
from cardtable.files import read_toml

COLOURS = (
    *("primary", "secondary", "accent", "warning", "error", "success"),
    *("foreground", "background", "surface", "panel", "boost"),
)
"""The standard colours of a Textual theme."""

TITLES = {
    "amber": mark("amber"),
    "blue": mark("blue cloth"),
    "contrast": mark("high contrast"),
    "felt": mark("green cloth"),
    "felt-dark": mark("dark green cloth"),
    "grey": mark("grey"),
    "night": mark("night"),
    "paper": mark("paper"),
    "signal": mark("for the colour-blind"),
    "sixteen": mark("sixteen colours"),
    "spring": mark("spring"),
    "wine": mark("wine"),
}
"""The titles of the shipped themes; a player's own are shown by name."""


def folder() -> Path:
    """Returns the folder of the shipped themes: inside an installed package, next to it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "themes"
    return inside if inside.is_dir() else package.parent / "themes"


def read(path: Path, *, checked: bool = False) -> Theme:
    """Reads a theme from a file; its colours have been `checked` if it is one of ours, by the tests. Raises Fault."""
    try:
        given: dict[str, Any] = read_toml(path)[1]
    except (OSError, Fault) as wrong:
        raise Fault("theme {path}: {why}", path=path, why=wrong) from None
    try:
        known = [entry.name for entry in dataclasses.fields(Theme)]
        for name in given:
            if name not in known:
                raise Fault("{name} is nothing that a theme has{near}", name=name, near=closest(name, known))
        name = given.setdefault("name", path.stem)
        if not isinstance(name, str) or not is_name(name):
            raise Fault(
                "name = {name!r}: a name has 1 to {most} printable letters", name=str(name)[:30], most=LONGEST_NAME
            )
        if "primary" not in given:
            raise Fault("there must be a colour named primary")
        theme = Theme(**given)
        if not checked:
            # A bad colour would crash the program later, in the middle of drawing.
            for name in COLOURS:
                if given.get(name) is not None:
                    _check_colour(name, given[name])
            _check_variables(given)
            theme.to_color_system().generate()
    except Fault as wrong:
        raise Fault("theme {path}: {why}", path=path, why=wrong) from None
    except Exception as wrong:  # Textual rejects bad values with many kinds of error.
        first = (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
        raise Fault("theme {path}: {why}", path=path, why=first) from None
    return theme


@cache
def shipped(name: str) -> Theme:
    """Returns a theme that comes with the program, read once for all screens. Raises Fault."""
    return read(folder() / f"{name}.toml", checked=True)


def _check_variables(given: dict[str, Any]) -> None:
    """Checks that `[variables]` holds only colours, ours or Textual's. Raises Fault."""
    variables = given.get("variables", {})
    if not isinstance(variables, dict):
        raise Fault("variables = {value!r} is no table of names and colours", value=str(variables)[:30])
    usual = Theme(name="plain", primary=given["primary"]).to_color_system().generate()
    for name, value in variables.items():
        if not re.fullmatch("[a-z][a-z0-9-]*", name) or not _is_colour(usual.get(name, "#000000")):
            raise Fault("{name} is no colour of a theme", name=name)
        _check_colour(name, value)


def _check_colour(name: str, value: Any) -> None:
    """Raises Fault unless the value is a colour."""
    if not _is_colour(value):
        raise Fault("{name} = {value!r} is no colour", name=name, value=value)


def _is_colour(value: Any) -> bool:
    from textual.color import Color, ColorParseError

    try:
        Color.parse(value)
    except (ColorParseError, TypeError, AttributeError):
        return False
    return True


def load(where: Path | None = None) -> tuple[list[Theme], list[Text]]:
    """Returns the themes of a folder by file name, and a message for each file that is not one."""
    found, wrong = [], []
    for path in sorted((where or folder()).glob("*.toml")):
        try:
            found.append(read(path))
        except Fault as why:
            wrong.append(why.text)
    return found, wrong
