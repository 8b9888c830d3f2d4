"""Writing a record: every line is on the disk before anybody sees what it says."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from cardtable import files
from cardtable.engine.text import plain, say
from cardtable.locks import hold
from cardtable.match.record.lines import Header, Line, encode, header_fields, line_fields


class InUse(OSError):
    """Another program has this record open."""

    def __init__(self, path: Path) -> None:
        self.text = say("{path} is open in another cardtable", path=str(path))
        super().__init__(plain(self.text))


class Journal:
    """A record that is being written. One program at a time: the file is locked while it is open."""

    def __init__(self, path: Path, lines: int, file: IO[bytes], *, durable: bool = True) -> None:
        self.path = path
        self._lines = lines
        self._file = file
        self._whole = 0
        """The bytes up to the end of the last line that is on the disk."""
        self._durable = durable

    @classmethod
    def create(cls, path: Path, header: Header, *, durable: bool = True) -> Journal:
        """A new record with its header. `durable` false leaves the flushing to the system, for arenas.

        Raises OSError, FileExistsError among them; nothing is then left of it.
        """
        file = files.create(path)
        try:
            _lock(file, path)
            journal = cls(path, 0, file, durable=durable)
            journal._write(header_fields(header))
            if durable:
                files.sync_folder(path.parent)
            return journal
        except BaseException:  # Whatever it was, a file without a header is no record; it is raised again.
            with suppress(OSError):
                file.close()
            path.unlink(missing_ok=True)
            raise

    def give_up(self) -> None:
        """Removes a record in which nothing has been played."""
        with suppress(OSError):
            self._file.close()
        self.path.unlink(missing_ok=True)

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """An existing record, locked so that nobody writes while it is read; then `go_on`.

        Raises OSError, and Unreadable for what is no regular file.
        """
        files.check_regular(path)
        file = path.open("r+b")
        _lock(file, path)
        return cls(path, 0, file)

    def go_on(self, lines: int, complete: int) -> None:
        """Writes on after so many lines; a torn line after `complete` bytes is cut off."""
        # Who only opens it changes nothing of it, nor the time of its last line.
        if self._file.seek(0, os.SEEK_END) != complete:
            self._file.truncate(complete)
            self._file.seek(complete)
        self._lines, self._whole = lines, complete

    def write(self, line: Line) -> None:
        """Adds a line; it is on the disk when this returns. Raises OSError."""
        self._write(line_fields(line))

    def _write(self, fields: dict[str, object]) -> None:
        line = encode(self._lines, fields)
        try:
            if self._file.closed:
                self._open_again()
            self._file.write(line)
            self._file.flush()
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)  # The system names no file that is open already.
            # A full disk leaves half a line: without it the record is whole, and the next try begins in its place.
            # Where the record cannot even be opened, as on a drive that is gone, the next try opens it.
            with suppress(OSError):  # The bytes that could not be written are given up.
                self._file.close()
            with suppress(OSError):
                self._open_again()
            raise
        self._lines += 1
        self._whole += len(line)

    def _open_again(self) -> None:
        """Opens the file, which is closed, at the end of its last whole line. Raises OSError."""
        file = self.path.open("r+b")
        _lock(file, self.path)
        file.truncate(self._whole)
        file.seek(self._whole)
        self._file = file

    def close(self) -> None:
        """Closes the file and lets others open it."""
        self._file.close()


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        hold(file.fileno())
    except OSError:
        file.close()
        raise InUse(path) from None
