"""Files of the player's: read within bounds, replaced as a whole, and closed to others.

Whatever lies where a file is looked for may be a folder, a pipe, a device, a link to nothing, something of gigabytes
or brackets in brackets. Each of them is one sentence here, so that whoever reads a folder can tell it and go on.
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
"""The most bytes of a file that a person writes: settings, tables, a theme, a position."""
LINE = 1 << 12
"""The longest line of a TOML file: the time for reading a dotted key grows with the square of its length."""
DEPTH = 32
"""How deep brackets may stand in brackets."""
NUMBER = 1 << 63
"""Whole numbers lie below it, and not below its negative, as TOML wants it."""
PATIENCE = 3.0
"""For so many seconds at most a program waits until another one has changed its file; its screen stands still."""
READ_FOR = 2.0
"""Seconds for which a file that somebody reads is waited for where it cannot be replaced meanwhile."""
LEFT = 24 * 60 * 60
"""After so many seconds a file that was to replace another one is what a killed program has left."""


class Unreadable(Fault):
    """A file that cannot be used; the message says why, and whoever shows it names the file."""


def read(path: Path, most: int) -> bytes:
    """The bytes of a regular file that has no more than `most`.

    Raises Unreadable, and OSError (FileNotFoundError where there is nothing).
    """
    with opened(path) as file:
        # As much as there is: to get room for all that there might be takes longer than to read most files.
        size = min(os.fstat(file.fileno()).st_size, most)
        data = file.read(size + 1)
        if len(data) > size:  # It has grown meanwhile.
            data += file.read(most + 1 - len(data))
    if len(data) > most:
        raise Unreadable("it is larger than the {most} that are read", most=_size(most))
    return data


def first_line(path: Path, most: int) -> bytes:
    """The first line of a regular file, its newline included, or as much of it as `most` bytes hold.

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
    """Raises Unreadable for what is there but is no file that can be read to its end, and OSError."""
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
    """A regular file, to be read. Raises Unreadable and OSError."""
    check_regular(path)
    return path.open("rb")


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >= 1 << 20 else f"{count >> 10} KiB"


def regular(paths: Iterable[Path]) -> list[Path]:
    """Those of the paths that are regular files, by name."""
    found = []
    for path in sorted(paths):
        try:
            check_regular(path)
        except (OSError, Unreadable):
            continue
        found.append(path)
    return found


# What is in a file


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file and what it says. Raises Unreadable and OSError."""
    try:
        text = read(path, SMALL).decode()
    except UnicodeDecodeError as error:
        raise Unreadable(error) from None
    return text, parse_toml(text)


def parse_toml(text: str) -> dict[str, Any]:
    """What a TOML text says. Raises Unreadable."""
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
    """Whether a day is named as days are written: 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def parse_json(data: bytes) -> Any:
    """What a JSON text says. Raises Unreadable."""
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
    """A whole number of a JSON text. Raises Unreadable, and ValueError for one with thousands of digits."""
    found = int(digits)
    if not -NUMBER <= found < NUMBER:
        raise Unreadable(_TOO_LONG)
    return found


def _broken(digits: str) -> float:
    """A number of a JSON text that has a point or an exponent. Raises Unreadable."""
    found = float(digits)
    if not math.isfinite(found):
        raise Unreadable(_NO_NUMBER, value=str(found))
    return found


_JSON = json.JSONDecoder(parse_constant=_no_number, parse_int=_whole, parse_float=_broken)
"""Numbers are looked at as they are read; what else cannot be written again is half a letter, which is escaped, or too
deep: for these alone all is looked through once more.
"""


def check_values(value: Any) -> None:
    """Raises Unreadable for values that cannot be written again: too deep, too long, not finite, half a letter."""
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
    """A folder that is there when this returns; whatever of it is new is closed to other users. Raises OSError."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(0o700, exist_ok=True)
    if not path.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(path))


def create(path: Path) -> IO[bytes]:
    """A new file that only the player may read, and its folder. Raises OSError, FileExistsError among them."""
    make_folder(path.parent)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb")


def create_whole(path: Path, data: bytes) -> None:
    """A new file with all of this in it, on the disk when this returns; otherwise there is none.

    Raises OSError, FileExistsError among them.
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
    """Puts this text into the file, all of it or nothing; it is on the disk when this returns. Raises OSError.

    Whoever puts there what was read there before does both `alone`.
    """
    _clear(path)
    # A name of its own: of two programs with one name, one would put the other's half into place.
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    create_whole(beside, text.encode())
    try:
        _put_in_place(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def add_line(path: Path, line: str) -> None:
    """Adds a line to a file that is there, below whatever a killed program left half written. Raises OSError."""
    with path.open("r+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(f"{line}\n".encode())


def _put_in_place(beside: Path, path: Path) -> None:
    """Gives a file the name of another. Where Windows refuses that while somebody reads, it is tried for a while."""
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
    """Takes away what programs left beside a file that were killed while they replaced it; earlier versions did too."""
    left = path.parent.glob(f".{escape(path.name)}.{'[0-9a-f]' * 8}.new")
    for beside in (path.with_name(f".{path.name}.new"), *left):
        with suppress(OSError):
            if time.time() - beside.stat().st_mtime > LEFT:
                beside.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """While this lasts, whoever else asks for it waits before reading and replacing a file of the same folder.

    Asked for once more before it is over, it waits for itself. Raises OSError: BlockingIOError where another program
    has it for too long, for whatever that one read would be put in the place of what is kept now.
    """
    make_folder(path.parent)
    handle = _lock(path.parent)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(folder: Path) -> int | None:
    """Holds a folder until what this gives is closed; None where that is not possible: then all go on as they can."""
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
    """Lets the disk keep that a file was made in this folder, or has another name. Raises OSError."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows cannot open a folder.
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
