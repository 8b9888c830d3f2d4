"""A player's own presets: files like those of the families, in a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardtable.engine.book import BadBook, Book
from cardtable.engine.family import Family
from cardtable.engine.faults import told
from cardtable.engine.presets import Preset, check, read_presets
from cardtable.engine.text import Text, say
from cardtable.files import Unreadable, read_toml
from cardtable.paths import config_dir

_found: dict[str, tuple[Mapping[str, Preset], Text | None]] = {}
"""The contents of each family's file, read once."""


def presets_of(game: Family) -> Mapping[str, Preset]:
    """The player's own presets of a family; none if there is anything wrong with the file (`trouble`)."""
    if game.id not in _found:
        _found[game.id] = _read(game)
    return _found[game.id][0]


def trouble(game: Family) -> Text | None:
    """The error in the player's preset file for this family; None without one."""
    presets_of(game)
    return _found[game.id][1]


def forget() -> None:
    """Drops the cache, so that the files are read again the next time."""
    _found.clear()


def folder() -> Path:
    """The folder that holds the player's preset files."""
    return config_dir() / "presets"


def file_of(family: str) -> Path:
    """The preset file for this family id, such as `durak.toml`."""
    return folder() / f"{family}.toml"


def _read(game: Family) -> tuple[Mapping[str, Preset], Text | None]:
    path = file_of(game.id)
    try:
        text, tables = read_toml(path)
        book = Book(str(path), text, tables)
        found = read_presets(book, game.options, game.listed, f"{game.id}_")
        for name, preset in found.items():
            check(book, name, preset)
    except FileNotFoundError:
        return {}, None
    except BadBook as error:
        return {}, error.text
    except (Unreadable, OSError) as error:
        return {}, say("{path}: {why}", path=str(path), why=told(error))
    return found, None
