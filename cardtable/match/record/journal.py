"""Writing a record: every line is on disk before anybody sees what it says."""

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
    """A record open for writing. The file is locked while it is open, so only one program writes at a time."""

    def __init__(self, path: Path, lines: int, file: IO[bytes], *, durable: bool = True) -> None:
        self.path = path
        self._lines = lines
        self._file = file
        self._whole = 0
        """The size of the file up to the end of the last line on disk."""
        self._durable = durable

    @classmethod
    def create(cls, path: Path, header: Header, *, durable: bool = True) -> Journal:
        """Creates a record with its header. `durable=False` leaves flushing to the system, for arenas.

        Raises OSError (also FileExistsError); the file is then removed.
        """
        file = files.create(path)
        try:
            _lock(file, path)
            journal = cls(path, 0, file, durable=durable)
            journal._write(header_fields(header))
            if durable:
                files.sync_folder(path.parent)
            return journal
        except BaseException:  # A file without a header is not a record. The error is raised again.
            with suppress(OSError):
                file.close()
            path.unlink(missing_ok=True)
            raise

    def give_up(self) -> None:
        """Deletes a record in which nothing has been played."""
        with suppress(OSError):
            self._file.close()
        self.path.unlink(missing_ok=True)

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Opens an existing record and locks it, so that nobody writes while it is read; call `go_on` next.

        Raises OSError, and Unreadable if it is not a regular file.
        """
        files.check_regular(path)
        file = path.open("r+b")
        _lock(file, path)
        return cls(path, 0, file)

    def go_on(self, lines: int, complete: int) -> None:
        """Continues after this many lines; cuts off a torn line after `complete` bytes."""
        # Merely opening a record must not change it, nor its modification time.
        if self._file.seek(0, os.SEEK_END) != complete:
            self._file.truncate(complete)
            self._file.seek(complete)
        self._lines, self._whole = lines, complete

    def write(self, line: Line) -> None:
        """Appends a line, which is on disk when this returns. Raises OSError."""
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
            error.filename = str(self.path)  # The system does not name a file that is already open.
            # A full disk leaves half a line: cutting it off restores the record, and the next try overwrites it. If the
            # record cannot even be opened, as on a drive that is gone, the next try reopens it.
            with suppress(OSError):  # Drops the bytes that could not be written.
                self._file.close()
            with suppress(OSError):
                self._open_again()
            raise
        self._lines += 1
        self._whole += len(line)

    def _open_again(self) -> None:
        """Reopens the closed file at the end of its last complete line. Raises OSError."""
        file = self.path.open("r+b")
        _lock(file, self.path)
        file.truncate(self._whole)
        file.seek(self._whole)
        self._file = file

    def close(self) -> None:
        """Closes the file and releases the lock."""
        self._file.close()


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        hold(file.fileno())
    except OSError:
        file.close()
        raise InUse(path) from None
