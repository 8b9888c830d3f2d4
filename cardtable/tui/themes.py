"""Themes from files: one TOML file each, in the package or beside it in a checkout."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from textual.theme import Theme

FALLBACKS: dict[str, str] = {
    "table": "#12352a",
    "card-face": "#f4f1e6",
    "card-edge": "#8a8577",
    "card-back": "#5a78a8",
    "card-cursor": "#b8860b",
    "card-legal": "#2f7d4f",
    "suit-spades": "#1c1c1c",
    "suit-hearts": "#b3261e",
    "suit-diamonds": "#a8480c",
    "suit-clubs": "#1b5e20",
}
"""Our own colours where a theme has none."""


def folder() -> Path:
    """Where the shipped themes lie: inside an installed package, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "themes"
    return inside if inside.is_dir() else package.parent / "themes"


def read(path: Path) -> Theme:
    """The theme in a file. Raises ValueError with one line that says what is wrong."""
    try:
        with path.open("rb") as file:
            given: dict[str, Any] = tomllib.load(file)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise ValueError(f"theme {path}: {wrong}") from None
    try:
        theme = Theme(**{"name": path.stem, **given})
        # A bad colour would end the program later, in the middle of drawing.
        theme.to_color_system().generate()
        for name in FALLBACKS:
            if name in theme.variables:
                _check_colour(name, theme.variables[name])
    except Exception as wrong:  # Textual answers bad values with many kinds of error
        first = (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
        raise ValueError(f"theme {path}: {first}") from None
    return theme


def _check_colour(name: str, value: str) -> None:
    from textual.color import Color, ColorParseError

    try:
        Color.parse(value)
    except ColorParseError:
        raise ValueError(f"{name} = {value!r} is no colour") from None


def load(where: Path | None = None) -> tuple[list[Theme], list[str]]:
    """The themes of a folder by name, and a line for each file that is none."""
    found, wrong = [], []
    for path in sorted((where or folder()).glob("*.toml")):
        try:
            found.append(read(path))
        except ValueError as why:
            wrong.append(str(why))
    return found, wrong
