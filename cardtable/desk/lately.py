"""In which order the player's matches and tournaments were played, which the clock and the times of files may belie."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from cardtable import files
from cardtable.paths import data_dir

FILE = "played.txt"
"""Names of records and of tournaments' folders, a line each; what was played last stands last."""
MOST = 500


def note(path: Path) -> None:
    """Remembers that the match of this record, or the tournament in this folder, is played now."""
    order = data_dir() / FILE
    # Without it the times of the files decide.
    with suppress(OSError), files.alone(order):
        earlier = [name for name in _names() if name != path.name]
        files.replace(order, "".join(f"{name}\n" for name in [*earlier[1 - MOST :], path.name]))


def records_in(folder: Path) -> Iterator[Path]:
    """The records in a folder, the one that was played last first; thousands are no wait.

    Whoever needs but the last ones never has the whole folder looked through: these are known by name.
    """
    noted = dict.fromkeys(name for name in reversed(_names()) if name.endswith(".jsonl") and not os.path.dirname(name))
    yield from (folder / name for name in noted if os.path.isfile(folder / name))
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".jsonl") and entry.name not in noted:
                with suppress(OSError):
                    status = entry.stat()
                    if stat.S_ISREG(status.st_mode):
                        found.append((status.st_mtime, entry.name))
    found.sort(reverse=True)
    yield from (folder / name for _, name in found)


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """These records or folders, the one that was played last first; those that were never noted go by their times."""
    places = _places()
    return sorted(paths, key=lambda path: (places.get(path.name, -1), _written(path)), reverse=True)


def _places() -> dict[str, int]:
    return {name: nth for nth, name in enumerate(_names())}


def _names() -> list[str]:
    try:
        return files.read(data_dir() / FILE, files.SMALL).decode(errors="replace").splitlines()
    except (OSError, files.Unreadable):
        return []


def _written(path: Path) -> float:
    """When something was written in a file, or in a folder's files."""
    try:
        return max((file.stat().st_mtime for file in (path.iterdir() if path.is_dir() else [path])), default=0.0)
    except OSError:
        return 0.0
