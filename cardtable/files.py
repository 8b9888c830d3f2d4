"""The player's files: read with limits, replaced as a whole, and closed to other users.

A path may turn out to be a folder, a pipe, a device, a broken link, gigabytes long, or nested brackets without end.
Here each of these becomes one sentence, so that code reading a folder can report it and carry on.
"""

from __future__ import annotations

import json
import math
import os
import stat
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from glob import escape
from pathlib import Path
from typing import IO, Any

from cardtable import locks
from cardtable.engine.faults import Fault
from cardtable.engine.text import mark

SMALL = 1 << 18
"""The maximum size in bytes of a file written by a person: settings, tables, a theme, a position."""
LINE = 1 << 12
"""The longest line of a TOML file: the time to parse a dotted key grows with the square of its length."""
DEPTH = 32
"""The maximum depth of nested brackets."""
NUMBER = 1 << 63
"""Whole numbers must be below this, and not below its negative, as in TOML."""
PATIENCE = 3.0
"""The maximum time in seconds to wait for another program to change its file; the screen freezes meanwhile."""
READ_FOR = 2.0
"""The time in seconds to wait for a file that cannot be replaced while somebody is reading it."""
LEFT = 24 * 60 * 60
"""After this many seconds, a temporary replacement file must have been left behind by a killed program."""


class Unreadable(Fault):
    """A file that cannot be used; the message says why, and the code that displays it names the file."""


def read(path: Path, most: int) -> bytes:
    """Reads a regular file of at most `most` bytes.

    Raises Unreadable, and OSError (FileNotFoundError if there is no file).
    """
    with opened(path) as file:
        # Only the actual size: allocating memory for the maximum takes longer than reading most files.
        size = min(os.fstat(file.fileno()).st_size, most)
        data = file.read(size + 1)
        if len(data) > size:  # The file has grown in the meantime.
            data += file.read(most + 1 - len(data))
    if len(data) > most:
        raise Unreadable("it is larger than the {most} that are read", most=_size(most))
    return data


def first_line(path: Path, most: int) -> bytes:
    """The first line of a regular file with its newline, cut off after `most` bytes.

    Raises Unreadable and OSError.
    """
    with opened(path) as file:
        return file.readline(most)


def last_bytes(path: Path, count: int) -> bytes:
    """The end of a regular file. Raises Unreadable and OSError."""
    with opened(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - count))
        return file.read(count)


def check_regular(path: Path) -> None:
    """Raises Unreadable for anything other than a file that can be read to its end, and OSError."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            raise Unreadable("it is a link to a file that is not there") from None
        raise
    except ValueError:
        raise Unreadable("no file can have this name") from None
    if not stat.S_ISREG(mode):
        if stat.S_ISDIR(mode):
            raise Unreadable("it is a folder")
        raise Unreadable("it is no regular file")


def opened(path: Path) -> IO[bytes]:
    """Opens a regular file for reading. Raises Unreadable and OSError."""
    check_regular(path)
    return path.open("rb")


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def regular(paths: Iterable[Path]) -> list[Path]:
    """The paths that are regular files, sorted by name."""
    found = []
    for path in sorted(paths):
        try:
            check_regular(path)
        except (OSError, Unreadable):
            continue
        found.append(path)
    return found


# The contents of files


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Returns the text of a TOML file and its parsed contents. Raises Unreadable and OSError."""
    try:
        text = read(path, SMALL).decode()
    except UnicodeDecodeError as error:
        raise Unreadable(error) from None
    return text, parse_toml(text)


def parse_toml(text: str) -> dict[str, Any]:
    """Parses a TOML text. Raises Unreadable."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE:
            raise Unreadable("line {line} is longer than {most} letters", line=number, most=LINE)
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise Unreadable(_TOO_DEEP, most=DEPTH) from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(error) from None
    check_values(found)
    return found


def is_date(text: str) -> bool:
    """Whether a text is a date in the form 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def parse_json(data: bytes) -> Any:
    """Parses a JSON text. Raises Unreadable."""
    try:
        found = _JSON.decode(data.decode())
    except RecursionError:
        raise Unreadable(_TOO_DEEP, most=DEPTH) from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable("no JSON") from None
    if b"\\u" in data or data.count(b"[") + data.count(b"{") > DEPTH:
        check_values(found)
    return found


_TOO_DEEP = mark("brackets stand more than {most} deep")
_TOO_LONG = mark("a number has too many digits")
_NO_NUMBER = mark("{value} is no number that can be counted with")


def _no_number(name: str) -> None:
    raise Unreadable(_NO_NUMBER, value=name)


