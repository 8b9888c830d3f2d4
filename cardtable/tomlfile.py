"""Changing a TOML file of the player's: what is not changed keeps its order and its comments."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable.engine.faults import Fault

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def change(path: Path, edit: Callable[[TOMLDocument], None]) -> None:
    """Lets `edit` change the file's document, and replaces the file as a whole; a missing one is made.

    Raises OSError, and Fault for a file that is no TOML: it stays untouched.
    """
    import tomlkit

    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        tomllib.loads(text)
    except ValueError as error:
        raise Fault("{name} is not changed: {why}", name=path.name, why=error) from None
    document = tomlkit.parse(text)
    edit(document)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(tomlkit.dumps(document))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
