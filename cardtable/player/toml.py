"""Changes to the player's TOML files that keep the order and comments of everything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cardtable import files
from cardtable.engine.faults import Fault

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def change(path: Path, edit: Callable[[TOMLDocument], None]) -> None:
    """Applies `edit` to the file's document and replaces the file atomically; creates a missing one.

    Raises OSError, and Fault if the file is not TOML; it is then unchanged.
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