def _whole(digits: str) -> int:
    """Parses a whole number in JSON. Raises Unreadable, and ValueError for one with thousands of digits."""
    found = int(digits)
    if not -NUMBER <= found < NUMBER:
        raise Unreadable(_TOO_LONG)
    return found


def _broken(digits: str) -> float:
    """Parses a JSON number with a point or an exponent. Raises Unreadable."""
    found = float(digits)
    if not math.isfinite(found):
        raise Unreadable(_NO_NUMBER, value=str(found))
    return found


_JSON = json.JSONDecoder(parse_constant=_no_number, parse_int=_whole, parse_float=_broken)
"""Numbers are checked as they are parsed. Anything else that could not be written again is a lone surrogate, which
shows as an escape, or nested too deeply: only then is everything checked once more."""


def check_values(value: Any) -> None:
    """Raises Unreadable for values that cannot be written again: too deep, too long, not finite, a lone surrogate."""
    rows: list[Any] = [value]
    for _ in range(DEPTH):
        inner: list[Any] = []
        for row in rows:
            if isinstance(row, dict):
                inner += [*row, *row.values()]
            elif isinstance(row, list):
                inner += row
            else:
                _check_value(row)
        if not inner:
            return
        rows = inner
    raise Unreadable(_TOO_DEEP, most=DEPTH)


def _check_value(value: Any) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Unreadable("half of a letter stands alone (U+D800 to U+DFFF)") from None
    elif isinstance(value, float) and not math.isfinite(value):
        raise Unreadable(_NO_NUMBER, value=str(value))
    elif isinstance(value, int) and not -NUMBER <= value < NUMBER:
        raise Unreadable(_TOO_LONG)


# Writing


def make_folder(path: Path) -> None:
    """Makes sure that a folder exists; new parts of it are closed to other users. Raises OSError."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(0o700, exist_ok=True)
    if not path.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(path))


def create(path: Path) -> IO[bytes]:
    """Creates a new file, and its folder, that only the player can read. Raises OSError, including FileExistsError."""
    make_folder(path.parent)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb")


def create_whole(path: Path, data: bytes) -> None:
    """Creates a new file with exactly this data, flushed to disk; on failure there is no file.

    Raises OSError, including FileExistsError.
    """
    file = create(path)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def replace(path: Path, text: str) -> None:
    """Replaces the contents of a file with this text, completely or not at all, and flushes it to disk.

    To change contents read earlier, do both inside `alone`. Raises OSError.
    """
    _clear(path)
    # A unique name: if two programs shared one, either could put the other's unfinished file in place.
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    create_whole(beside, text.encode())
    try:
        _put_in_place(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def add_line(path: Path, line: str) -> None:
    """Adds a line to an existing file, after anything a killed program left half written. Raises OSError."""
    with path.open("r+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(f"{line}\n".encode())


def _put_in_place(beside: Path, path: Path) -> None:
    """Renames a file over another; retries for a while on Windows, which refuses this while somebody is reading."""
    end = time.monotonic() + READ_FOR
    while True:
        try:
            beside.replace(path)
            return
        except PermissionError:
            if os.name != "nt" or time.monotonic() >= end:
                raise
            time.sleep(0.02)


def _clear(path: Path) -> None:
    """Deletes what programs killed during a replacement have left beside a file, including earlier versions."""
    left = path.parent.glob(f".{escape(path.name)}.{'[0-9a-f]' * 8}.new")
    for beside in (path.with_name(f".{path.name}.new"), *left):
        with suppress(OSError):
            if time.time() - beside.stat().st_mtime > LEFT:
                beside.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds a lock during which other callers wait before reading and replacing a file in the same folder.

    Not reentrant: a nested call waits for itself. Raises OSError: BlockingIOError if another program holds the lock too
    long, because its older contents would otherwise replace what is saved now.
    """
    make_folder(path.parent)
    handle = _lock(path.parent)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(folder: Path) -> int | None:
    """Locks a folder until the returned handle is closed; None if locks do not work here, and all go on without."""
    try:
        handle = locks.open_folder(folder)
    except OSError:
        return None
    end = time.monotonic() + PATIENCE
    while True:
        try:
            locks.hold(handle)
            return handle
        except BlockingIOError as error:
            if time.monotonic() >= end:
                os.close(handle)
                error.filename = str(folder)
                raise
            time.sleep(0.005)
        except OSError:  # Not every file system has locks.
            os.close(handle)
            return None


def sync_folder(folder: Path) -> None:
    """Flushes a folder to disk, so that a file created or renamed in it survives a crash. Raises OSError."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows cannot open a folder.
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
