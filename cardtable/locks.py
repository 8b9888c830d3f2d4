"""Locks between programs, held by the system: they disappear with the program that holds them, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt

    FAR: Final = 2**31 - 2
    """The byte of a file that is locked: so far beyond its end that no reader of the file reaches it."""

    def hold(handle: int) -> None:
        """Locks an open file until it is closed. Raises BlockingIOError if another program has locked it."""
        at = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
        finally:
            os.lseek(handle, at, os.SEEK_SET)

    def open_folder(folder: Path) -> int:
        """Opens the object to lock for a folder: a file in it, because a folder cannot be opened. Raises OSError."""
        return os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)

else:
    import fcntl

    def hold(handle: int) -> None:
        """Locks an open file until it is closed.

        Raises BlockingIOError if another program has locked it, another OSError if the file system has no locks.
        """
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def open_folder(folder: Path) -> int:
        """Opens the folder for locking. Raises OSError."""
        return os.open(folder, os.O_RDONLY)
