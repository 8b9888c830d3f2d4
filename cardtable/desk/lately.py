"""The order in which the player's matches and tournaments were played, independent of clock and file times."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from cardtable import files
from cardtable.paths import data_dir

FILE = "played.txt"
"""Names of records and of tournament folders, a line each, last played last."""
MOST = 500


def note(path: Path) -> None:
    """Notes that the match of this record, or the tournament in this folder, is being played."""
    order = data_dir() / FILE
    # Without it, file times decide.
    with suppress(OSError), files.alone(order):
        earlier = [name for name in _names() if name != path.name]
        files.replace(order, "".join(f"{name}\n" for name in [*earlier[1 - MOST :], path.name]))


def records_in(folder: Path) -> Iterator[Path]:
    """Yields the records in a folder, last played first; fast even with thousands.

    A caller that needs only the last ones does not scan the whole folder: these are known by name.
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
    """Sorts these records or folders, last played first; those never noted by their times."""
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
    """Returns the time a file, or a folder's files, were last written."""
    try:
        return max((file.stat().st_mtime for file in (path.iterdir() if path.is_dir() else [path])), default=0.0)
    except OSError:
        return 0.0
