"""A player's own presets: files like those of the families, in a folder of theirs."""

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
"""By family what its file says, read once."""


def presets_of(game: Family) -> Mapping[str, Preset]:
    """Somebody's own presets of a family, none where anything is wrong with their file (`trouble`)."""
    if game.id not in _found:
        _found[game.id] = _read(game)
    return _found[game.id][0]


def trouble(game: Family) -> Text | None:
    """What is wrong with their file of this family's presets."""
    presets_of(game)
    return _found[game.id][1]


def forget() -> None:
    """The files are read anew when they are asked for again."""
    _found.clear()


def folder() -> Path:
    """Where their files lie."""
    return config_dir() / "presets"


def file_of(family: str) -> Path:
    """Their file of the family of this id, such as `durak.toml`."""
    return folder() / f"{family}.toml"


def _read(game: Family) -> tuple[Mapping[str, Preset], Text | None]:
    path = file_of(game.id)
    try:
        text, tables = read_toml(path)
        book = Book(str(path), text, tables)
        found = read_presets(book, game.options(), game.listed, f"{game.id}_")
        for name, preset in found.items():
            check(book, name, preset)
    except FileNotFoundError:
        return {}, None
    except BadBook as error:
        return {}, error.text
    except (Unreadable, OSError) as error:
        return {}, say("{path}: {why}", path=str(path), why=told(error))
    return found, None
