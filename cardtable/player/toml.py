"""Changing a TOML file of the player's: what is not changed keeps its order and its comments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable import files
from cardtable.engine.faults import Fault

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def change(path: Path, edit: Callable[[TOMLDocument], None]) -> None:
    """Lets `edit` change the file's document, and replaces the file as a whole; a missing one is made.

    Raises OSError, and Fault for a file that is no TOML: it stays untouched.
    """
    import tomlkit

    with files.alone(path):
        try:
            text = files.read_toml(path)[0]
        except FileNotFoundError:
            text = ""
        except Fault as error:
            raise Fault("{name} is not changed: {why}", name=path.name, why=error) from None
        document = tomlkit.parse(text)
        edit(document)
        files.replace(path, tomlkit.dumps(document))
