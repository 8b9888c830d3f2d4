"""The keys by which friends are recognised, in a file that can be read and edited by hand.

It has the format of OpenSSH's `authorized_keys`, a key per line, with the friend's name as the comment. It is read
again at every login, so that a deleted line admits nobody.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import asyncssh

from cardtable.engine.faults import Fault
from cardtable.engine.text import is_name
from cardtable.files import Unreadable, alone, read, replace

FILE = "friends"
LARGEST = 1 << 16
"""Maximum bytes of the file."""


class BadFriends(Fault):
    """A file of keys that cannot be used."""


class KnownKey(NamedTuple):
    """A line of the file: a key and its owner."""

    key: asyncssh.SSHKey
    name: str


def check_closed(path: Path) -> None:
    """Raises BadFriends if others can read or change this file, and FileNotFoundError."""
    if os.name != "nt" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadFriends("{path}: others may read or change this file; `chmod 600` closes it to them", path=path)


class Friends:
    """The friends by key. All methods may raise BadFriends."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def name_of(self, key: asyncssh.SSHKey) -> str | None:
        """Returns the owner of a key."""
        return next((known.name for known in self.known() if known.key.public_data == key.public_data), None)

    def known(self) -> list[KnownKey]:
        """Returns every key with its owner; empty if there is no file."""
        found: list[KnownKey] = []
        for number, line in enumerate(self._lines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                found.append(self._known(number, line))
                if any(known.key.public_data == found[-1].key.public_data for known in found[:-1]):
                    raise BadFriends("{path}, line {line}: this key stands there twice", path=self.path, line=number)
        return found

    def keep(self, name: str, key: asyncssh.SSHKey) -> bool:
        """Adds a key for this friend; returns False if it already belongs to somebody."""
        with self._alone():
            if self.name_of(key) is not None:
                return False
            written = key.export_public_key("openssh").decode("ascii").split()
            self._write([*self._lines(), " ".join([*written[:2], name])])
        return True

    def forget(self, name: str) -> bool:
        """Removes every key of this friend from the file; returns whether there was one."""
        with self._alone():
            theirs = {known.key.public_data for known in self.known() if known.name == name}
            if theirs:
                lines = list(enumerate(self._lines(), 1))
                self._write([line for number, line in lines if not self._is_one_of(number, line, theirs)])
        return bool(theirs)

    def _is_one_of(self, number: int, line: str, keys: set[bytes]) -> bool:
        if not line.strip() or line.lstrip().startswith("#"):
            return False
        return self._known(number, line).key.public_data in keys

    def _known(self, number: int, line: str) -> KnownKey:
        parts = line.split(None, 2)
        if len(parts) == 3 and is_name(parts[2].strip()):
            try:
                return KnownKey(asyncssh.import_public_key(" ".join(parts[:2])), parts[2].strip())
            except (asyncssh.KeyImportError, ValueError):
                pass  # Reported like any other unusable line.
        raise BadFriends(
            "{path}, line {line}: a line is a key and a friend's name, such as `ssh-ed25519 AAAAC3Nz... Anna`",
            path=self.path,
            line=number,
        )

    def _lines(self) -> list[str]:
        try:
            check_closed(self.path)
            return read(self.path, LARGEST).decode("utf-8").splitlines()
        except FileNotFoundError:
            return []
        except (Unreadable, OSError, UnicodeDecodeError) as error:
            raise BadFriends("{path}: {why}", path=self.path, why=error) from None

    def _write(self, lines: list[str]) -> None:
        replace(self.path, "".join(f"{line}\n" for line in lines))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps other hosts from changing the file meanwhile."""
        try:
            with alone(self.path):
                yield
        except OSError as error:
            raise BadFriends("{path}: {why}", path=self.path, why=error) from None
